// Schemas of the rows of OneRoster 1.1 and 1.2, with the columns that the import uses.
// Sources: https://www.imsglobal.org/oneroster-v11-final-csv-tables and
// https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv

import * as z from 'zod'
import type { enrollmentRoles } from '../../../db/schema/catalog.ts'
import type { Role } from '../../../db/schema/credential.ts'
import type { RosterRoles } from '../../../db/schema/user.ts'
import { Email } from '../../shared/values/email.ts'
import { Name, Text } from '../../shared/values/text.ts'

type EnrollmentRole = (typeof enrollmentRoles)[number]
/** A role of OneRoster that Invigil does not have. The import counts rows with this role but omits them. */
type Skipped = 'skipped'

const SourcedId = Text(255)
const Title = Name(200)
const Code = Text(100)
const Phone = Text(40)

/** `inactive` is a value of OneRoster 1.0, deprecated in 1.1. */
const Status = z
  .enum(['active', 'tobedeleted', 'inactive'])
  .transform(status => (status === 'active' ? 'active' : 'tobedeleted'))
  // Bulk files leave the status empty.
  .default('active')

const BooleanText = z.enum(['true', 'false']).transform(text => text === 'true')

// The driver and the database parse dates before the year 1000 differently.
const Day = z.iso.date({ abort: true }).refine(text => text >= '1900', 'Expected a year from 1900 on.')

/** A term of the standard, or an extension with the prefix `ext:` (OneRoster 1.2). */
const termOf = (...terms: string[]) =>
  Text(100).refine(
    text => terms.includes(text) || text.startsWith('ext:'),
    `Expected ${terms.join(', ')} or ext:….`,
  )

/** A class has a few terms. The limit applies before the whole list is split: a field can have 64 Ki characters. */
const maxIds = 100

const SourcedIds = z
  .string()
  .refine(list => list.split(',', maxIds + 1).length <= maxIds, {
    message: `Expected at most ${maxIds} ids.`,
    abort: true,
  })
  .transform(list => list.split(',').flatMap(id => id.trim() || []))
  .pipe(z.array(SourcedId))

function roleIn<R extends string>(roles: Record<string, R>) {
  const rolesByName = new Map(Object.entries(roles))
  return Text(100).transform((name, context) => {
    const role = name.startsWith('ext:') ? 'skipped' : rolesByName.get(name)
    if (role !== undefined) return role
    context.addIssue({ code: 'custom', message: `Expected one of ${[...rolesByName.keys()].join(', ')}.` })
    return z.NEVER
  })
}

/** Principals and counselors become instructors. Only the administrator roles become `admin`. */
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

/** Administrators, proctors and relatives are not members of a course. */
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
  enabledUser: BooleanText,
  username: Name(100),
  givenName: Name(100),
  familyName: Name(100),
  email: Email.optional(),
  phone: Phone.optional(),
  sms: Phone.optional(),
  identifier: SourcedId.optional(),
  role: UserRole.optional(),
})

/** OneRoster 1.2 and later: a user has one role for each organisation. */
export const RoleRow = z.object({
  sourcedId: SourcedId,
  status: Status,
  userSourcedId: SourcedId,
  roleType: z.enum(['primary', 'secondary']),
  beginDate: Day.optional(),
  endDate: Day.optional(),
  role: UserRole,
})

export const EnrollmentRow = z.object({
  sourcedId: SourcedId,
  status: Status,
  classSourcedId: SourcedId,
  userSourcedId: SourcedId,
  role: roleIn(classRoles),
  primary: BooleanText.default(false),
  endDate: Day.optional(),
})

export const ManifestRow = z.object({ propertyName: z.string(), value: z.string().optional() })

/** The line of the file on which the row starts; the header is line 1. */
type WithLine = { line: number }
type Imported<T extends { role?: unknown }> = Omit<T, 'role'> & { role: Exclude<T['role'], Skipped> }

/** `startDate` and `endDate` are days (`YYYY-MM-DD`); `startDate` is not after `endDate`. */
export type AcademicSession = z.output<typeof AcademicSessionRow> & WithLine
export type Course = z.output<typeof CourseRow> & WithLine
export type Class = z.output<typeof ClassRow> & WithLine
/**
 * `role` can be absent in a delta, where it remains unchanged, and in rows that delete a user. `roles`, `previous`: the roles to store,
 * and those that are stored, as in `UserRoles`. `isEnded`: the user is deleted only because the last role is over.
 */
export type User = Imported<z.output<typeof UserRow>> &
  WithLine &
  Partial<Record<'roles' | 'previous', RosterRoles | undefined>> & { isEnded?: boolean }
export type RoleOfUser = z.output<typeof RoleRow> & WithLine
export type Enrollment = Imported<z.output<typeof EnrollmentRow>> & WithLine
