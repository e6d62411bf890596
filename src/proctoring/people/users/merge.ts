// Merges a user into another one of the install.

import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { noTable } from '../../../../db/guard.ts'
import { proctorGroupMember } from '../../../../db/schema/proctoring.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { erasedUser, signInTables } from './cleared.ts'
import { findUser } from './queries.ts'

/**
 * Builds the statements of one batch that move the records of a user to another one, and erase the row of the first. The last one
 * selects the other user.
 * @throws Problem `not_found`, `user_erased`, `session_active`, `appointment_overlaps`
 */
export const mergeUserRows = (
  db: Database,
  { installSid, userSid }: { installSid: SidOf<'AI'>; userSid: SidOf<'US'> },
  intoUserSid: SidOf<'US'>,
) => ({
  moved: db
    .select({
      done: sql<string>`merge_users(${sql.param(installSid, user.installSid)}, ${sql.param(userSid, user.sid)},
        ${sql.param(intoUserSid, user.sid)})`,
    })
    .from(noTable),
  groups: db.delete(proctorGroupMember).where(eq(proctorGroupMember.userSid, userSid)),
  signIns: signInTables.map(table => db.delete(table).where(eq(table.userSid, userSid))),
  merged: db
    .update(user)
    .set({
      ...erasedUser,
      mergedIntoSid: intoUserSid,
      stsEpoch: sql`${user.stsEpoch} + 1`,
      erasedDate: sql`now()`,
      editDate: sql`now()`,
    })
    .where(and(eq(user.installSid, installSid), eq(user.sid, userSid))),
  users: findUser(db, { installSid, userSid: intoUserSid }),
})
