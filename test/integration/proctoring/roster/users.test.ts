// The roles and usernames of users whom a roster changes.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import type { BundleOptions, Tables } from '../../../support/one-roster.ts'
import { sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const send = (world: World, tables: Tables, options: BundleOptions = {}) =>
  sendRoster(world, tables, '', options)

/** `sisId username role enabled`, sorted. */
async function people({ stack: { db }, installSid }: World): Promise<string[]> {
  const rows = await db
    .select()
    .from(user)
    .where(eq(user.installSid, sidOf('AI', installSid)))
  return rows
    .map(({ sisId, username, role, enabled }) => `${sisId} ${username} ${role} ${enabled}`)
    .toSorted()
}

const counts = (created = 0, updated = 0, unchanged = 0, deleted = 0) => ({
  ...{ created, updated, unchanged, deleted },
})

test('in a delta, roles.csv changes the role of an imported user whom users.csv does not list', async () => {
  const world = await makeWorld()
  await send(world, { users: [{}, {}, {}] }, { version: '1.2' })
  const delta = { version: '1.2', mode: 'delta' } as const
  const roles = [
    { role: 'teacher' },
    { role: 'proctor', userSourcedId: 'user-2', status: 'tobedeleted' },
    { role: 'student', userSourcedId: 'user-3', endDate: '2020-01-01' },
    { role: 'guardian', userSourcedId: 'guardian-1' },
    { role: 'teacher', userSourcedId: 'nobody' },
  ]
  const answer = await send(world, { roles }, delta)
  expect(answer).toMatchObject({
    counts: { users: counts(0, 1, 2) },
    errorCount: 1,
    errors: [{ file: 'roles.csv', line: 6, column: 'userSourcedId', code: 'unresolved_reference' }],
  })
  const changed = [
    'user-1 user-1 instructor true',
    'user-2 user-2 learner true',
    // Another role of the user, which the delta does not list, can go on.
    'user-3 user-3 learner true',
  ]
  expect(await people(world)).toEqual(changed)
  expect(await send(world, { roles }, delta)).toMatchObject({ counts: { users: counts(0, 0, 3) } })
  expect(await people(world)).toEqual(changed)
})

test('a bulk users.csv lists all users, so roles.csv changes no other one', async () => {
  const world = await makeWorld()
  await send(world, { users: [{}, {}] }, { version: '1.2' })
  const roles = [{ role: 'student' }, { role: 'teacher', userSourcedId: 'user-2' }]
  expect(await send(world, { users: [{}], roles }, { version: '1.2' })).toMatchObject({
    counts: { users: counts(0, 0, 1) },
    errorCount: 0,
  })
  expect(await people(world)).toEqual(['user-1 user-1 learner true', 'user-2 user-2 learner true'])
})

test('users can exchange usernames, and take one that another row gives up', async () => {
  const world = await makeWorld()
  await send(world, { users: [{}, {}, {}, {}] })
  const users = ['user-2', 'USER-1', 'user-4', 'user-9', 'user-3'].map(username => ({ username }))
  expect(await send(world, { users })).toMatchObject({
    counts: { users: counts(1, 4) },
    errorCount: 0,
  })
  const renamed = [
    'user-1 user-2 learner true',
    'user-2 USER-1 learner true',
    'user-3 user-4 learner true',
    'user-4 user-9 learner true',
    'user-5 user-3 learner true',
  ]
  expect(await people(world)).toEqual(renamed)
  expect(await send(world, { users })).toMatchObject({ counts: { users: counts(0, 0, 5) }, errorCount: 0 })
  expect(await people(world)).toEqual(renamed)
})

test('a username stays taken if the row that would give it up is refused', async () => {
  const world = await makeWorld()
  await send(world, { users: [{}, {}, {}] })
  await world.user({ username: 'taken' })
  const users = ['user-2', 'user-3', 'taken'].map(username => ({ username }))
  const answer = await send(world, { users })
  expect(answer).toMatchObject({
    counts: { users: counts() },
    errorCount: 3,
    errors: [2, 3, 4].map(line => ({ file: 'users.csv', line, column: 'username', code: 'username_taken' })),
  })
  expect((await people(world)).slice(1)).toEqual(
    [1, 2, 3].map(number => `user-${number} user-${number} learner true`),
  )
})
