import { sql } from 'drizzle-orm'
import { operator } from '../../../db/schema/operator.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'

/** The full name of a user of an install. */
export const nameOfUser = sql<string>`${user.firstName} || ' ' || ${user.lastName}`

/**
 * The columns of a person, for rows that are left-joined with `operator`, `user` and the user's `install`. Either the
 * operator or the user matches.
 */
export const person = {
  accountSid: sql<SidOf<'AC'>>`coalesce(${operator.accountSid}, ${install.accountSid})`.mapWith(
    operator.accountSid,
  ),
  email: sql<string>`coalesce(${operator.email}, ${user.email})`,
  name: sql<string>`coalesce(${operator.name}, ${nameOfUser})`,
}
