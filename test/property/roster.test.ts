// Random rosters, one after the other, against a naive reference.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { course, enrollment, enrollmentSection, section } from '../../db/schema/catalog.ts'
import { type RosterRoles, user } from '../../db/schema/user.ts'
import { sendRoster } from '../support/roster-import.ts'
import {
  applyImport,
  courseOf,
  emptySchool,
  type Import,
  passDay,
  type School,
} from '../support/roster-model.ts'
import { rounds } from '../support/rounds.ts'
import { makeWorld, type World } from '../support/world.ts'

const numRuns = rounds({ quick: 4, all: 200 })
const datedRuns = rounds({ quick: 4, all: 100 })

const users = ['user-1', 'user-2', 'user-3', 'user-4']
const classes = ['class-1', 'class-2', 'class-3']
const gone = fc.integer({ min: 0, max: 4 }).map(n => n === 0)
const listing = (ids: string[], minLength = 0) =>
  fc
    .subarray(ids, { minLength })
    .chain(some => fc.tuple(...some.map(id => fc.tuple(fc.constant(id), gone))).map(rows => new Map(rows)))
const role = fc.constantFrom('learner', 'proctor', 'instructor', 'learner')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 })

/** Imports whose roles and memberships have an end of these. */
function stepsWith(end: fc.Arbitrary<number | null>) {
  const roles = (size: { minLength: number; maxLength: number }) =>
    fc
      .uniqueArray(
        fc.record({ user: fc.constantFrom(...users), which: fc.constantFrom('a', 'b'), role, end, gone }),
        {
          selector: ({ user: id, which }) => `${id} ${which}`,
          ...size,
        },
      )
      .map(rows => rows.map(({ which, ...row }) => ({ ...row, id: `${row.user}-${which}` })))
  const members = fc.array(
    fc.record({
      ...{ class: fc.constantFrom(...classes), user: fc.constantFrom(...users), end, gone },
      role: fc.constantFrom('learner', 'instructor'),
    }),
    { maxLength: 8 },
  )
  const others = { isFull: fc.boolean(), classes: maybe(listing(classes)), members: maybe(members) }
  // Lists all people and all classes, because a delta creates no person.
  const first: fc.Arbitrary<Import> = fc.record({
    ...{
      ...others,
      isBulk: fc.constant(true),
      users: listing(users, users.length),
      roles: roles({ minLength: 3, maxLength: 6 }),
    },
    ...{ classes: listing(classes, classes.length), members },
  })
  const bundle: fc.Arbitrary<Import> = fc
    .record({
      ...others,
      isBulk: fc.boolean(),
      users: maybe(listing(users)),
      roles: maybe(roles({ minLength: 1, maxLength: 8 })),
    })
    // All users are listed with all of their roles.
    .map(given =>
      given.isBulk && !(given.users && given.roles)
        ? { ...given, users: undefined, roles: undefined }
        : given,
    )
  const step = fc.oneof(
    { weight: 4, arbitrary: bundle },
    { weight: 2, arbitrary: fc.constant('a day passes' as const) },
  )
  return fc.tuple(first, fc.array(step, { minLength: 3, maxLength: 6 })).map(([one, rest]) => [one, ...rest])
}

const dayMs = 86_400_000
const names = { learner: 'student', proctor: 'proctor', instructor: 'teacher' }

/** In a delta, only those who exist are listed: others have roles that no roster has listed. */
function known(given: Import, { people }: School): Import {
  if (given.isBulk || !given.users) return given
  return { ...given, users: new Map([...given.users].filter(([id]) => people.has(id))) }
}

const isEmpty = ({ users: people, roles, classes: groups, members }: Import) =>
  ![people, roles, groups, members].some(Boolean)

async function importRows(world: World, given: Import, midnight: number): Promise<void> {
  const day = (days: number | null) =>
    days === null ? '' : new Date(midnight + days * dayMs).toISOString().slice(0, 10)
  const status = (isGone: boolean) => (isGone ? { status: 'tobedeleted' } : {})
  const listed = (rows: Map<string, boolean>) =>
    [...rows].map(([sourcedId, isGone]) => ({
      sourcedId,
      ...status(isGone),
      role: '', // roles are listed in roles.csv only
      termSourcedIds: '',
      courseSourcedId: courseOf(sourcedId),
    }))
  await sendRoster(
    world,
    {
      ...(given.users && { users: listed(given.users) }),
      ...(given.roles && {
        roles: given.roles.map(row => ({
          ...{ sourcedId: row.id, userSourcedId: row.user, role: names[row.role], endDate: day(row.end) },
          ...status(row.gone),
        })),
      }),
      ...(given.classes && { classes: listed(given.classes) }),
      ...(given.members && {
        enrollments: given.members.map(row => ({
          ...{
            classSourcedId: row.class,
            userSourcedId: row.user,
            role: names[row.role],
            endDate: day(row.end),
          },
          ...status(row.gone),
        })),
      }),
    },
    given.isFull ? '?mode=full' : '',
    { version: '1.2', mode: given.isBulk ? 'bulk' : 'delta' },
  )
}

/** What is stored nears its end by one day. */
async function shiftDates({ stack: { db }, installSid }: World): Promise<void> {
  await db
    .update(enrollmentSection)
    .set({ endDate: sql`${enrollmentSection.endDate} - 1` })
    .where(
      sql`${enrollmentSection.sectionSid} in (select sid from section where install_sid = ${sql.param(installSid, section.installSid)})`,
    )
  for (const { sid, rosterRoles } of await db.select().from(user).where(eq(user.installSid, installSid))) {
    const shifted: RosterRoles = Object.fromEntries(
      Object.entries(rosterRoles ?? {}).map(([id, { endDate, ...rest }]) => [
        id,
        {
          ...rest,
          ...(endDate && { endDate: new Date(Date.parse(endDate) - dayMs).toISOString().slice(0, 10) }),
        },
      ]),
    )
    if (rosterRoles) await db.update(user).set({ rosterRoles: shifted }).where(eq(user.sid, sid))
  }
}

/** The rows of the install, as sorted text. */
async function stored({ stack: { db }, installSid }: World, midnight: number): Promise<string[]> {
  const ofInstall = eq(user.installSid, installSid)
  const people = await db.select().from(user).where(ofInstall)
  const enrollments = await db
    .select({ sisId: user.sisId, of: course.sisId, role: enrollment.role, status: enrollment.status })
    .from(enrollment)
    .innerJoin(user, eq(user.sid, enrollment.userSid))
    .innerJoin(course, eq(course.sid, enrollment.courseSid))
    .where(ofInstall)
  const places = await db
    .select({
      sisId: user.sisId,
      of: section.sisId,
      role: enrollmentSection.role,
      endDate: enrollmentSection.endDate,
    })
    .from(enrollmentSection)
    .innerJoin(section, eq(section.sid, enrollmentSection.sectionSid))
    .innerJoin(enrollment, eq(enrollment.sid, enrollmentSection.enrollmentSid))
    .innerJoin(user, eq(user.sid, enrollment.userSid))
    .where(ofInstall)
  return [
    ...people.map(row => `${row.sisId} ${row.role} ${row.enabled}`),
    ...enrollments.map(row => `${row.of} ${row.sisId} ${row.role} ${row.status}`),
    ...places.map(
      row =>
        `${row.of} ${row.sisId} ${row.role} ${row.endDate && (Date.parse(row.endDate) - midnight) / dayMs}`,
    ),
  ].toSorted()
}

const expected = ({ people, enrollments, members: places }: School): string[] =>
  [
    ...[...people].map(([id, row]) => `${id} ${row.role} ${row.enabled}`),
    ...enrollments.map(row => `${row.course} ${row.user} ${row.role} ${row.active ? 'active' : 'withdrawn'}`),
    ...places.map(row => `${row.class} ${row.user} ${row.role} ${row.end}`),
  ].toSorted()

/** Imports each bundle twice: the reference applies it once, because a repetition changes nothing. */
const importing = (steps: ReturnType<typeof stepsWith>) =>
  fc.asyncProperty(steps, async given => {
    const world = await makeWorld()
    const midnight = Math.floor(Date.now() / dayMs) * dayMs
    await sendRoster(world, { courses: [{}, {}] })
    const school = emptySchool()
    for (const step of given) {
      if (step === 'a day passes') {
        passDay(school)
        await shiftDates(world)
        continue
      }
      const rows = known(step, school)
      if (isEmpty(rows)) continue
      applyImport(school, rows)
      for (const _time of ['first', 'repeated']) {
        await importRows(world, rows, midnight)
        // Over midnight the database has another day than the reference.
        fc.pre(Date.now() < midnight + dayMs)
        expect(await stored(world, midnight)).toEqual(expected(school))
      }
    }
  })

test('imports leave the people, enrollments and memberships that a naive reference leaves, and repeated ones change nothing', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(importing(stepsWith(fc.constant(null))), { numRuns })
})

test('imports with roles and memberships that end leave what a naive reference leaves, and repeated ones change nothing', {
  timeout: 1_800_000,
}, async () => {
  const end = fc.option(fc.integer({ min: 0, max: 2 }), { freq: 3 }) // null in one of `freq` values
  await fc.assert(importing(stepsWith(end)), { numRuns: datedRuns })
})
