import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { firstOr404 } from '../../../src/shared/problems/problem.ts'
import { mintRoot, mintSuccessor } from '../../../src/sts/tokens/mint.ts'
import { issueToken, sidOf } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

// What the statements themselves hold, when the world has changed since the route read it.

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
    refreshes: mintSuccessor(token.sid, holderSid, { secretHash: token.secretHash.replace(/./g, 'a') }),
  })
  // They have none that replaced them either.
  return refreshes.flatMap(({ issued, replacedBy }) => issued ?? replacedBy ?? [])
}

test.each([
  ['revoked', { revokedAt: sql`now()` }],
  ['at its absolute end', { absoluteExpiresAt: sql`now()` }],
  ['of an older epoch', { credentialEpoch: sql`${stsFamily.credentialEpoch} - 1` }],
  ['of another generation', { generation: sql`${stsFamily.generation} + 1` }],
])('no successor is minted for a family that is %s by then', async (_, change) => {
  const world = await makeWorld()
  const { sid } = await issueToken(world, api)
  await world.stack.db
    .update(stsFamily)
    .set(change)
    .where(eq(stsFamily.sid, sidOf('TA', sid)))
  expect(await successorOf(world, sid)).toEqual([])
})

test('no successor is minted for a token that has expired by then', async () => {
  const world = await makeWorld()
  const { sid } = await issueToken(world, api)
  await world.stack.db
    .update(stsToken)
    .set({ expiresAt: sql`now()` })
    .where(eq(stsToken.sid, sidOf('TA', sid)))
  expect(await successorOf(world, sid)).toEqual([])
})

test('no root is minted for a credential that is revoked, or a user that is gone, by then', async () => {
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
  }
  const mint = async (members: Partial<typeof root> | { targetUserSid: `US${string}` }, digit: string) => {
    const { minted } = await batch(db, {
      minted: mintRoot({ ...root, ...members }, { secretHash: digit.repeat(64) }),
    })
    return minted.length
  }
  expect(await mint({ targetUserSid: `US${'0'.repeat(32)}` }, 'b')).toBe(0)
  expect(await mint({}, 'c')).toBe(1)
  await db
    .update(apiCredential)
    .set({ revokedAt: sql`now()` })
    .where(eq(apiCredential.sid, sidOf('AK', sid)))
  expect(await mint({}, 'd')).toBe(0)
})

test('a refresh needs the scope to lie inside the policy of whoever refreshes', async () => {
  const world = await makeWorld()
  const { sid } = await issueToken(world, api)
  const other = await world.credential(allow(['sp:RefreshStsToken'], ['*']))
  const refused = await other.call('POST', world.path(`/sts/tokens/${sid}/refresh`))
  expect(refused.status).toBe(403)
  expect(refused.text('code')).toBe('permission_ceiling_violation')
})

test('a refresh needs the scope to lie inside what its creator may do now, whoever refreshes', async () => {
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

test('the resource of a proctoring-session token narrows it to that one', async () => {
  const world = await makeWorld()
  const [target, other] = [await world.user(), await world.user()]
  const narrowed = { elementType: 'proctoring-session', targetUserSid: target, resource: target }
  const { call } = await issueToken(world, narrowed)
  expect((await call('GET', world.path(`/users/${target}/profile`))).status).toBe(200)
  expect((await call('GET', world.path(`/users/${other}/profile`))).status).toBe(403)
  expect((await call('GET', world.path('/users'))).status).toBe(403)
})
