// The roles of a user in several organisations (roles.csv of OneRoster 1.2), over several imports.
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import { type BundleOptions, bundle, type Tables } from '../../../support/one-roster.ts'
import { sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const post = (world: World, tables: Tables, mode: BundleOptions['mode'], query = '') =>
  world.admin('POST', world.path(`/provision/oneroster${query}`), {
    body: new Blob([bundle(tables, { version: '1.2', mode: mode ?? 'bulk' })]),
    headers: { 'content-type': 'application/zip' },
  })

async function send(world: World, tables: Tables, mode: BundleOptions['mode'], query = '') {
  const answer = await post(world, tables, mode, query)
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.body).toMatchObject({ errorCount: 0 })
  return answer.body
}

const ofInstall = ({ installSid }: World, sisId: string) =>
  and(eq(user.installSid, sidOf('AI', installSid)), eq(user.sisId, sisId))

async function roleOf(world: World, sisId = 'user-1') {
  const [row] = await world.stack.db.select().from(user).where(ofInstall(world, sisId))
  return `${row?.role} ${row?.enabled}`
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const teacher = { sourcedId: 'role-1', role: 'teacher', orgSourcedId: 'org-1' }
const student = { sourcedId: 'role-2', role: 'student', orgSourcedId: 'org-2' }
const gone = { status: 'tobedeleted' }

/** A school with a user of these roles. */
async function withRoles(...roles: NonNullable<Tables['roles']>) {
  const world = await makeWorld()
  await send(world, { users: [{}], roles }, 'bulk')
  return world
}

test('a delta that lists one of several roles of a user keeps the others', async () => {
  const world = await withRoles(teacher, student)
  expect(await roleOf(world)).toBe('instructor true')
  expect(await send(world, { roles: [student] }, 'delta')).toMatchObject({
    counts: { users: { updated: 0 } },
  })
  expect(await roleOf(world)).toBe('instructor true')
  await send(world, { users: [{}], roles: [{ ...student, role: 'proctor' }] }, 'delta')
  expect(await roleOf(world)).toBe('instructor true')
})

test('a delta that deletes the last role of a user whom it lists can be imported again', async () => {
  const world = await withRoles(teacher)
  for (const deleted of [1, 0]) {
    const body = await send(world, { users: [{}], roles: [{ ...teacher, ...gone }] }, 'delta')
    expect(body).toMatchObject({ counts: { users: { deleted } } })
    expect(await roleOf(world)).toBe('instructor false')
  }
})

test('a delta that deletes the highest role of a user leaves the next one, and the user leaves with the last one', async () => {
  const world = await withRoles(teacher, student)
  await send(world, { roles: [{ ...teacher, ...gone }] }, 'delta', '?dryRun=true')
  await send(world, { roles: [{ ...teacher, ...gone }] }, 'delta')
  expect(await roleOf(world)).toBe('learner true')
  const last = { roles: [{ ...student, ...gone }] }
  expect(await send(world, last, 'delta')).toMatchObject({ counts: { users: { updated: 0, deleted: 1 } } })
  expect(await roleOf(world)).toBe('learner false')
  expect(await send(world, last, 'delta')).toMatchObject({ counts: { users: { updated: 0, deleted: 0 } } })
  await send(world, { users: [{}], roles: [teacher] }, 'delta')
  expect(await roleOf(world)).toBe('instructor true')
})

test('a user of whom only roles that are not imported remain leaves', async () => {
  const world = await withRoles(student)
  const guardian = { sourcedId: 'role-3', role: 'guardian' }
  await send(world, { roles: [guardian] }, 'delta')
  expect(await roleOf(world)).toBe('learner true')
  await send(world, { roles: [{ ...student, ...gone }] }, 'delta')
  expect(await roleOf(world)).toBe('learner false')
})

test('the roles of a user whom a delta creates are known', async () => {
  const world = await makeWorld()
  await send(world, { users: [{}], roles: [teacher, student] }, 'delta')
  await send(world, { roles: [student] }, 'delta')
  expect(await roleOf(world)).toBe('instructor true')
})

test('a role counts from its first day, and the roles of a user count before if there is no other', async () => {
  const later = { ...teacher, beginDate: day(30) }
  const world = await withRoles(later, student, { ...later, sourcedId: 'role-9', userSourcedId: 'user-2' })
  expect(await roleOf(world)).toBe('learner true')
  await send(
    world,
    { users: [{ sourcedId: 'user-2' }], roles: [{ ...later, userSourcedId: 'user-2' }] },
    'bulk',
  )
  expect(await roleOf(world, 'user-2')).toBe('instructor true')
})

test('a role that begins or ends takes effect with the next import, even if it does not list the user', async () => {
  const world = await withRoles({ ...teacher, endDate: day(5) }, student)
  const unrelated: Tables = { users: [{ sourcedId: 'user-9' }], roles: [{ userSourcedId: 'user-9' }] }
  await send(world, unrelated, 'delta')
  expect(await roleOf(world)).toBe('instructor true')
  const store = (rosterRoles: typeof user.$inferInsert.rosterRoles) =>
    world.stack.db.update(user).set({ rosterRoles }).where(ofInstall(world, 'user-1'))
  const learner = { role: 'learner' } as const
  await store({ 'role-1': { role: 'instructor', endDate: '2026-01-01' }, 'role-2': learner })
  await send(world, unrelated, 'delta')
  expect(await roleOf(world)).toBe('learner true')
  await store({ 'role-1': { role: 'proctor', beginDate: '2026-01-01' }, 'role-2': learner })
  await send(world, unrelated, 'delta')
  expect(await roleOf(world)).toBe('proctor true')
  expect(await send(world, unrelated, 'delta')).toMatchObject({
    counts: { users: { updated: 0, unchanged: 1 } },
  })
  await store({ 'role-2': { ...learner, endDate: '2026-01-01' } })
  expect(await send(world, unrelated, 'delta')).toMatchObject({ counts: { users: { deleted: 1 } } })
  expect(await roleOf(world)).toBe('proctor false')
})

test('a role in users.csv counts also in the import in which a stored role starts or ends, as in its repetition', async () => {
  for (const dates of [{ endDate: '2026-01-01' }, { beginDate: '2026-01-01' }]) {
    const world = await withRoles(student)
    await world.stack.db
      .update(user)
      .set({ rosterRoles: { 'role-1': { role: 'instructor', ...dates } } })
      .where(ofInstall(world, 'user-1'))
    for (const time of ['first', 'repeated']) {
      await sendRoster(world, { users: [{}] }, '', { version: '1.1', mode: 'delta' })
      expect([time, await roleOf(world)]).toEqual([time, 'learner true'])
    }
  }
})

test('of a user whose other roles are unknown, the listed role counts', async () => {
  const world = await makeWorld()
  await world.user({ sisId: 'user-1' })
  await send(world, { roles: [teacher] }, 'delta')
  expect(await roleOf(world)).toMatch('instructor')
  await send(world, { roles: [student] }, 'delta')
  expect(await roleOf(world)).toMatch('learner')
  await send(world, { roles: [{ ...student, ...gone }] }, 'delta')
  expect(await roleOf(world)).toMatch('learner')
})

test('two deltas at the same time lose no role', async () => {
  const world = await withRoles(teacher)
  const roles = ['a', 'b', 'c'].map(sourcedId => ({ roles: [{ sourcedId, role: 'student' }] }))
  const answers = await Promise.all(roles.map(tables => post(world, tables, 'delta')))
  const [row] = await world.stack.db.select().from(user).where(ofInstall(world, 'user-1'))
  const applied = ['a', 'b', 'c'].filter((_, index) => answers[index]?.status === 200)
  expect(applied.length).toBeGreaterThan(0)
  expect(Object.keys(row?.rosterRoles ?? {}).toSorted()).toEqual([...applied, 'role-1'])
  expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
    Array(3 - applied.length).fill(409),
  )
})
