import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { callerOf } from '../../../support/client.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

// POST and GET /v1/installs/{installSid}/credentials, DELETE …/credentials/{credentialSid}

const everything = allow(['sp:*'], ['*'])

const bodyOf = (statements: object[] = everything, members: object = {}) => ({
  name: 'Backend',
  role: 'admin',
  policy: { version: '1', statements },
  ...members,
})

const create = ({ admin, path }: World, statements?: object[], members?: object) =>
  admin('POST', path('/credentials'), { body: bodyOf(statements, members) })

const digits = '0123456789'
const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()

/** Six base62 digits of the number, in an alphabet of 62 letters. */
const base62 = (value: number, alphabet: string) =>
  Array.from({ length: 6 }, (_, at) => alphabet[Math.floor(value / 62 ** (5 - at)) % 62]).join('')

// The order of the letters of base62 is not specified: any of the six usual orders is correct, but the same for all secrets.
const alphabets = [
  [digits, upper, lower],
  [digits, lower, upper],
  [upper, lower, digits],
  [lower, upper, digits],
  [upper, digits, lower],
  [lower, digits, upper],
].map(parts => parts.join(''))

const alphabetOf = (secrets: string[]) =>
  alphabets.find(alphabet =>
    secrets.every(secret => base62(crc32(secret.slice(0, -6)), alphabet) === secret.slice(-6)),
  )

const other = (character = '') => (character === 'a' ? 'b' : 'a')

test('a create returns 201 with the record and the secret, in at most 2 round trips', async () => {
  const world = await makeWorld()
  const created = await create(world, everything, { role: 'proctor', expiresAt: '2099-01-02T03:04:05Z' })
  expect(created.status).toBe(201)
  expect(created.roundTrips).toBeLessThanOrEqual(2)
  expect(created.body).toMatchObject({
    sid: expect.stringMatching(/^AK[a-f0-9]{32}$/),
    name: 'Backend',
    role: 'proctor',
    policy: { version: '1', statements: everything },
    expiresAt: '2099-01-02T03:04:05.000Z',
    secret: expect.any(String),
  })
})

test('an absent expiresAt is null', async () => {
  expect((await create(await makeWorld())).body).toHaveProperty('expiresAt', null)
})

test('a secret is <prefix>_<43 base62><6 base62 of the CRC32 over everything before it>, and no two are equal', async () => {
  const world = await makeWorld()
  const created = await Promise.all(Array.from({ length: 20 }, () => create(world)))
  const secrets = created.map(answer => answer.text('secret'))
  for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z][A-Za-z0-9_-]*_[A-Za-z0-9]{49}$/)
  expect(alphabetOf(secrets)).toBeDefined()
  expect(new Set(secrets).size).toBe(20)
})

test('the secret is returned once: the list has the record without it', async () => {
  const { admin, path } = await makeWorld()
  const created = await admin('POST', path('/credentials'), { body: bodyOf() })
  const { secret, ...record } = created.body
  const list = await admin('GET', path('/credentials'))
  expect(list.list('results')).toEqual([record])
  expect(list.raw).not.toContain(String(secret).slice(-49))
  expect(list.raw).not.toMatch(/secret|hash/i)
})

test('the list has the complete envelope in exactly 1 round trip, and paging visits each credential once', async () => {
  const world = await makeWorld()
  const created = await Promise.all(Array.from({ length: 5 }, () => create(world)))
  const seen: unknown[] = []
  for (let url: unknown = world.path('/credentials?limit=2'); url !== null; ) {
    const page = await world.admin('GET', String(url))
    expect(Object.keys(page.body).sort().join()).toBe('count,first,last,next,offset,prev,results,total')
    expect([page.status, page.roundTrips, page.count('total')]).toEqual([200, 1, 5])
    seen.push(...page.list('results').map(({ sid }) => sid))
    url = page.body['next']
  }
  expect(seen.sort()).toEqual(created.map(answer => answer.text('sid')).sort())
})

test('an unknown query parameter of the list is 400 and is named', async () => {
  const { admin, path } = await makeWorld()
  expect(badPaths(await admin('GET', path('/credentials?nmae=x')))).toEqual(['nmae'])
})

test.each(['token', 'authorization'])('a credential is accepted in the header %s', async header => {
  const { stack, path, secret } = await makeWorld()
  const headers = { [header]: header === 'token' ? secret : `Bearer ${secret}` }
  const answer = await callerOf(stack)('GET', path('/users'), { headers })
  expect([answer.status, answer.roundTrips]).toEqual([200, 1])
})

const junk: [what: string, forge: (secret: string) => Record<string, string>][] = [
  ['no credential', () => ({})],
  ['an empty credential', () => ({ token: '' })],
  ['a junk credential', () => ({ token: 'junk' })],
  ['a junk bearer', () => ({ authorization: 'Bearer junk' })],
  ['a bearer without a token', () => ({ authorization: 'Bearer' })],
  ['another scheme', secret => ({ authorization: `Basic ${secret}` })],
  ['a credential with a wrong checksum', secret => ({ token: secret.slice(0, -1) + other(secret.at(-1)) })],
  [
    'a credential with a wrong letter',
    secret => ({ token: secret.slice(0, -9) + other(secret.at(-9)) + secret.slice(-8) }),
  ],
  ['a credential with another prefix', secret => ({ token: `x${secret}` })],
  ['a cut credential', secret => ({ token: secret.slice(0, -1) })],
]

test.each(junk)('%s is 401 with WWW-Authenticate, in 0 round trips', async (_, forge) => {
  const { stack, path, secret } = await makeWorld()
  const headers = forge(secret)
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', bodyOf()],
  ] as const) {
    const answer = await callerOf(stack)(method, path('/credentials'), { headers, body })
    problemOf(answer, 401)
    expect(answer.headers.get('www-authenticate')).toMatch(/\bBearer\b/)
    expect(answer.roundTrips).toBe(0)
  }
})

test('an unknown credential with a correct checksum is 401', async () => {
  const { stack, path, secret } = await makeWorld()
  const alphabet = alphabetOf([secret]) ?? ''
  const start = secret.slice(0, -7) + other(secret.at(-7))
  const answer = await callerOf(stack, start + base62(crc32(start), alphabet))('GET', path('/users'))
  problemOf(answer, 401)
  expect(answer.headers.get('www-authenticate')).toMatch(/\bBearer\b/)
})

test('a credential is accepted until expiresAt, and refused with 401 afterwards', async () => {
  const world = await makeWorld()
  const expiresAt = new Date(Date.now() + 7000).toISOString()
  const created = await create(world, everything, { expiresAt })
  const call = callerOf(world.stack, created.text('secret'))
  expect((await call('GET', world.path('/users'))).status).toBe(200)
  await setTimeout(Date.parse(expiresAt) - Date.now() + 50)
  problemOf(await call('GET', world.path('/users')), 401)
})

test('a revoked credential is refused with 401 at the next request', async () => {
  const { admin, credential, path } = await makeWorld()
  const { sid, call } = await credential(everything)
  expect((await call('GET', path('/users'))).status).toBe(200)
  const revoked = await admin('DELETE', path(`/credentials/${sid}`))
  expect([200, 204]).toContain(revoked.status)
  expect(revoked.roundTrips).toBeLessThanOrEqual(2)
  const refused = await call('GET', path('/users'))
  problemOf(refused, 401)
  expect(refused.headers.get('www-authenticate')).toMatch(/\bBearer\b/)
  expect((await admin('GET', path('/users'))).status).toBe(200)
})

test('a DELETE of an unknown, a malformed or another install’s credential revokes nothing', async () => {
  const { admin, path } = await makeWorld()
  const foreign = await makeWorld()
  const { sid, call } = await foreign.credential(everything)
  problemOf(await admin('DELETE', path(`/credentials/${newSid('AK')}`)), 404)
  problemOf(await admin('DELETE', path(`/credentials/${sid}`)), 404)
  problemOf(await admin('DELETE', foreign.path(`/credentials/${sid}`)), 404)
  expect([400, 404]).toContain((await admin('DELETE', path('/credentials/x'))).status)
  expect((await call('GET', foreign.path('/users'))).status).toBe(200)
})

test('a credential of one install gets 404 on another, of the same account or not', async () => {
  const { admin, credential } = await makeWorld()
  const { call } = await credential(everything)
  const sibling = (await admin('POST', '/v1/installs', { body: { name: 'Sibling' } })).text('sid')
  const foreign = (await makeWorld()).installSid
  for (const install of [sibling, foreign, newSid('AI')]) {
    problemOf(await call('GET', `/v1/installs/${install}/users`), 404)
    problemOf(await call('GET', `/v1/installs/${install}/credentials`), 404)
    problemOf(await call('POST', `/v1/installs/${install}/credentials`, { body: bodyOf() }), 404)
  }
})

test('an action that the policy does not allow is 403, which names the action and the resource', async () => {
  const { credential, path, installSid } = await makeWorld()
  const { call } = await credential(allow(['sp:ListUsers'], [`installs/${installSid}/users`]))
  expect((await call('GET', path('/users'))).status).toBe(200)
  const refused = await call('GET', path('/credentials'))
  problemOf(refused, 403)
  expect(refused.raw).toMatch(/sp:[A-Z]\w*Credential/)
  expect(refused.raw).toContain(`installs/${installSid}/credentials`)
})

test('an empty policy grants nothing', async () => {
  const { credential, path } = await makeWorld()
  const { call } = await credential([])
  problemOf(await call('GET', path('/users')), 403)
})
