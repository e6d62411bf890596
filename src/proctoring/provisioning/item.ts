// Converts a request body into the parameter of the SQL function `provision`: the members of each record by column
// name.

import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration, instructorProctor } from '../../../db/schema/exam.ts'
import { user } from '../../../db/schema/user.ts'
import { uuidFromSid } from '../../../db/sid.ts'
import type { Caller } from '../../shared/auth/caller.ts'
import type { Seal } from '../../shared/crypto/seal.ts'
import { primaryConfiguration } from '../exams/configurations/primary-configuration.ts'
import type { ConfigurationRules } from '../exams/configurations/rules.ts'
import { changeBy } from '../locks.ts'
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

const idsOf = ({ sid, ...ids }: { sid?: string | undefined }) => ({
  ...(sid && { sid: uuidFromSid(sid) }),
  ...ids,
})

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

/** Returns one item for `provision`. @throws Problem `invalid_request` for the end of a slot (slot-times.ts) */
export async function toProvisionItem(
  { env, caller }: { env: { sealed: Seal }; caller: Pick<Caller, 'role'> },
  rules: ConfigurationRules,
  item: Provision,
) {
  const { mayBeLocked, revokesApproval } = changeBy(caller, rules)
  return {
    course: { ids: idsOf(item.course.ids), members: toColumns(course, item.course) },
    ...(item.user && { user: { ids: idsOf(item.user.ids), members: toColumns(user, item.user) } }),
    ...(item.enrollment && { enrollment: item.enrollment }),
    ...(item.exam && {
      exam: {
        ids: idsOf(item.exam.ids),
        members: toColumns(exam, item.exam),
        change: { may_be_locked: mayBeLocked, revokes_approval: revokesApproval },
        ...(await toPrimaryConfiguration(env, rules, item.exam)),
      },
    }),
  }
}
