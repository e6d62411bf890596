// B1: the members of a token set, its lifetime, and where its secret occurs.
import { eq, sql } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { install } from '../../../db/schema/tenancy.ts'
import { newSid } from '../../../db/sid.ts'
import { issueApiToken, issueToken, sidOf } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const eightHours = 8 * 3600
// The clocks of the test and the database are equal, but a response takes time.
const slackSeconds = 5

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (members: Record<string, unknown> = {}) =>
  issueToken(world, { targetUserSid: userSid, ...members })

const setMaxTtl = (maxTokenTtlSeconds: number) =>
  world.stack.db
    .update(install)
    .set({ maxTokenTtlSeconds })
    .where(eq(install.sid, sidOf('AI', world.installSid)))

const secondsUntil = (instant: string) => (Date.parse(instant) - Date.now()) / 1000

describe('the token set of an element', () => {
  test('is returned with 201 and has every member of the interface', async () => {
    const { answer } = await issue()
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      sid: expect.any(String),
      stsToken: expect.any(String),
      elementToken: expect.any(String),
      elementType: 'exam-session',
      tokenType: 'element',
      expiresAt: expect.any(String),
      expiresIn: 900,
      absoluteExpiresAt: expect.any(String),
    })
  })

  test.each(['exam-session', 'proctoring-session', 'assessment-viewer'])(
    'exists for %s',
    async elementType => {
      const { answer } = await issue({ elementType })
      expect(answer.text('elementType')).toBe(elementType)
    },
  )

  test('has no previousSid, which only a refresh returns', async () => {
    expect((await issue()).answer.body['previousSid'] ?? null).toBeNull()
  })

  test('has a sid with the prefix TA', async () => {
    expect((await issue()).sid).toMatch(/^TA[a-f0-9]{32}$/)
  })

  test('has a secret of a prefix, 43 base62 digits and 6 base62 digits of checksum', async () => {
    expect((await issue()).secret).toMatch(/^[A-Za-z][A-Za-z0-9_-]*_[0-9A-Za-z]{49}$/)
  })

  test('has a new sid and a new secret each time', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => issue()))
    expect(new Set(all.map(({ sid }) => sid)).size).toBe(10)
    expect(new Set(all.map(({ secret }) => secret)).size).toBe(10)
  })

  test('has the header no-store', async () => {
    expect((await issue()).answer.headers.get('cache-control')).toContain('no-store')
  })

  test('has at most two round trips to the database', async () => {
    expect((await issue()).answer.roundTrips).toBeLessThanOrEqual(2)
  })
})

describe('the element token', () => {
  test('contains its user, its install, its token, its element and everything in the install', async () => {
    const { sid, answer } = await issue({ elementType: 'assessment-viewer' })
    expect(decodeJwt(answer.text('elementToken'))).toMatchObject({
      iss: expect.stringMatching(/./),
      aud: world.installSid,
      sub: userSid,
      jti: sid,
      elementType: 'assessment-viewer',
      resource: '*',
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
  })

  test('contains the resource that it is limited to', async () => {
    const resource = newSid('ES')
    const { answer } = await issue({ resource })
    expect(decodeJwt(answer.text('elementToken'))['resource']).toBe(resource)
  })

  test.each([1, 60, 3600])(
    'of a token of %i s is issued now and ends no later than the token',
    async expiresIn => {
      const { answer } = await issue({ expiresIn })
      const { iat = 0, exp = 0 } = decodeJwt(answer.text('elementToken'))
      expect(Math.abs(iat - Date.now() / 1000)).toBeLessThan(slackSeconds)
      expect(exp).toBeLessThanOrEqual(Date.parse(answer.text('expiresAt')) / 1000)
      expect(exp).toBeGreaterThan(Date.parse(answer.text('expiresAt')) / 1000 - slackSeconds)
    },
  )

  test('is signed RS256 with a key that the header names, and has its own type', async () => {
    const header = decodeProtectedHeader((await issue()).answer.text('elementToken'))
    expect(header.alg).toBe('RS256')
    expect(header.kid).toMatch(/^[\w-]{43}$/)
    expect(header.typ).toMatch(/./)
    expect(header.typ?.toUpperCase()).not.toBe('JWT')
  })

  test('contains neither the secret nor personal data of the user', async () => {
    const { secret, answer } = await issue()
    const claims = JSON.stringify(decodeJwt(answer.text('elementToken')))
    expect(claims).not.toContain(secret)
    expect(claims).not.toMatch(/Ada|Learner|@/)
  })
})

describe('the lifetime', () => {
  test.each([
    [undefined, 900],
    [1, 1],
    [899, 899],
    [3600, 3600],
    [3601, 3600],
    [Number.MAX_SAFE_INTEGER, 3600],
    [1e300, 3600],
  ])('of expiresIn %s is %i seconds', async (expiresIn, granted) => {
    const { answer } = await issue({ expiresIn })
    expect(answer.count('expiresIn')).toBe(granted)
    expect(secondsUntil(answer.text('expiresAt'))).toBeLessThanOrEqual(granted)
    expect(secondsUntil(answer.text('expiresAt'))).toBeGreaterThan(granted - slackSeconds)
  })

  test.each([
    [undefined, 300],
    [301, 300],
    [299, 299],
  ])('of expiresIn %s is %i seconds if the install allows 300', async (expiresIn, granted) => {
    await setMaxTtl(300)
    const { answer } = await issue({ expiresIn })
    await setMaxTtl(3600)
    expect(answer.count('expiresIn')).toBe(granted)
    expect(secondsUntil(answer.text('expiresAt'))).toBeLessThanOrEqual(granted)
  })

  test('ends 8 hours after the root, however short each token is', async () => {
    const { answer } = await issue({ expiresIn: 1 })
    const seconds = secondsUntil(answer.text('absoluteExpiresAt'))
    expect(seconds).toBeLessThanOrEqual(eightHours)
    expect(seconds).toBeGreaterThan(eightHours - slackSeconds)
  })

  test('is in UTC with milliseconds', async () => {
    const { answer } = await issue()
    expect(answer.text('expiresAt')).toMatch(instant)
    expect(answer.text('absoluteExpiresAt')).toMatch(instant)
  })
})

describe('the token set of an api token', () => {
  const statements = () => allow(['sp:ReadUserProfile'], [`installs/${world.installSid}/users/*`])

  test('has a policy and neither an element type nor an element token', async () => {
    const { answer } = await issueApiToken(world, statements())
    expect(answer.text('tokenType')).toBe('api')
    expect(answer.text('stsToken')).toMatch(/_[0-9A-Za-z]{49}$/)
    expect(answer.count('expiresIn')).toBe(900)
    expect(answer.body['elementToken'] ?? null).toBeNull()
    expect(answer.body['elementType'] ?? null).toBeNull()
  })

  test('can have a user', async () => {
    const policy = { version: '1', statements: statements() }
    const { answer } = await issue({ tokenType: 'api', policy })
    expect(answer.body['elementToken'] ?? null).toBeNull()
  })
})

test('no table contains a secret of a token or of a credential, in any encoding', async () => {
  const { db } = world.stack
  const { secret: credential } = await world.credential(allow(['sp:*'], [`installs/${world.installSid}/*`]))
  const { sid, secret, answer } = await issue()
  const refreshed = await world.admin('POST', world.path(`/sts/tokens/${sid}/refresh`), { body: {} })
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sts_family', 'sts_token', 'api_credential']),
  )
  const dumps = await Promise.all(
    tables.rows.map(({ name }) =>
      db.execute<{ text: string }>(
        sql`select coalesce(string_agg(t::text, '\n'), '') as text from ${sql.identifier(name)} t`,
      ),
    ),
  )
  const everything = dumps.map(({ rows }) => rows[0]?.text).join('\n')
  expect(everything).toContain(sid.slice(2, 10))
  for (const hidden of [secret, refreshed.text('stsToken'), credential, answer.text('elementToken')]) {
    // An attacker needs the random part only: the prefix is public and the checksum can be computed.
    const random = hidden.slice(-49, -6)
    for (const encoding of ['utf8', 'hex', 'base64'] as const)
      expect(everything).not.toContain(Buffer.from(random).toString(encoding).replace(/=+$/, ''))
  }
})
