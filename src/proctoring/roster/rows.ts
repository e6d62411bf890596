// The rows of OneRoster 1.1 and 1.2 that an import uses, and of each row what it uses.
// Sources: https://www.imsglobal.org/oneroster-v11-final-csv-tables, https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv

import * as z from 'zod'
import type { enrollmentRoles } from '../../../db/schema/catalog.ts'
import type { Role } from '../../../db/schema/credential.ts'
import { Text } from '../../shared/values/text.ts'

type EnrollmentRole = (typeof enrollmentRoles)[number]
/** A role of OneRoster that nobody here has: the row is counted, not imported. */
type Skipped = 'skipped'

const SourcedId = Text(255)
const Title = Text(200)
const Name = Text(100)
const Code = Text(100)
const Phone = Text(40)

/** `inactive` is what 1.0 knew besides; 1.1 deprecates it. */
const Status = z
  .enum(['active', 'tobedeleted', 'inactive'])
  .transform(status => (status === 'active' ? 'active' : 'tobedeleted'))
  // A bulk file leaves it empty, for all that it lists is there.
  .default('active')

const Truth = z.enum(['true', 'false']).transform(text => text === 'true')

// Before 1900 the driver and the database no longer agree on what a year of few digits means.
const Day = z.iso.date({ abort: true }).refine(text => text >= '1900', 'Expected a year from 1900 on.')

/** A term of the standard's own, or of whoever extends it (`ext:`, from 1.2 on). */
const termOf = (...terms: string[]) =>
  Text(100).refine(
    text => terms.includes(text) || text.startsWith('ext:'),
    `Expected ${terms.join(', ')} or ext:….`,
  )

/** A class has a few terms. The bound is asked before the list is split: a cell may hold 64 Ki characters. */
const mostIds = 100

const SourcedIds = z
  .string()
  .refine(list => list.split(',', mostIds + 1).length <= mostIds, {
    message: `Expected at most ${mostIds} ids.`,
    abort: true,
  })
  .transform(list => list.split(',').flatMap(id => id.trim() || []))
  .pipe(z.array(SourcedId))

function roleIn<R extends string>(roles: Record<string, R>) {
  const known = new Map(Object.entries(roles))
  return Text(100).transform((name, context) => {
    const role = name.startsWith('ext:') ? 'skipped' : known.get(name)
    if (role !== undefined) return role
    context.addIssue({ code: 'custom', message: `Expected one of ${[...known.keys()].join(', ')}.` })
    return z.NEVER
  })
}

/** Whoever heads or counsels a school is staff; only who administers by name may administer the install. */
const userRoles: Record<string, Role | Skipped> = {
  administrator: 'admin',
  districtAdministrator: 'admin',
  siteAdministrator: 'admin',
  systemAdministrator: 'admin',
  sysadmin: 'admin',
  principal: 'instructor',
  counselor: 'instructor',
  teacher: 'instructor',
  aide: 'instructor',
  proctor: 'proctor',
  student: 'learner',
  guardian: 'skipped',
  parent: 'skipped',
  relative: 'skipped',
}

/** Who watches over a class or administers it has no place in its course. */
const classRoles: Record<string, EnrollmentRole | Skipped> = {
  student: 'learner',
  teacher: 'instructor',
  aide: 'instructor',
  administrator: 'skipped',
  proctor: 'skipped',
  guardian: 'skipped',
  parent: 'skipped',
  relative: 'skipped',
}

const UserRole = roleIn(userRoles)

export const AcademicSessionRow = z
  .object({
    sourcedId: SourcedId,
    status: Status,
    title: Title,
    type: termOf('gradingPeriod', 'semester', 'schoolYear', 'term'),
    startDate: Day,
    endDate: Day,
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: 'Expected a day on or after startDate.',
  })

export const CourseRow = z.object({
  sourcedId: SourcedId,
  status: Status,
  title: Title,
  courseCode: Code.optional(),
  schoolYearSourcedId: SourcedId.optional(),
})

export const ClassRow = z.object({
  sourcedId: SourcedId,
  status: Status,
  title: Title,
  courseSourcedId: SourcedId,
  classCode: Code.optional(),
  classType: termOf('homeroom', 'scheduled').optional(),
  termSourcedIds: SourcedIds.default([]),
})

export const UserRow = z.object({
  sourcedId: SourcedId,
  status: Status,
  enabledUser: Truth,
  username: Text(100),
  givenName: Name,
  familyName: Name,
  email: z.email().max(254).optional(), // RFC 5321, section 4.5.3.1
  phone: Phone.optional(),
  sms: Phone.optional(),
  identifier: SourcedId.optional(),
  role: UserRole.optional(),
})

/** From 1.2 on, where a user has one role for each organisation. */
export const RoleRow = z.object({
  sourcedId: SourcedId,
  status: Status,
  userSourcedId: SourcedId,
  roleType: z.enum(['primary', 'secondary']),
  role: UserRole,
})

export const EnrollmentRow = z.object({
  sourcedId: SourcedId,
  status: Status,
  classSourcedId: SourcedId,
  userSourcedId: SourcedId,
  role: roleIn(classRoles),
  primary: Truth.default(false),
})

export const ManifestRow = z.object({ propertyName: z.string(), value: z.string().optional() })

/** The line of its file on which the row starts. */
type AtLine = { line: number }
type Imported<T extends { role?: unknown }> = Omit<T, 'role'> & { role: Exclude<T['role'], Skipped> }

/** `startDate` and `endDate` are days (`YYYY-MM-DD`), in order. */
export type AcademicSession = z.output<typeof AcademicSessionRow> & AtLine
export type Course = z.output<typeof CourseRow> & AtLine
export type Class = z.output<typeof ClassRow> & AtLine
/** `role` is absent only in a delta, where it means that nothing is said about it. */
export type User = Imported<z.output<typeof UserRow>> & AtLine
export type RoleOfUser = z.output<typeof RoleRow> & AtLine
export type Enrollment = Imported<z.output<typeof EnrollmentRow>> & AtLine
