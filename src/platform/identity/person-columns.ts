import { sql } from 'drizzle-orm'
import { operator } from '../../../db/schema/operator.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'

/** The name of a user of an install, as one. */
export const nameOfUser = sql<string>`${user.firstName} || ' ' || ${user.lastName}`

/** Who a subject is, of rows that are joined with `operator`, `user` and the user's `install`: one of them is there. */
export const person = {
  accountSid: sql<SidOf<'AC'>>`coalesce(${operator.accountSid}, ${install.accountSid})`.mapWith(
    operator.accountSid,
  ),
  email: sql<string>`coalesce(${operator.email}, ${user.email})`,
  name: sql<string>`coalesce(${operator.name}, ${nameOfUser})`,
}
