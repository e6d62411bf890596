import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { user } from '../../../../db/schema/user.ts'
import { type SidOf, sidFromUuid } from '../../../../db/sid.ts'

export type CourseInstructor = { sid: SidOf<'US'>; firstName: string; lastName: string; email: string }

/** Returns the select column with the first active instructor of a course, or null. */
export const instructorOf = (courseSid: PgColumn): SQL<CourseInstructor | null> =>
  sql`(
    select json_build_object('sid', ${user.sid}, 'firstName', ${user.firstName}, 'lastName', ${user.lastName},
      'email', ${user.email})
    from ${enrollment} join ${user} on ${user.sid} = ${enrollment.userSid}
    where ${enrollment.courseSid} = ${courseSid} and ${enrollment.role} = 'instructor'
      and ${enrollment.status} = 'active'
    order by ${enrollment.createdDate}, ${enrollment.sid} limit 1)`.mapWith(
    ({ sid, ...names }: { sid: string; firstName: string; lastName: string; email: string }) => ({
      ...names,
      sid: sidFromUuid('US', sid),
    }),
  )
