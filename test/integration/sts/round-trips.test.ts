// Round trips of the issue and the refresh of tokens. A caller whose rights this isolate has read before is decided in
// memory and confirmed by the write itself.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily } from '../../../db/schema/sts.ts'
import { hashSecret, makeSecret } from '../../../src/shared/auth/secret.ts'
import type { Call } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { askRefresh, backend, grant, refresh, revoke, revokeMany, setInstall } from '../../support/sts.ts'
import { holderOf, issueToken, mintingNothing, sidOf } from '../../support/tokens.ts'
import { allow, makeWorld, sisterOf, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (by: Call, members: Record<string, unknown> = {}, at = world) =>
  by('POST', at.path('/sts/tokens'), {
    body: { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid, ...members },
  })

const familyOf = ({ sid }: { sid: string }) => eq(stsFamily.sid, sidOf('TA', sid))

/** A credential that has issued a token. */
async function known() {
  const credential = await backend(world)
  expect(await issue(credential.call)).toMatchObject({ status: 201, roundTrips: 2 })
  return credential
}

describe('an issue', () => {
  test('has two round trips by a credential that is new to the isolate, and one by the same credential then', async () => {
    const { call } = await known()
    for (const elementType of ['exam-session', 'proctoring-session', 'assessment-viewer'])
      expect(await issue(call, { elementType })).toMatchObject({ status: 201, roundTrips: 1 })
  })

  test('of an api token has one round trip, too', async () => {
    const { call } = await known()
    const policy = {
      version: '1',
      statements: allow(['sp:ListUsers'], [`installs/${world.installSid}/users`]),
    }
    const answer = await call('POST', world.path('/sts/tokens'), { body: { tokenType: 'api', policy } })
    expect(answer).toMatchObject({ status: 201, roundTrips: 1 })
  })

  test('by a credential of all installs has one round trip in each install', async () => {
    const sister = await sisterOf(world)
    expect((await issue(world.admin)).status).toBe(201)
    const targetUserSid = await sister.user()
    const answer = await issue(world.admin, { targetUserSid }, sister)
    expect(answer).toMatchObject({ status: 201, roundTrips: 1 })
  })

  test('has at most two round trips when the policy was narrowed since, and is decided by the current policy', async () => {
    const credential = await known()
    await grant(world, credential, allow(['sp:ListUsers'], ['*']))
    const refused = await mintingNothing(world, () => issue(credential.call))
    expect(refused.roundTrips).toBe(1)
    problemOf(refused, 403)
    await grant(world, credential, allow(['sp:*'], [`installs/${world.installSid}/*`]))
    expect(await issue(credential.call)).toMatchObject({ status: 201, roundTrips: 2 })
    expect(await issue(credential.call)).toMatchObject({ status: 201, roundTrips: 1 })
  })

  test('is refused in one round trip when the credential was revoked since', async () => {
    const credential = await known()
    await world.admin('DELETE', world.path(`/credentials/${credential.sid}`))
    for (const _ of [1, 2]) {
      const refused = await mintingNothing(world, () => issue(credential.call))
      expect(refused).toMatchObject({ status: 401, roundTrips: 1 })
    }
  })

  test('is refused in one round trip when the secret of the credential is another one since', async () => {
    const credential = await known()
    await world.stack.db
      .update(apiCredential)
      .set({ secretHash: hashSecret(makeSecret('credential')) })
      .where(eq(apiCredential.sid, sidOf('AK', credential.sid)))
    const refused = await mintingNothing(world, () => issue(credential.call))
    expect(refused).toMatchObject({ status: 401, roundTrips: 1 })
  })

  test('is refused in one round trip for a user of another install, and in two for another install, of which it reads nothing', async () => {
    const { call } = await known()
    const other = await makeWorld()
    const targetUserSid = await other.user()
    const strange = await mintingNothing(world, () => issue(call, { targetUserSid }))
    expect(strange).toMatchObject({ status: 400, roundTrips: 1 })
    const across = await mintingNothing(other, () => issue(call, { targetUserSid }, other))
    expect(across).toMatchObject({ status: 404, roundTrips: 2 })
    // A credential of all installs of its account, which the memory alone cannot refuse.
    expect((await issue(world.admin)).status).toBe(201)
    const account = await mintingNothing(other, () => issue(world.admin, { targetUserSid }, other))
    expect(account).toMatchObject({ status: 404, roundTrips: 2 })
  })

  test('is refused in one round trip when the policy does not contain the token', async () => {
    const { call } = await world.credential(allow(['sp:CreateStsToken'], ['*']))
    for (const _ of [1, 2]) {
      const refused = await mintingNothing(world, () => issue(call))
      expect(refused).toMatchObject({ status: 403, roundTrips: 1 })
      expect(refused.text('code')).toBe('permission_ceiling_violation')
    }
  })
})

describe('a refresh', () => {
  const everything = () => allow(['sp:*'], [`installs/${world.installSid}/*`])

  /** A credential that has issued a token, and that token. */
  async function issued() {
    const credential = await known()
    const token = holderOf(world.stack, await issue(credential.call))
    return { credential, token, by: { by: credential.call } }
  }

  test('by the credential that issued the token has one round trip, also each later one', async () => {
    const { token, by } = await issued()
    for (let last = token, n = 0; n < 3; n += 1) {
      const answer = await askRefresh(world, last, by)
      expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
      last = holderOf(world.stack, answer)
    }
  })

  test('by another credential has two round trips, and the next one by the creator one again', async () => {
    const { token, by } = await issued()
    const other = await known()
    const answer = await askRefresh(world, token, { by: other.call })
    expect(answer).toMatchObject({ status: 200, roundTrips: 2 })
    const next = await askRefresh(world, holderOf(world.stack, answer), by)
    expect(next).toMatchObject({ status: 200, roundTrips: 1 })
  })

  test('of a token of an earlier version, which has no fingerprint, has two round trips once', async () => {
    const { token, by } = await issued()
    await world.stack.db.update(stsFamily).set({ creatorFingerprint: null }).where(familyOf(token))
    const answer = await askRefresh(world, token, by)
    expect(answer).toMatchObject({ status: 200, roundTrips: 2 })
    const next = await askRefresh(world, holderOf(world.stack, answer), by)
    expect(next).toMatchObject({ status: 200, roundTrips: 1 })
  })

  test('has at most two round trips when the policy was narrowed since, and is decided by the current policy', async () => {
    const { credential, token, by } = await issued()
    // It still allows the refresh, but no longer contains the token.
    await grant(world, credential, allow(['sp:RefreshStsToken'], ['*']))
    for (const _ of [1, 2]) {
      const refused = await mintingNothing(world, () => askRefresh(world, token, by))
      expect(refused).toMatchObject({ status: 403, roundTrips: 1 })
      expect(refused.text('code')).toBe('permission_ceiling_violation')
    }
    await grant(world, credential, allow(['sp:ListUsers'], ['*']))
    problemOf(await mintingNothing(world, () => askRefresh(world, token, by)), 403)
    await grant(world, credential, [...everything(), ...allow(['sp:ListUsers'], ['*'])])
    const answer = await askRefresh(world, token, by)
    expect(answer).toMatchObject({ status: 200, roundTrips: 2 })
    expect(await askRefresh(world, holderOf(world.stack, answer), by)).toMatchObject({
      status: 200,
      roundTrips: 1,
    })
  })

  test('of a token that an earlier policy of the creator contained is not proved by the current one', async () => {
    const { credential, token, by } = await issued()
    await grant(world, credential, allow(['sp:RefreshStsToken', 'sp:CreateStsToken'], ['*']))
    // The isolate now remembers the narrow policy, which allows the refresh itself.
    const narrow = { tokenType: 'api', policy: { version: '1', statements: [] } }
    expect((await by.by('POST', world.path('/sts/tokens'), { body: narrow })).status).toBe(201)
    problemOf(await mintingNothing(world, () => askRefresh(world, token, by)), 403)
  })

  test('has at most two round trips when the token is replaced, revoked or of a revoked user, credential or install', async () => {
    const replaced = await issued()
    const next = await refresh(world, replaced.token, replaced.by.by)
    const lost = await askRefresh(world, replaced.token, replaced.by)
    expect(lost.body).toMatchObject({ status: 409, replacedBy: next.sid })
    expect(lost.roundTrips).toBe(2)
    const ends = {
      token: ({ token }: Awaited<ReturnType<typeof issued>>) => revoke(world, token),
      user: () => revokeMany(world, { targetUserSid: userSid }),
      credential: ({ credential: { sid } }: Awaited<ReturnType<typeof issued>>) =>
        revokeMany(world, { credentialSid: sid }),
      install: () => revokeMany(world, { all: true }),
    }
    for (const end of Object.values(ends)) {
      const it = await issued()
      expect((await end(it)).status).toBe(204)
      const refused = await mintingNothing(world, () => askRefresh(world, it.token, it.by))
      expect(refused).toMatchObject({ status: 409, roundTrips: 2 })
    }
  })

  test('is refused in one round trip when the credential was revoked since', async () => {
    const { credential, token, by } = await issued()
    await world.admin('DELETE', world.path(`/credentials/${credential.sid}`))
    const refused = await mintingNothing(world, () => askRefresh(world, token, by))
    expect(refused).toMatchObject({ status: 401, roundTrips: 1 })
  })

  test('is refused in one round trip under the path of another install of the account', async () => {
    const sister = await sisterOf(world)
    const token = await issueToken(world, { targetUserSid: userSid })
    expect((await issue(world.admin)).status).toBe(201)
    const refused = await mintingNothing(world, () => askRefresh(sister, token))
    expect(refused).toMatchObject({ status: 404, roundTrips: 1 })
  })

  test('has the lifetime that the install allows at the time', async () => {
    const { token, by } = await issued()
    await setInstall(world, { maxTokenTtlSeconds: 60 })
    const answer = await askRefresh(world, token, by)
    await setInstall(world, { maxTokenTtlSeconds: 3600 })
    expect(answer.body).toMatchObject({ expiresIn: 60 })
    expect(answer.roundTrips).toBe(1)
  })
})
