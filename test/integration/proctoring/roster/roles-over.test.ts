// A user who left because the last role was over, and later deltas that list the user without a role.
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { course, enrollment } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { change } from '../../../support/catalog.ts'
import { type BundleOptions, manifest, type Tables } from '../../../support/one-roster.ts'
import { itemOf, provision } from '../../../support/provision.ts'
import { classOfTwo, sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const delta: BundleOptions = { version: '1.2', mode: 'delta' }
const ofInstall = ({ installSid }: World) => eq(user.installSid, sidOf('AI', installSid))
const store = (world: World, sisId: string, values: Partial<typeof user.$inferInsert>) =>
  world.stack.db
    .update(user)
    .set(values)
    .where(and(ofInstall(world), eq(user.sisId, sisId)))

const usersOf = ({ stack: { db }, installSid }: World) =>
  db
    .select()
    .from(user)
    .where(eq(user.installSid, sidOf('AI', installSid)))
const sidOfUser = async (world: World, sisId = 'user-2') =>
  (await usersOf(world)).find(row => row.sisId === sisId)?.sid ?? ''

/** `enabled`, and the course of each enrollment with its status, sorted. */
async function stateOf(world: World, sisId = 'user-2'): Promise<string> {
  const rows = await world.stack.db
    .select({ enabled: user.enabled, of: course.title, status: enrollment.status })
    .from(user)
    .leftJoin(enrollment, eq(enrollment.userSid, user.sid))
    .leftJoin(course, eq(course.sid, enrollment.courseSid))
    .where(and(ofInstall(world), eq(user.sisId, sisId)))
  return [`${rows[0]?.enabled}`, ...rows.map(({ of, status }) => `${of} ${status}`).toSorted()].join(', ')
}
const away = 'false, Course course-1 withdrawn'
const present = 'true, Course course-1 active'

const listed = { sourcedId: 'user-2', role: '', givenName: 'Grace' } // roles are listed in roles.csv only
const role = { sourcedId: 'user-2-role', userSourcedId: 'user-2', role: 'student' }
const member = { sourcedId: 'enrollment-2', userSourcedId: 'user-2' }
const users: Tables = { users: [listed] }
const enrollments: Tables = { enrollments: [member] }

/** The classOfTwo, and a role of the user that is over since. No import has applied the end. */
async function withRoleOver(sisId = 'user-2'): Promise<World> {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', { version: '1.2' })
  expect(await stateOf(world, sisId)).toBe(present)
  await store(world, sisId, {
    rosterRoles: { [`${sisId}-role`]: { role: 'learner', endDate: '2026-01-01' } },
  })
  return world
}

/** The school after an import that applied the end. */
async function afterLeaving(sisId = 'user-2'): Promise<World> {
  const world = await withRoleOver(sisId)
  await sendRoster(world, { orgs: [{}] }, '', delta)
  expect(await stateOf(world, sisId)).toBe(away)
  return world
}

const nothing = { created: 0, updated: 0, deleted: 0 }

test.each<[string, Tables, string?]>([
  ['users.csv', users],
  ['enrollments.csv', enrollments],
  ['both', { ...users, ...enrollments }],
  ['both in mode full', { ...users, ...enrollments }, '?mode=full'],
])(
  'a delta of %s in whose import the last role of a user is over changes nothing when it is repeated',
  async (_, tables, query) => {
    const world = await withRoleOver()
    const first = await sendRoster(world, tables, query, delta)
    expect(first).toMatchObject({ counts: { users: { ...nothing, deleted: 1 } } })
    expect(await stateOf(world)).toBe(away)
    const before = await usersOf(world)
    for (const _time of [1, 2]) {
      const { counts } = await sendRoster(world, tables, query, delta)
      const unchanged = tables['users']?.length ?? 0
      expect(counts).toMatchObject({ users: { ...nothing, unchanged }, enrollments: nothing })
      expect(await stateOf(world)).toBe(away)
    }
    expect(await usersOf(world)).toEqual(before)
  },
)

const mixed = (isBulk: (name: string) => boolean, names: string[]): BundleOptions => ({
  ...delta,
  files: {
    'manifest.csv': manifest('1.2', name =>
      names.includes(name) ? (isBulk(name) ? 'bulk' : 'delta') : 'absent',
    ),
  },
})

test('with complete roles and changed users, a role that is over keeps the user away until roles.csv lists another one', async () => {
  const world = await withRoleOver()
  const options = mixed(name => name === 'roles', ['users', 'roles', 'enrollments'])
  const others = [{}, { ...role, endDate: '2026-01-01' }]
  for (const roles of [others, others, [{}], [{}]]) {
    await sendRoster(world, { ...users, ...enrollments, roles }, '', options)
    expect(await stateOf(world)).toBe(away)
  }
  await sendRoster(world, { ...users, ...enrollments, roles: [{}, role] }, '', options)
  expect(await stateOf(world)).toBe(present)
})

test('with all users and changed roles, a deletion of the last role keeps the user away, also from classes', async () => {
  const world = await withRoleOver()
  const options = mixed(name => name === 'users', ['users', 'roles', 'enrollments'])
  const ended = { roles: [{}, { ...role, status: 'tobedeleted' }], users: [{ role: '' }, listed] }
  for (const tables of [ended, ended, { ...ended, roles: [{}] }]) {
    await sendRoster(world, { ...tables, ...enrollments }, '', options)
    expect(await stateOf(world)).toBe(away)
  }
  await sendRoster(world, { ...ended, ...enrollments, roles: [{}, role] }, '', options)
  expect(await stateOf(world)).toBe(present)
})

test('a user whose last role was over returns with a delta that lists a role, also one that starts later', async () => {
  const world = await afterLeaving()
  const later = { ...role, beginDate: '2100-01-01' }
  await sendRoster(world, { ...users, ...enrollments, roles: [later] }, '', delta)
  expect(await stateOf(world)).toBe(present)
})

test('a user whose last role was over, and who has a role again, returns with the next delta that lists the user', async () => {
  const world = await afterLeaving()
  await sendRoster(world, { roles: [role] }, '', delta)
  expect(await stateOf(world)).toBe(away)
  await sendRoster(world, users, '', delta)
  expect(await stateOf(world)).toBe('true, Course course-1 withdrawn')
})

test('a user who was tobedeleted returns with a delta that does not list the unchanged role', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', { version: '1.2' })
  for (const time of ['first', 'repeated']) {
    await sendRoster(world, { users: [{ ...listed, status: 'tobedeleted' }] }, '', delta)
    expect([time, await stateOf(world)]).toEqual([time, away])
  }
  await sendRoster(world, { ...users, ...enrollments }, '', delta)
  expect(await stateOf(world)).toBe(present)
})

test('a user whose last role was over, and who is tobedeleted after it, returns as each who was tobedeleted', async () => {
  const world = await afterLeaving()
  await sendRoster(world, { users: [{ ...listed, status: 'tobedeleted' }] }, '', delta)
  await sendRoster(world, { ...users, ...enrollments }, '', delta)
  expect(await stateOf(world)).toBe(present)
})

test('a user whom a complete file did not list returns with a delta that does not list the unchanged role', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', { version: '1.2' })
  await sendRoster(world, { ...classOfTwo, users: [{}], enrollments: [{}] }, '?mode=full', { version: '1.2' })
  expect(await stateOf(world)).toBe(away)
  await sendRoster(world, { ...users, ...enrollments }, '', delta)
  expect(await stateOf(world)).toBe(present)
})

test('an enrollment by provisioning remains, and the user returns with the next delta', async () => {
  const world = await afterLeaving()
  const item = itemOf('other', {
    course: { title: 'Other', ids: { lms: 'other' } },
    user: { ids: { sis: 'user-2' } },
  })
  await provision(world, item)
  const provisioned = (state: string) => `${state}, Other active`
  expect(await stateOf(world)).toBe(provisioned(away))
  await sendRoster(world, { orgs: [{}] }, '', delta)
  expect(await stateOf(world)).toBe(provisioned(away))
  await sendRoster(world, { ...users, ...enrollments }, '', delta)
  expect(await stateOf(world)).toBe(provisioned(present))
})

test('an enrollment by provisioning in the course of the roster remains when a delta lists the membership', async () => {
  const world = await afterLeaving()
  const course1 = { title: 'Course course-1', ids: { sis: 'course-1' } }
  await provision(world, itemOf('same', { course: course1, user: { ids: { sis: 'user-2' } } }))
  await sendRoster(world, enrollments, '', delta)
  expect(await stateOf(world)).toBe('false, Course course-1 active')
})

test('the user into whom one was merged whose last role was over stays away', async () => {
  const world = await afterLeaving()
  const target = await world.user({ email: 'ada@home.example', enabled: false })
  await change(world, 'POST', `/users/${await sidOfUser(world)}/merge`, { intoUserSid: target })
  await sendRoster(world, { ...users, ...enrollments }, '', delta)
  expect(await stateOf(world)).toBe(away)
})

test('a user who is enabled by hand returns, also if a delta disables and enables the user after it', async () => {
  const world = await afterLeaving()
  const disabled = { users: [{ ...listed, enabledUser: 'false' }] }
  await change(world, 'PUT', `/users/${await sidOfUser(world)}`, { enabled: true })
  await sendRoster(world, { ...users, ...enrollments }, '', delta)
  expect(await stateOf(world)).toBe(present)
  await sendRoster(world, disabled, '', delta)
  await sendRoster(world, users, '', delta)
  expect(await stateOf(world)).toBe(present)
})

test('a user who is enabled and disabled by hand returns with the next delta', async () => {
  const world = await afterLeaving()
  for (const enabled of [true, false])
    await change(world, 'PUT', `/users/${await sidOfUser(world)}`, { enabled })
  await sendRoster(world, { ...users, ...enrollments }, '', delta)
  expect(await stateOf(world)).toBe(present)
})

test('a user whose id is changed stays away by the new id, and a user of another install does not', async () => {
  const [world, other] = [await afterLeaving(), await makeWorld()]
  await sendRoster(other, classOfTwo, '', { version: '1.2' })
  await store(other, 'user-2', { enabled: false })
  await sendRoster(other, users, '', delta)
  expect(await stateOf(other)).toBe(present)
  await change(world, 'PUT', `/users/${await sidOfUser(world)}`, { sisId: 'user-9' })
  const renamed: Tables = {
    users: [{ ...listed, sourcedId: 'user-9' }],
    enrollments: [{ ...member, userSourcedId: 'user-9' }],
  }
  await sendRoster(world, renamed, '', delta)
  expect(await stateOf(world, 'user-9')).toBe(away)
})
