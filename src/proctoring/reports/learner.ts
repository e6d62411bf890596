import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { isNamed } from '../people/users/named.ts'

/**
 * Returns the join condition for the learner of a row. It includes the install, so that filters scan only users of that
 * install.
 */
export const isLearnerOf = (row: { userSid: PgColumn }, installSid: SidOf<'AI'>) =>
  and(eq(user.sid, row.userSid), eq(user.installSid, installSid))

/** The filters of a report by the name of the learner. */
type NameFilters = { studentFirstName?: string | undefined; studentLastName?: string | undefined }

/** Returns the condition that the name of the learner of a row contains the filters; undefined without them. */
export const isLearnerNamed = (
  { userSid }: { userSid: PgColumn },
  installSid: SidOf<'AI'>,
  { studentFirstName: firstName, studentLastName: lastName }: NameFilters,
): SQL | undefined => isNamed(userSid, sql.param(installSid, user.installSid), { firstName, lastName })
