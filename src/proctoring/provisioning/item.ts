// Converts a request body into the parameter of the SQL function `provision`: the members of each record by column
// name.

import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { course } from '../../../db/schema/catalog.ts'
import type { Role } from '../../../db/schema/credential.ts'
import { exam, examConfiguration, instructorProctor } from '../../../db/schema/exam.ts'
import { user } from '../../../db/schema/user.ts'
import { uuidFromSid } from '../../../db/sid.ts'
import type { Seal } from '../../shared/crypto/seal.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { writerRoles } from '../exams/configurations/paths.ts'
import { primaryConfiguration } from '../exams/configurations/primary-configuration.ts'
import { type ConfigurationRules, isInitiallyApproved } from '../exams/configurations/rules.ts'
import { changeBy } from '../locks.ts'
import type { Hasher } from '../people/suppressions/hashes.ts'
import { requireRolesWithin } from '../people/users/rules.ts'
import type { Provision } from './schema.ts'

/** Returns the values by column name, as `jsonb_populate_record` reads them. */
export function toColumns(table: PgTable, values: Record<string, unknown>): Record<string, unknown> {
  const columns = getTableColumns(table)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const column = columns[name]
      if (!column || value === undefined) return []
      const isSid = column.getSQLType() === 'uuid' && typeof value === 'string'
      return [[toSnakeCase(name), isSid ? uuidFromSid(value) : value]]
    }),
  )
}

type Identity = Pick<Provision['course'], 'rekey' | 'sisId'> & {
  ids: { sid?: string | undefined; sis?: string | undefined }
}

const idsOf = ({ ids: { sid, ...ids }, sisId, rekey }: Identity) => ({
  ...(sid && { sid: uuidFromSid(sid) }),
  ...(sisId && { sis: sisId }),
  ...ids,
  ...(rekey && { rekey }),
})

/** Returns the members by column. The id of the student information system is one of the ids, unless it is cleared. */
const membersOf = (table: PgTable, { sisId, ...members }: Identity) =>
  toColumns(table, sisId === null ? { ...members, sisId } : members)

const userOf = (person: NonNullable<Provision['user']>, { hasher, role }: Install) => {
  requireRolesWithin(role, [person.role])
  const ids = idsOf(person)
  return {
    ids: {
      ...ids,
      ...(hasher && { hashes: hasher({ ...ids, emails: [person.email, person.preferredEmail] }) }),
    },
    members: membersOf(user, person),
  }
}

/** Returns the complete primary configuration of an exam, and its instructors. */
async function toPrimaryConfiguration(
  env: { sealed: Seal },
  rules: ConfigurationRules,
  configuration: Provision['exam'],
) {
  const { values, entries } = await primaryConfiguration(
    env,
    rules,
    configuration?.configuration ?? {},
    'exam.configuration',
  )
  return {
    configuration: { ...toColumns(examConfiguration, values), locked: false },
    instructors: entries.map((entry, position) => toColumns(instructorProctor, { ...entry, position })),
  }
}

/** How the caller may change configurations, by the names of the parameters of `change_configurations`. */
function changeOf(install: Install) {
  const { mayBeLocked, revokesApproval } = changeBy(install, install)
  return { may_be_locked: mayBeLocked, revokes_approval: revokesApproval }
}

/** The members of an accommodation by column, and what the caller may do. */
const accommodationOf = (
  { extraTimePercent, extraMinutes, extraAttempts, ...values }: NonNullable<Provision['accommodation']>,
  install: Install,
) => {
  requireRole(install.role)
  return {
    ...toColumns(examConfiguration, values),
    ...(extraTimePercent !== undefined && { extra_time_percent: extraTimePercent }),
    ...(extraMinutes !== undefined && { extra_minutes: extraMinutes }),
    ...(extraAttempts !== undefined && { extra_attempts: extraAttempts }),
    change: changeOf(install),
    approved: isInitiallyApproved(install),
  }
}

/** @throws Problem `action_not_allowed` if the role may not write accommodations */
function requireRole(role: Role): void {
  if (writerRoles.roles.some(writer => writer === role)) return
  throw new Problem('action_not_allowed', `The role ${role} may not write accommodations.`)
}

type Install = ConfigurationRules & { hasher: Hasher | null; role: Role }

/**
 * Returns one item for `provision`.
 * @throws Problem `invalid_request` for the end of a slot (slot-times.ts), `action_not_allowed` for an accommodation or a role
 */
export async function toProvisionItem(env: { sealed: Seal }, install: Install, item: Provision) {
  return {
    course: { ids: idsOf(item.course), members: membersOf(course, item.course) },
    ...(item.user && { user: userOf(item.user, install) }),
    ...(item.enrollment && { enrollment: item.enrollment }),
    ...(item.accommodation && { accommodation: accommodationOf(item.accommodation, install) }),
    ...(item.exam && {
      exam: {
        ids: idsOf(item.exam),
        members: membersOf(exam, item.exam),
        change: changeOf(install),
        ...(await toPrimaryConfiguration(env, install, item.exam)),
      },
    }),
  }
}
