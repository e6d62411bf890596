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
  test('its address holds the element type and the install, and nothing secret', () => {
    const { embed } = host(embedWorld(), { title: 'Midterm' })
    expect(embed.frame.attributes).toEqual({
      src: `${origin}/embed/exam-session?install=${installSid}`,
      title: 'Midterm',
      referrerpolicy: 'origin',
      allow: 'camera; microphone; display-capture; fullscreen',
    })
  })

  test('it has an accessible name when the host gives none', () => {
    expect(host(embedWorld()).embed.frame.attributes.title).toBe('Exam proctoring')
  })

  test.each([
    ['https://invigil.example/', 'https://invigil.example/embed/'],
    ['https://invigil.example:8443/under/', 'https://invigil.example:8443/under/embed/'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/embed/'],
  ])('it is found below baseUrl %s', (baseUrl, start) => {
    expect(host(embedWorld(), { baseUrl }).embed.frame.attributes.src.startsWith(start)).toBe(true)
  })

  test('without baseUrl it is found where the script was served', () => {
    const { baseUrl: _, ...rest } = options()
    const script = 'https://cdn.invigil.example/embed/v1.js'
    const { frame } = startEmbed(embedWorld().tab().platform, rest, script)
    expect(frame.attributes.src.startsWith('https://cdn.invigil.example/embed/exam-session?')).toBe(true)
  })
})

describe('what the frame is told', () => {
  test('nothing, until it has said hello', async () => {
    const world = embedWorld()
    const { refresh } = backend(world)
    const { embed } = host(world, { onTokenRefresh: refresh }, { greet: false })
    await world.pass(hour)
    expect(embed.frame.posted).toEqual([])
  })

  test('the tokens with what is left of them in whole seconds, for the exact origin only', async () => {
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

  test('the new set after each refresh, for the exact origin only', async () => {
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

  test('the element token of an answer that holds one', async () => {
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

  test('that the session has ended, and no token from then on', async () => {
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
    ['an origin that begins alike', hello, { origin: `${origin}.evil.example` }],
    ['an opaque origin', hello, { origin: 'null' }],
    ['another window of the right origin', hello, { source: {} }],
    ['no window', hello, { source: null }],
    ['another protocol', { type: 'hello' }, {}],
    ['another version', { invigil: 2, type: 'hello' }, {}],
    ['nobody in particular', null, {}],
    ['a text', 'hello', {}],
  ])('nothing, on a message from %s', (_, data, from) => {
    const world = embedWorld()
    const { embed, tab, diary } = host(world, {}, { greet: false })
    tab.receive(data, from)
    tab.receive({ ...(data as object), type: 'ready' }, from)
    tab.receive({ ...(data as object), type: 'error', code: 'x', message: 'x' }, from)
    expect(embed.frame.posted).toEqual([])
    if (Object.keys(from).length > 0) expect(diary).toEqual([])
  })
})

describe('what the frame tells', () => {
  test('ready is told once per load of the frame', () => {
    const { tab, times } = host(embedWorld())
    tab.receive({ invigil: 1, type: 'ready' })
    tab.receive({ invigil: 1, type: 'ready' })
    expect(times('ready')).toHaveLength(1)
    tab.receive(hello)
    tab.receive({ invigil: 1, type: 'ready' })
    expect(times('ready')).toHaveLength(2)
  })

  test('an error is handed on with its code and message, and with nothing else', () => {
    const { tab, embed } = host(embedWorld())
    const errors: unknown[] = []
    embed.on('error', error => errors.push(error))
    tab.receive({ invigil: 1, type: 'error', code: 'origin_refused', message: 'Not here.', more: 1 })
    expect(errors).toEqual([{ code: 'origin_refused', message: 'Not here.' }])
  })
})
