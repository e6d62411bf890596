// Which pairs of tokens are valid, which origins can embed, and what the verification returns.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { age, chainFrom, ofInstall, pairOf, refresh, revoke, revokeMany, verify } from '../../support/sts.ts'
import { assemble, partsOf, rs256, signingKeyOf } from '../../support/sts-forge.ts'
import { type Issued, issueApiToken, issueToken } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (members: Record<string, unknown> = {}) =>
  issueToken(world, { targetUserSid: userSid, ...members })
const show = (
  issued: Issued,
  changes: { secret?: string; elementToken?: string; origin?: string | undefined } = {},
) => verify(world.stack, { ...pairOf(issued), ...changes })

/** Expects that the pair is refused. */
async function mismatched(issued: Issued, elementToken: string) {
  const answer = await show(issued, { elementToken })
  problemOf(answer, 401)
  expect(answer.text('code')).toBe('element_token_invalid')
}

const setOrigins = async (allowedEmbedOrigins: string[], of = world) => {
  const answer = await of.admin('PUT', of.path('/settings'), { body: { allowedEmbedOrigins } })
  expect(answer.status, answer.raw).toBe(200)
}

describe('the pair of an issue', () => {
  test('is valid, and the response has its user, its element and its end, in one round trip', async () => {
    const embed = await issue({ resource: userSid, expiresIn: 600 })
    const answer = await show(embed)
    expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
    expect(answer.body).toMatchObject({
      ...{
        sid: embed.sid,
        installSid: world.installSid,
        elementType: 'exam-session',
        targetUserSid: userSid,
      },
      ...{ resource: userSid, expiresAt: embed.answer.text('expiresAt') },
      absoluteExpiresAt: embed.answer.text('absoluteExpiresAt'),
    })
    expect(answer.count('expiresIn')).toBeLessThanOrEqual(600)
    expect(answer.count('expiresIn')).toBeGreaterThan(590)
    for (const secret of [embed.secret, embed.answer.text('elementToken')])
      expect(answer.raw).not.toContain(secret)
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  test('stays valid after refreshes, with the old elementToken and the new stsToken', async () => {
    const root = await issue()
    const { elementToken } = pairOf(root)
    const [, middle = root, last = root] = await chainFrom(world, root, 2)
    const answer = await show(root, { secret: last.secret })
    expect(answer.body).toMatchObject({ sid: last.sid, expiresAt: last.answer.text('expiresAt') })
    for (const { secret } of [root, middle]) problemOf(await show(root, { secret, elementToken }), 401)
  })

  test('stays valid when the elementToken has expired but the refreshed stsToken is active', async () => {
    const root = await issue()
    const { secret } = await refresh(world, root)
    await world.stack.db.execute(
      sql`update sts_token set expires_at = now() - interval '1 minute' where sid = ${root.sid.slice(2)}::uuid`,
    )
    const { header, claims } = partsOf(pairOf(root).elementToken)
    const exp = Math.floor(Date.now() / 1000) - 60
    const elementToken = assemble(header, { ...claims, exp }, rs256(signingKeyOf(world.stack).key))
    expect((await show(root, { secret, elementToken })).status).toBe(200)
  })
})

describe('the verification refuses', () => {
  test('the elementToken of another family of the same user and credential', async () => {
    const [one, other] = [await issue(), await issue()]
    await mismatched(one, pairOf(other).elementToken)
    await mismatched(other, pairOf(one).elementToken)
  })

  test('the elementToken of another user, of another element, of another resource', async () => {
    const one = await issue()
    const others = [
      await issueToken(world, { targetUserSid: await world.user() }),
      await issue({ elementType: 'proctoring-session' }),
      await issue({ resource: userSid }),
    ]
    for (const other of others) await mismatched(one, pairOf(other).elementToken)
  })

  test('the elementToken of another install, of the same account or another', async () => {
    const other = await makeWorld()
    const foreign = await issueToken(other, { targetUserSid: await other.user() })
    const one = await issue()
    await mismatched(one, pairOf(foreign).elementToken)
    await mismatched(foreign, pairOf(one).elementToken)
  })

  test('an api token, which has no elementToken, with that of another', async () => {
    const api = await issueApiToken(world, ofInstall(world))
    const answer = await verify(world.stack, { ...pairOf(await issue()), secret: api.secret })
    expect([401, 403]).toContain(answer.status)
  })

  test.each<[string, (embed: Issued) => Promise<unknown>]>([
    ['refreshed', embed => refresh(world, embed)],
    ['revoked', embed => revoke(world, embed)],
    ['revoked with its user', () => revokeMany(world, { targetUserSid: userSid })],
    ['revoked with its install', () => revokeMany(world, { all: true })],
    ['expired', embed => age(world, embed, 901)],
    ['at its absolute end', embed => age(world, embed, 28_801)],
  ])('an stsToken that was %s', async (_, change) => {
    const embed = await issue()
    expect((await show(embed)).status).toBe(200)
    await change(embed)
    problemOf(await show(embed), 401)
  })

  test('no bearer, junk, a credential, and the elementToken itself', async () => {
    const { elementToken } = pairOf(await issue())
    const headers = { origin: world.stack.baseUrl }
    const bare = await callerOf(world.stack)('POST', '/v1/embeds/verify', { body: { elementToken }, headers })
    problemOf(bare, 401)
    expect(bare.headers.get('www-authenticate')).toMatch(/./)
    for (const secret of ['junk', elementToken])
      problemOf(await verify(world.stack, { secret, elementToken }), 401)
    const backend = await verify(world.stack, { secret: world.secret, elementToken })
    expect([401, 403]).toContain(backend.status)
  })
})

test('an elementToken alone authorises nothing, in any header or member', async () => {
  const { elementToken } = pairOf(await issue({ elementType: 'proctoring-session' }))
  const nobody = callerOf(world.stack)
  const places = [
    { token: elementToken },
    { authorization: `Bearer ${elementToken}` },
    { authorization: elementToken },
    { cookie: `session=${elementToken}; stsToken=${elementToken}` },
    { 'x-element-token': elementToken },
  ]
  for (const headers of places)
    for (const rest of [`/users/${userSid}/profile`, '/users', '/sts/tokens', '/sts/audit'])
      expect((await nobody('GET', world.path(rest), { headers })).status).toBe(401)
  for (const query of [`token=${elementToken}`, `access_token=${elementToken}`])
    expect((await nobody('GET', world.path(`/users?${query}`))).status).toBe(401)
})

describe('the origin', () => {
  const allowed = ['https://lms.example', 'https://lms.example:8443', 'http://localhost:3000']
  const forbidden = (answer: Awaited<ReturnType<typeof show>>) => {
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('origin_not_allowed')
  }

  test('of a page that the install allows can embed, and so can our own', async () => {
    await setOrigins(allowed)
    const embed = await issue()
    for (const origin of [...allowed, world.stack.baseUrl]) {
      const answer = await show(embed, { origin })
      expect(answer.status, answer.raw).toBe(200)
      expect(answer.body['allowedOrigins']).toEqual(allowed)
    }
    const frames = await callerOf(world.stack)('GET', `/v1/embeds/frames/${world.installSid}`)
    expect(frames.body).toEqual({ allowedOrigins: allowed })
  })

  test.each([
    ['of another site', 'https://evil.example'],
    ['of another port', 'https://lms.example:8444'],
    ['with the default port', 'https://lms.example:443'],
    ['of another scheme', 'http://lms.example'],
    ['of a scheme other than http and https', 'file://lms.example'],
    ['in upper case', 'https://LMS.example'],
    ['with its scheme in upper case', 'HTTPS://lms.example'],
    ['of a subdomain', 'https://a.lms.example'],
    ['of the parent domain', 'https://example'],
    ['that starts with an allowed one', 'https://lms.example.evil.example'],
    ['that ends with an allowed one', 'https://evil-lms.example'],
    ['with a user', 'https://lms.example@evil.example'],
    ['with a path', 'https://lms.example/'],
    ['with a dot at its end', 'https://lms.example.'],
    ['of another port of localhost', 'http://localhost:3001'],
    ['of our host by another name', 'http://localhost:8787'],
    ['and another one, separated by a comma', 'https://lms.example, https://evil.example'],
    ['and another one, separated by a blank', 'https://lms.example https://evil.example'],
    ['that is null', 'null'],
    ['that is a star', '*'],
    ['that is empty', ''],
    ['that is missing', undefined],
  ])('%s cannot: %s', async (_, origin) => {
    await setOrigins(allowed)
    forbidden(await show(await issue(), { origin }))
  })

  test('that another install allows cannot', async () => {
    const other = await makeWorld()
    await setOrigins(['https://theirs.example'], other)
    forbidden(await show(await issue(), { origin: 'https://theirs.example' }))
  })

  test('is checked each time: one that is no longer allowed is refused at once', async () => {
    const embed = await issue()
    const [origin = ''] = allowed
    await setOrigins(allowed)
    expect((await show(embed, { origin })).status).toBe(200)
    await setOrigins([])
    forbidden(await show(embed, { origin }))
    await setOrigins([origin])
    expect((await show(embed, { origin })).status).toBe(200)
  })

  test('can only be our own if the install allows none', async () => {
    const other = await makeWorld()
    const embed = await issueToken(other, { targetUserSid: await other.user() })
    forbidden(await verify(other.stack, { ...pairOf(embed), origin: 'https://lms.example' }))
    expect((await verify(other.stack, pairOf(embed))).status).toBe(200)
  })

  test('that is allowed does not make an invalid pair valid', async () => {
    await setOrigins(allowed)
    const [one, other] = [await issue(), await issue()]
    const answer = await show(one, {
      origin: 'https://lms.example',
      elementToken: pairOf(other).elementToken,
    })
    problemOf(answer, 401)
  })
})
