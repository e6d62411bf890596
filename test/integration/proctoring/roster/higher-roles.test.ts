// Rows that give a user a role above that of the caller.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import { type BundleOptions, bundle, type Tables } from '../../../support/one-roster.ts'
import { classOfTwo, sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

/** Imports as an instructor. */
async function send(world: World, tables: Tables, query = '', options: BundleOptions = {}) {
  const { call } = await world.credential(allow(['sp:*'], ['*']), 'instructor')
  const headers = { 'content-type': 'application/zip' }
  const body = new Blob([bundle(tables, options)])
  const answer = await call('POST', world.path(`/provision/oneroster${query}`), { body, headers })
  expect(answer.status, answer.raw).toBe(200)
  return answer.body
}

/** `sisId role enabled`, sorted. */
async function people({ stack: { db }, installSid }: World): Promise<string[]> {
  const rows = await db
    .select()
    .from(user)
    .where(eq(user.installSid, sidOf('AI', installSid)))
  return rows.map(({ sisId, role, enabled }) => `${sisId} ${role} ${enabled}`).toSorted()
}

const higher = {
  column: 'role',
  code: 'action_not_allowed',
  message: 'The role instructor may not give users the role admin.',
}
const [v12, delta] = [{ version: '1.2' }, { version: '1.2', mode: 'delta' }] as const
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

test('a row with a role above that of the caller is reported, and the others are imported', async () => {
  const world = await makeWorld()
  expect(
    await send(world, { ...classOfTwo, users: [{ role: 'administrator' }, {}] }, '?mode=full'),
  ).toMatchObject({
    counts: { users: { created: 1 }, enrollments: { created: 1 } },
    errorCount: 2,
    errors: [
      { file: 'users.csv', line: 2, ...higher },
      { file: 'enrollments.csv', line: 2, code: 'unresolved_reference' },
    ],
  })
  expect(await people(world)).toEqual(['user-2 learner true'])
})

test('a roster of a caller deletes nobody if one of its rows has a role above that of the caller', async () => {
  const world = await makeWorld()
  await sendRoster(world, { users: [{ role: 'administrator' }, {}, {}] })
  const users = [{ role: 'administrator', givenName: 'Grace' }, {}]
  expect(await send(world, { users }, '?mode=full')).toMatchObject({
    counts: { users: { updated: 0, deleted: 0 } },
  })
  expect(await people(world)).toEqual(['user-1 admin true', 'user-2 learner true', 'user-3 learner true'])
})

test('the enrollment of an existing user whose row is reported is imported', async () => {
  const world = await makeWorld()
  await sendRoster(world, { users: [{ role: 'administrator' }] })
  const enrollments = [{ role: 'teacher' }, { userSourcedId: 'user-2' }]
  for (const options of [{}, v12])
    expect(
      await send(world, { ...classOfTwo, users: [{ role: 'administrator' }, {}], enrollments }, '', options),
    ).toMatchObject({ counts: { enrollments: { deleted: 0 } }, errorCount: 1 })
})

test('a delta of roles.csv gives no role above that of the caller, neither at once nor later', async () => {
  const world = await makeWorld()
  await sendRoster(world, { users: [{}, {}, {}] }, '', v12)
  const roles = [
    { role: 'systemAdministrator' },
    { role: 'systemAdministrator', userSourcedId: 'user-2', beginDate: tomorrow },
    { role: 'teacher', userSourcedId: 'user-3' },
  ]
  expect(await send(world, { roles }, '', delta)).toMatchObject({
    counts: { users: { updated: 1 } },
    errors: [
      { file: 'roles.csv', line: 2, ...higher },
      { file: 'roles.csv', line: 3, ...higher },
    ],
  })
  expect(await people(world)).toEqual([
    'user-1 learner true',
    'user-2 learner true',
    'user-3 instructor true',
  ])
  const stored = await world.stack.db
    .select({ roles: user.rosterRoles })
    .from(user)
    .where(eq(user.installSid, sidOf('AI', world.installSid)))
  expect(JSON.stringify(stored)).not.toContain('admin')
})
