// Rows of enrollments.csv for a user who left because the last role was over: they change nothing.
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrollment, enrollmentSection, section } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { change } from '../../../support/catalog.ts'
import type { BundleOptions, Tables } from '../../../support/one-roster.ts'
import { classOfTwo, sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const delta: BundleOptions = { version: '1.2', mode: 'delta' }
const ofInstall = ({ installSid }: World) => eq(user.installSid, sidOf('AI', installSid))
const of = (world: World, sisId: string) => and(ofInstall(world), eq(user.sisId, sisId))

/** `status class` of each enrollment of the user, with the end of the membership if it has one. */
async function membershipsOf(world: World, sisId: string): Promise<string[]> {
  const rows = await world.stack.db
    .select({ status: enrollment.status, id: section.sisId, end: enrollmentSection.endDate })
    .from(user)
    .innerJoin(enrollment, eq(enrollment.userSid, user.sid))
    .leftJoin(enrollmentSection, eq(enrollmentSection.enrollmentSid, enrollment.sid))
    .leftJoin(section, eq(section.sid, enrollmentSection.sectionSid))
    .where(of(world, sisId))
  return rows
    .map(({ status, id, end }) => [status, id, end].filter(value => value !== null).join(' '))
    .toSorted()
}

const endRole = (world: World, sisId: string) =>
  world.stack.db
    .update(user)
    .set({ rosterRoles: { [`${sisId}-role`]: { role: 'learner', endDate: '2026-01-01' } } })
    .where(of(world, sisId))

/** The classOfTwo. An import without enrollments.csv has applied the end of the last role of user-2. */
async function afterLeaving(): Promise<World> {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', { version: '1.2' })
  await endRole(world, 'user-2')
  await sendRoster(world, { orgs: [{}] }, '', delta)
  expect(await membershipsOf(world, 'user-2')).toEqual(['withdrawn class-1'])
  return world
}

const member = { sourcedId: 'enrollment-2', userSourcedId: 'user-2' }
const unchanged = (amount: number) => ({ created: 0, updated: 0, unchanged: amount, deleted: 0 })

test.each<[string, Tables, string, BundleOptions, number]>([
  ['a delta', { enrollments: [member] }, '', delta, 1],
  ['a delta with another end', { enrollments: [{ ...member, endDate: '2100-01-01' }] }, '', delta, 1],
  ['a complete file', { enrollments: [{}, member] }, '?mode=full', { version: '1.2' }, 2],
])('a membership that remains is unchanged by %s that lists it', async (_, tables, query, options, rows) => {
  const world = await afterLeaving()
  for (const _time of ['first', 'repeated']) {
    expect(await sendRoster(world, tables, query, options)).toMatchObject({
      ...{ counts: { enrollments: unchanged(rows) }, errorCount: 0 },
    })
    expect(await membershipsOf(world, 'user-2')).toEqual(['withdrawn class-1'])
  }
})

test.each<[string, Tables, string, BundleOptions]>([
  ['that deletes it', { enrollments: [{ ...member, status: 'tobedeleted' }] }, '', delta],
  ['that does not list it', { enrollments: [{}] }, '?mode=full', { version: '1.2' }],
])('a membership that remains ends with a file %s', async (_, tables, query, options) => {
  const world = await afterLeaving()
  const { counts } = await sendRoster(world, tables, query, options)
  expect(counts).toMatchObject({ enrollments: { deleted: 1 } })
  expect(await membershipsOf(world, 'user-2')).toEqual(['withdrawn'])
})

test('a row of another class does not enroll the user, and is counted as unchanged', async () => {
  const world = await afterLeaving()
  const tables: Tables = {
    classes: [{ sourcedId: 'class-2', courseSourcedId: 'course-1' }],
    enrollments: [{ ...member, classSourcedId: 'class-2' }],
  }
  expect(await sendRoster(world, tables, '', delta)).toMatchObject({ counts: { enrollments: unchanged(1) } })
  expect(await membershipsOf(world, 'user-2')).toEqual(['withdrawn class-1'])
})

test('a row with the id of a merged user does not enroll the other one, whose last role was over', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', { version: '1.2' })
  const rows = await world.stack.db.select().from(user).where(ofInstall(world))
  const sidOfUser = (sisId: string) => rows.find(row => row.sisId === sisId)?.sid
  await change(world, 'POST', `/users/${sidOfUser('user-2')}/merge`, { intoUserSid: sidOfUser('user-1') })
  await endRole(world, 'user-1')
  for (const amount of [0, 1]) {
    // The first of the two applies the end of the role.
    const { counts } = await sendRoster(world, { enrollments: [member] }, '', delta)
    expect(counts).toMatchObject({ enrollments: { created: 0, updated: 0, unchanged: amount } })
    expect(await membershipsOf(world, 'user-1')).toEqual(['withdrawn'])
  }
})

test('a user whose last role was over, and into whom one with an active enrollment was merged, is enrolled by both ids', async () => {
  const world = await afterLeaving()
  const rows = await world.stack.db.select().from(user).where(ofInstall(world))
  const sidOfUser = (sisId: string) => rows.find(row => row.sisId === sisId)?.sid
  await change(world, 'POST', `/users/${sidOfUser('user-1')}/merge`, { intoUserSid: sidOfUser('user-2') })
  const classes = ['class-2', 'class-3'].map(sourcedId => ({ sourcedId, courseSourcedId: 'course-1' }))
  const enrollments = [
    { ...member, classSourcedId: 'class-2' },
    { sourcedId: 'enrollment-1', userSourcedId: 'user-1', classSourcedId: 'class-3' },
  ]
  await sendRoster(world, { classes, enrollments }, '', delta)
  expect(await membershipsOf(world, 'user-2')).toEqual(
    ['class-1', 'class-2', 'class-3'].map(id => `active ${id}`),
  )
})
