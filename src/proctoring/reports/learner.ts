import { and, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Joins the learner of a row. It names the install, so that filters go through the users of that install alone. */
export const isLearnerOf = (row: { userSid: PgColumn }, installSid: SidOf<'AI'>) =>
  and(eq(user.sid, row.userSid), eq(user.installSid, installSid))
