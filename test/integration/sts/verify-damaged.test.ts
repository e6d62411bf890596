// Damaged element tokens, each with the active stsToken of its embed.
import { beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { pairOf, verify } from '../../support/sts.ts'
import { partsOf } from '../../support/sts-forge.ts'
import { type Issued, issueToken } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let embed: Issued
let token: string
let parts: ReturnType<typeof partsOf>
beforeAll(async () => {
  world = await makeWorld()
  embed = await issueToken(world, { targetUserSid: await world.user() })
  token = embed.answer.text('elementToken')
  parts = partsOf(token)
})

/** Expects that the text is refused as an element token. */
async function refused(elementToken: string) {
  const answer = await verify(world.stack, { secret: embed.secret, elementToken })
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('element_token_invalid')
}

describe('a damaged token is refused:', () => {
  test('truncated at any position', async () => {
    const { length } = token
    for (const at of [
      1,
      parts.head.length,
      parts.head.length + 1,
      length - 342,
      length - 100,
      length - 2,
      length - 1,
    ])
      await refused(token.slice(0, at))
  })

  test('with parts swapped, missing, doubled or added', async () => {
    const { head, payload, signature } = parts
    for (const pieces of [
      [payload, head, signature],
      [head, signature, payload],
      [signature, payload, head],
      [head, payload],
      [head, payload, signature, ''],
      [head, payload, signature, signature],
      ['', payload, signature],
      [head, '', signature],
      ['', '', ''],
      [head, payload, '', '', signature],
    ])
      await refused(pieces.join('.'))
  })

  test('with a letter changed in any part, or the claims of another one', async () => {
    for (const at of [3, parts.head.length + 5, token.length - 20])
      await refused(token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1))
    const other = await issueToken(world, { targetUserSid: await world.user() })
    const { payload } = partsOf(pairOf(other).elementToken)
    await refused([parts.head, payload, parts.signature].join('.'))
  })

  test.each<[string, (token: string) => string]>([
    ['padding', token => `${token}=`],
    ['more padding', token => `${token}==`],
    ['a blank before it', token => ` ${token}`],
    ['a blank after it', token => `${token} `],
    ['a line break after it', token => `${token}\n`],
    ['a blank in its signature', token => `${token.slice(0, -9)} ${token.slice(-9)}`],
    ['a line break in its signature', token => token.replace(/\.(?=[^.]*$)/, '.\n')],
    ['a zero after it', token => `${token}\0`],
    ['its scheme before it', token => `Bearer ${token}`],
    [
      'its signature in base64',
      token => token.replace(/[^.]*$/, part => part.replaceAll('-', '+').replaceAll('_', '/')),
    ],
    ['its payload removed', token => token.replace(/\..*\./, '..')],
  ])('decoded to the same bytes, with %s', async (_, change) => {
    // One of about fifty thousand signatures has no letter that differs between the alphabets: then the token is unchanged.
    if (change(token) !== token) await refused(change(token))
  })

  test('decoded to the same bytes, with spare bits that are not zero', async () => {
    const spare = `${token.slice(0, -1)}${String.fromCharCode(token.charCodeAt(token.length - 1) + 1)}`
    expect(Buffer.from(partsOf(spare).signature, 'base64url')).toEqual(
      Buffer.from(parts.signature, 'base64url'),
    )
    await refused(spare)
  })

  test('no token', async () => {
    for (const text of [
      '',
      ' ',
      '.',
      '..',
      '...',
      'null',
      '{}',
      'é',
      '🔑.🔑.🔑',
      'a'.repeat(8192),
      embed.secret,
      world.secret,
    ])
      await refused(text)
  })
})

test.each([
  [{}],
  [{ elementToken: null }],
  [{ elementToken: 7 }],
  [{ elementToken: ['a'] }],
  [{ elementToken: 'a'.repeat(8193) }],
])('a body without a token text is 400: %.60j', async body => {
  const headers = { authorization: `Bearer ${embed.secret}`, origin: world.stack.baseUrl }
  problemOf(await callerOf(world.stack)('POST', '/v1/embeds/verify', { body, headers }), 400)
})
