// What the SQL function `provision` takes: the members of each record under the names of its columns.

import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { course } from '../../../db/schema/catalog.ts'
import { exam, examConfiguration, instructorProctor } from '../../../db/schema/exam.ts'
import { user } from '../../../db/schema/user.ts'
import { uuidFromSid } from '../../../db/sid.ts'
import type { Seal } from '../../shared/crypto/seal.ts'
import { primaryConfiguration } from '../exams/configurations/primary-configuration.ts'
import type { ApprovalRule } from '../exams/configurations/rules.ts'
import type { Provision } from './schema.ts'

/** Values under the names of their columns, as `jsonb_populate_record` reads them. */
export function rowOf(table: PgTable, values: Record<string, unknown>): Record<string, unknown> {
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

/** The primary configuration of an exam, complete, and its instructors. */
async function primaryOf(env: { sealed: Seal }, rule: ApprovalRule, configuration: Provision['exam']) {
  const { values, entries } = await primaryConfiguration(env, rule, configuration?.configuration ?? {})
  return {
    configuration: { ...rowOf(examConfiguration, values), locked: false },
    instructors: entries.map((entry, position) => rowOf(instructorProctor, { ...entry, position })),
  }
}

/** One item for `provision`. */
export async function itemOf(env: { sealed: Seal }, rule: ApprovalRule, item: Provision) {
  return {
    course: { ids: idsOf(item.course.ids), members: rowOf(course, item.course) },
    ...(item.user && { user: { ids: idsOf(item.user.ids), members: rowOf(user, item.user) } }),
    ...(item.enrollment && { enrollment: item.enrollment }),
    ...(item.exam && {
      exam: {
        ids: idsOf(item.exam.ids),
        members: rowOf(exam, item.exam),
        ...(await primaryOf(env, rule, item.exam)),
      },
    }),
  }
}
