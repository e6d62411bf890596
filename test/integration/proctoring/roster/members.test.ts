// The roles and the ends of memberships that a delta does not list.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrollment, enrollmentSection } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { change } from '../../../support/catalog.ts'
import type { Tables } from '../../../support/one-roster.ts'
import { sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const school: Tables = {
  academicSessions: [{}],
  courses: [{}],
  classes: [{}, {}],
  users: [{}, {}],
  enrollments: [{ role: 'teacher' }, { userSourcedId: 'user-2' }],
}

const send = async (world: World, tables: Tables, mode: 'bulk' | 'delta', query = '') => {
  const body = await sendRoster(world, tables, query, { mode })
  expect(body).toMatchObject({ errorCount: 0 })
  return body
}

/** `sisId role status`, sorted. */
async function places({ stack: { db }, installSid }: World): Promise<string[]> {
  const rows = await db
    .select({ sisId: user.sisId, role: enrollment.role, status: enrollment.status })
    .from(enrollment)
    .innerJoin(user, eq(user.sid, enrollment.userSid))
    .where(eq(user.installSid, sidOf('AI', installSid)))
  return rows.map(({ sisId, role, status }) => `${sisId} ${role} ${status}`).toSorted()
}

const other = 'user-2 learner active'
const inSecond = { sourcedId: 'enrollment-9', classSourcedId: 'class-2' }

test('an instructor of a class whom a delta lists as learner of another class of the course stays one', async () => {
  const world = await makeWorld()
  await send(world, school, 'bulk')
  expect(await send(world, { enrollments: [inSecond] }, 'delta')).toMatchObject({
    counts: { enrollments: { created: 1, updated: 0, unchanged: 0, deleted: 0 } },
  })
  expect(await places(world)).toEqual(['user-1 instructor active', other])
  await send(world, { enrollments: [{ role: 'student' }] }, 'delta')
  expect(await places(world)).toEqual(['user-1 learner active', other])
})

test('a person who leaves the class in which they are instructor becomes a learner, if they are one in another class', async () => {
  const world = await makeWorld()
  const { enrollments = [] } = school
  await send(world, { ...school, enrollments: [...enrollments, inSecond] }, 'bulk')
  expect(await places(world)).toEqual(['user-1 instructor active', other])
  const leaving = { enrollments: [{ role: 'teacher', status: 'tobedeleted' }] }
  expect(await send(world, leaving, 'delta')).toMatchObject({
    counts: { enrollments: { created: 0, updated: 0, unchanged: 0, deleted: 1 } },
  })
  expect(await places(world)).toEqual(['user-1 learner active', other])
})

test('a class that is deleted no longer makes its instructor one of the course', async () => {
  const world = await makeWorld()
  const { enrollments = [] } = school
  await send(world, { ...school, enrollments: [...enrollments, inSecond] }, 'bulk')
  await send(world, { classes: [{ status: 'tobedeleted' }] }, 'delta')
  expect(await places(world)).toEqual(['user-1 learner active', 'user-2 learner withdrawn'])
})

test('in mode full, a membership that the bundle does not list no longer makes an instructor', async () => {
  const world = await makeWorld()
  await send(world, school, 'bulk')
  await send(world, { ...school, enrollments: [inSecond, { userSourcedId: 'user-2' }] }, 'bulk', '?mode=full')
  expect(await places(world)).toEqual(['user-1 learner active', other])
})

test('an enrollment whose end has come is withdrawn by the next import, even if it does not list the enrollment', async () => {
  const world = await makeWorld()
  const { db } = world.stack
  const { enrollments = [] } = school
  await send(world, { ...school, enrollments: [...enrollments.slice(1), { endDate: '2999-01-01' }] }, 'bulk')
  const unrelated: Tables = { users: [{ sourcedId: 'user-9' }] }
  await send(world, unrelated, 'delta')
  expect(await places(world)).toEqual(['user-1 learner active', other])
  await db
    .update(enrollmentSection)
    .set({ endDate: '2026-01-01' })
    .where(eq(enrollmentSection.endDate, '2999-01-01'))
  expect(await send(world, unrelated, 'delta')).toMatchObject({ counts: { enrollments: { deleted: 1 } } })
  expect(await places(world)).toEqual(['user-1 learner withdrawn', other])
  expect(await send(world, unrelated, 'delta')).toMatchObject({ counts: { enrollments: { deleted: 0 } } })
})

test('an enrollment whose end a bundle moves or removes stays', async () => {
  const world = await makeWorld()
  const { enrollments = [] } = school
  const until = (endDate: string) => ({
    ...school,
    enrollments: [{ role: 'teacher', endDate }, ...enrollments.slice(1)],
  })
  await send(world, until('2998-01-01'), 'bulk')
  await world.stack.db
    .update(enrollmentSection)
    .set({ endDate: '2026-01-01' })
    .where(eq(enrollmentSection.endDate, '2998-01-01'))
  expect(await send(world, until(''), 'bulk')).toMatchObject({ counts: { enrollments: { deleted: 0 } } })
  expect(await send(world, {}, 'bulk')).toMatchObject({ counts: { enrollments: { deleted: 0 } } })
  expect(await places(world)).toEqual(['user-1 instructor active', other])
})

const withdraw = async (world: World) => {
  const listed = async (path: string) => (await world.admin('GET', world.path(path))).list('results')
  const [course] = await listed('/courses')
  const path = `/courses/${course?.['sid']}/enrollments`
  const [instructor] = await listed(`${path}?role=instructor`)
  await change(world, 'DELETE', `${path}/${instructor?.['sid']}`)
}

test.each<[string, (world: World) => Promise<unknown>]>([
  ['left', world => send(world, { users: [{ status: 'tobedeleted' }] }, 'delta')],
  ['was withdrawn', withdraw],
])(
  'one who %s and is enrolled again has only the memberships that are listed from then on',
  async (_, leave) => {
    const world = await makeWorld()
    await send(world, school, 'bulk')
    await leave(world)
    expect(await places(world)).toEqual(['user-1 instructor withdrawn', other])
    const returning: Tables = { users: [{}], enrollments: [inSecond] }
    expect(await send(world, returning, 'delta')).toMatchObject({
      counts: { enrollments: { created: 1, updated: 0, unchanged: 0, deleted: 1 } },
    })
    expect(await places(world)).toEqual(['user-1 learner active', other])
    expect(await send(world, returning, 'delta')).toMatchObject({
      counts: { enrollments: { created: 0, updated: 0, unchanged: 1, deleted: 0 } },
    })
    expect(await places(world)).toEqual(['user-1 learner active', other])
  },
)

test('one who returns with a restored course keeps the memberships', async () => {
  const world = await makeWorld()
  await send(world, school, 'bulk')
  const [course] = (await world.admin('GET', world.path('/courses'))).list('results')
  await change(world, 'DELETE', `/courses/${course?.['sid']}`)
  await change(world, 'POST', `/courses/${course?.['sid']}/restore`)
  await send(world, { enrollments: [inSecond] }, 'delta')
  expect(await places(world)).toEqual(['user-1 instructor active', other])
})
