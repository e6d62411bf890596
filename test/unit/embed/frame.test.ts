import { describe, expect, test } from 'vitest'
import { startEmbed } from '../../../src/embed/sdk/embed.ts'
import {
  backend,
  elementToken,
  host,
  hour,
  installSid,
  issuedAt,
  options,
  second,
} from '../../support/embed-host.ts'
import { embedWorld, origin } from '../../support/embed-world.ts'

const hello = { invigil: 1, type: 'hello' }

describe('the frame', () => {
  test('its address contains the element type and the install, and no secret', () => {
    const { embed } = host(embedWorld(), { title: 'Midterm' })
    expect(embed.frame.attributes).toEqual({
      src: `${origin}/embed/exam-session?install=${installSid}`,
      title: 'Midterm',
      referrerpolicy: 'origin',
      allow: 'camera; microphone; display-capture; fullscreen',
      width: '100%',
      frameborder: '0',
      align: 'top',
    })
  })

  test('it has an accessible name if the host gives none', () => {
    expect(host(embedWorld()).embed.frame.attributes.title).toBe('Exam proctoring')
  })

  test.each([
    ['https://invigil.example/', 'https://invigil.example/embed/'],
    ['https://invigil.example:8443/under/', 'https://invigil.example:8443/under/embed/'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/embed/'],
  ])('its address is below baseUrl %s', (baseUrl, start) => {
    expect(host(embedWorld(), { baseUrl }).embed.frame.attributes.src.startsWith(start)).toBe(true)
  })

  test('without baseUrl its address is where the script was served', () => {
    const { baseUrl: _, ...rest } = options()
    const script = 'https://cdn.invigil.example/embed/v1.js'
    const { frame } = startEmbed(embedWorld().tab().platform, rest, script)
    expect(frame.attributes.src.startsWith('https://cdn.invigil.example/embed/exam-session?')).toBe(true)
  })

  test('a baseUrl that the options inherit is none: a polluted prototype does not receive the tokens', () => {
    const { baseUrl: _, ...rest } = options()
    const polluted = Object.assign(Object.create({ baseUrl: 'https://elsewhere.example' }), rest)
    const { frame } = startEmbed(embedWorld().tab().platform, polluted, `${origin}/embed/v1.js`)
    expect(frame.attributes.src.startsWith(`${origin}/embed/`)).toBe(true)
  })
})

describe('the frame receives', () => {
  test('nothing before it has sent hello', async () => {
    const world = embedWorld()
    const { refresh } = backend(world)
    const { embed } = host(world, { onTokenRefresh: refresh }, { greet: false })
    await world.pass(hour)
    expect(embed.frame.posted).toEqual([])
  })

  test('the tokens with the rest of their lifetimes in whole seconds, at the exact origin only', async () => {
    const world = embedWorld()
    const { embed, tab } = host(world, {}, { greet: false })
    await world.pass(100_500)
    tab.receive(hello)
    expect(embed.frame.posted).toEqual([
      {
        at: 100_500,
        targetOrigin: origin,
        message: {
          invigil: 1,
          type: 'tokens',
          elementToken: elementToken(),
          stsToken: 'invigil_sts_0',
          expiresIn: 799,
          absoluteExpiresAt: issuedAt + 8 * hour,
        },
      },
    ])
  })

  test('the new set after each refresh, at the exact origin only', async () => {
    const world = embedWorld()
    const { refresh } = backend(world)
    const { embed, times } = host(world, { onTokenRefresh: refresh })
    await world.pass(3 * 721 * second)
    const { posted } = embed.frame
    expect(posted.map(({ message }) => message['stsToken'])).toEqual(
      [0, 1, 2, 3].map(number => `invigil_sts_${number}`),
    )
    expect(posted.slice(1).map(({ at }) => at)).toEqual(times('tokenRefreshed'))
    expect(new Set(posted.map(({ targetOrigin }) => targetOrigin))).toEqual(new Set([origin]))
  })

  test('the element token of a response that contains one', async () => {
    const world = embedWorld()
    const reissued = elementToken({ jti: `TA${'f'.repeat(32)}`, iat: issuedAt / 1000 + 720 })
    const answer = { stsToken: 'invigil_sts_1', expiresIn: 900, elementToken: reissued }
    const { embed } = host(world, { onTokenRefresh: () => answer })
    await world.pass(721 * second)
    expect(embed.frame.posted.at(-1)?.message['elementToken']).toBe(reissued)
  })

  test('the tokens again after it has been loaded again', () => {
    const world = embedWorld()
    const { embed, tab } = host(world)
    tab.receive(hello)
    expect(embed.frame.posted.map(({ message }) => message['type'])).toEqual(['tokens', 'tokens'])
  })

  test('the end of the session, and no token afterwards', async () => {
    const world = embedWorld()
    const { embed, tab } = host(world)
    await world.pass(hour)
    tab.receive(hello)
    expect(embed.frame.posted.slice(1)).toEqual([
      { at: 900_000, targetOrigin: origin, message: { invigil: 1, type: 'expired' } },
      { at: hour, targetOrigin: origin, message: { invigil: 1, type: 'expired' } },
    ])
  })

  test.each([
    ['another origin', hello, { origin: 'https://evil.example' }],
    ['an origin with the same prefix', hello, { origin: `${origin}.evil.example` }],
    ['an opaque origin', hello, { origin: 'null' }],
    ['another window of the right origin', hello, { source: {} }],
    ['no window', hello, { source: null }],
    ['another protocol', { type: 'hello' }, {}],
    ['another version', { invigil: 2, type: 'hello' }, {}],
    ['any sender, without data', null, {}],
    ['a text', 'hello', {}],
  ])('nothing after a message from %s', (_, data, from) => {
    const world = embedWorld()
    const { embed, tab, diary } = host(world, {}, { greet: false })
    tab.receive(data, from)
    tab.receive({ ...(data as object), type: 'ready' }, from)
    tab.receive({ ...(data as object), type: 'error', code: 'x', message: 'x' }, from)
    expect(embed.frame.posted).toEqual([])
    if (Object.keys(from).length > 0) expect(diary).toEqual([])
  })
})

describe('messages of the frame', () => {
  test('ready is emitted once per load of the frame', () => {
    const { tab, times } = host(embedWorld())
    tab.receive({ invigil: 1, type: 'ready' })
    tab.receive({ invigil: 1, type: 'ready' })
    expect(times('ready')).toHaveLength(1)
    tab.receive(hello)
    tab.receive({ invigil: 1, type: 'ready' })
    expect(times('ready')).toHaveLength(2)
  })

  test('an error is emitted with its code and message only', () => {
    const { tab, embed } = host(embedWorld())
    const errors: unknown[] = []
    embed.on('error', error => errors.push(error))
    tab.receive({ invigil: 1, type: 'error', code: 'origin_not_allowed', message: 'Not here.', more: 1 })
    expect(errors).toEqual([{ code: 'origin_not_allowed', message: 'Not here.' }])
  })
})
