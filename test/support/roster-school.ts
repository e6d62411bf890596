// The school of the random rosters, in an install: what changes it, and what is stored.

import { and, eq, isNull, sql } from 'drizzle-orm'
import { course, enrollment, enrollmentSection, section } from '../../db/schema/catalog.ts'
import { type RosterRoles, user } from '../../db/schema/user.ts'
import { change } from './catalog.ts'
import { sendRoster } from './roster-import.ts'
import { courseOf, type Import, type School } from './roster-model.ts'
import type { World } from './world.ts'

export const dayMs = 86_400_000
const names = { learner: 'student', proctor: 'proctor', instructor: 'teacher' }

/** Sends an import. */
export async function importRows(world: World, given: Import, midnight: number): Promise<void> {
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
export async function shiftDates({ stack: { db }, installSid }: World): Promise<void> {
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
export async function stored({ stack: { db }, installSid }: World, midnight: number): Promise<string[]> {
  const ofInstall = eq(user.installSid, installSid)
  const people = await db
    .select()
    .from(user)
    .where(and(ofInstall, isNull(user.mergedIntoSid)))
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

/** The same of the reference. */
export const expected = ({ people, enrollments, members: places }: School): string[] =>
  [
    ...[...people].map(([id, row]) => `${id} ${row.role} ${row.enabled}`),
    ...enrollments.map(row => `${row.course} ${row.user} ${row.role} ${row.active ? 'active' : 'withdrawn'}`),
    ...places.map(row => `${row.class} ${row.user} ${row.role} ${row.end}`),
  ].toSorted()

/** Merges a person of the roster into another one. */
export async function mergePeople(world: World, from: string, into: string): Promise<void> {
  const { stack, installSid } = world
  const rows = await stack.db.select().from(user).where(eq(user.installSid, installSid))
  const sidOfUser = (sisId: string) => rows.find(row => row.sisId === sisId)?.sid
  await change(world, 'POST', `/users/${sidOfUser(from)}/merge`, { intoUserSid: sidOfUser(into) })
}
