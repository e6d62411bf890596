import { and, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'

/**
 * Returns the join condition for the learner of a row. It includes the install, so that filters scan only users of that
 * install.
 */
export const isLearnerOf = (row: { userSid: PgColumn }, installSid: SidOf<'AI'>) =>
  and(eq(user.sid, row.userSid), eq(user.installSid, installSid))
