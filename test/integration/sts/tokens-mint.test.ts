import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { firstOr404 } from '../../../src/shared/problems/problem.ts'
import { mintRoot, mintSuccessor } from '../../../src/sts/tokens/mint.ts'
import { issueToken, sidOf } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

// The conditions of the statements themselves, if the state has changed since the route read it.

const narrow = allow(['sp:ReadUserProfile'], ['*'])
const api = { tokenType: 'api', policy: { version: '1', statements: narrow } }

async function successorOf(world: World, sid: string) {
  const { db } = world.stack
  const { token, holderSid } = firstOr404(
    await db
      .select({ token: stsToken, holderSid: stsFamily.holderSid })
      .from(stsToken)
      .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
      .where(eq(stsToken.sid, sidOf('TA', sid))),
  )
  const { refreshes } = await batch(db, {
    refreshes: mintSuccessor(token.sid, holderSid, 'ab'.repeat(32), {
      secretHash: token.secretHash.replace(/./g, 'a'),
    }),
  })
  // They have no replacement.
  return refreshes.flatMap(({ issued, replacedBy }) => issued ?? replacedBy ?? [])
}

test.each([
  ['revoked', { revokedAt: sql`now()` }],
  ['at its absolute end', { absoluteExpiresAt: sql`now()` }],
  ['of an older epoch', { credentialEpoch: sql`${stsFamily.credentialEpoch} - 1` }],
  ['of another generation', { generation: sql`${stsFamily.generation} + 1` }],
])('no successor is created for a family that is %s by then', async (_, change) => {
  const world = await makeWorld()
  const { sid } = await issueToken(world, api)
  await world.stack.db
    .update(stsFamily)
    .set(change)
    .where(eq(stsFamily.sid, sidOf('TA', sid)))
  expect(await successorOf(world, sid)).toEqual([])
})

test('no successor is created for a token that has expired by then', async () => {
  const world = await makeWorld()
  const { sid } = await issueToken(world, api)
  await world.stack.db
    .update(stsToken)
    .set({ expiresAt: sql`now()` })
    .where(eq(stsToken.sid, sidOf('TA', sid)))
  expect(await successorOf(world, sid)).toEqual([])
})

test('no root is created for a credential that is revoked, or a user that is deleted or erased, by then', async () => {
  const world = await makeWorld()
  const { db } = world.stack
  const { sid } = await world.credential(allow(['sp:*'], ['*']))
  const root = {
    installSid: sidOf('AI', world.installSid),
    credentialSid: sidOf('AK', sid),
    targetUserSid: null,
    tokenType: 'api' as const,
    elementType: null,
    resource: '*',
    policy: { version: '1' as const, statements: narrow },
    creatorFingerprint: null,
  }
  const mint = async (members: Partial<typeof root> | { targetUserSid: `US${string}` }, digit: string) => {
    const { minted } = await batch(db, {
      minted: mintRoot({ ...root, ...members }, { secretHash: digit.repeat(64) }),
    })
    return minted.length
  }
  expect(await mint({ targetUserSid: `US${'0'.repeat(32)}` }, 'b')).toBe(0)
  expect(await mint({}, 'c')).toBe(1)
  const targetUserSid = await world.user()
  expect(await mint({ targetUserSid }, 'e')).toBe(1)
  expect((await world.admin('DELETE', world.path(`/users/${targetUserSid}`))).status).toBe(200)
  expect(await mint({ targetUserSid }, 'f')).toBe(0)
  await db
    .update(apiCredential)
    .set({ revokedAt: sql`now()` })
    .where(eq(apiCredential.sid, sidOf('AK', sid)))
  expect(await mint({}, 'd')).toBe(0)
})

test('a refresh requires the scope to be within the policy of the refreshing credential', async () => {
  const world = await makeWorld()
  const { sid } = await issueToken(world, api)
  const other = await world.credential(allow(['sp:RefreshStsToken'], ['*']))
  const refused = await other.call('POST', world.path(`/sts/tokens/${sid}/refresh`))
  expect(refused.status).toBe(403)
  expect(refused.text('code')).toBe('permission_ceiling_violation')
})

test('a refresh requires the scope to be within the current policy of its creator, for every caller', async () => {
  const world = await makeWorld()
  const creator = await world.credential(allow(['sp:*'], ['*']))
  const { sid } = await issueToken(world, api, creator.call)
  const policy = { version: '1' as const, statements: allow(['sp:CreateStsToken'], ['*']) }
  await world.stack.db
    .update(apiCredential)
    .set({ policy })
    .where(eq(apiCredential.sid, sidOf('AK', creator.sid)))
  const refused = await world.admin('POST', world.path(`/sts/tokens/${sid}/refresh`))
  expect(refused.status).toBe(403)
  expect(refused.text('code')).toBe('permission_ceiling_violation')
})

test('the resource of a proctoring-session token limits it to that resource', async () => {
  const world = await makeWorld()
  const [target, other] = [await world.user(), await world.user()]
  const narrowed = { elementType: 'proctoring-session', targetUserSid: target, resource: target }
  const { call } = await issueToken(world, narrowed)
  expect((await call('GET', world.path(`/users/${target}/profile`))).status).toBe(200)
  expect((await call('GET', world.path(`/users/${other}/profile`))).status).toBe(403)
  expect((await call('GET', world.path('/users'))).status).toBe(403)
})
