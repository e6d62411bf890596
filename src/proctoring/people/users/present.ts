import type { timeZone, user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'

type UserRow = typeof user.$inferSelect
type ZoneRow = typeof timeZone.$inferSelect

/** The current course of a user, and the exam of the next appointment in it (`user_record`). */
export type Current = {
  course: { sid: SidOf<'CU'>; title: string }
  exam: { sid: SidOf<'EX'>; title: string } | null
}

/** Returns the user record: the row and its nested objects. */
export const presentUser = (row: UserRow, zone: ZoneRow | null, current: Current | null) => ({
  ...row,
  timezone: zone,
  authentication: { username: row.username, passwordSet: row.passwordHash !== null },
  svcId: row.svcSid && { sid: row.svcSid },
  identity:
    row.svcSid || row.svcIdEnrollmentSid || row.locale
      ? { sid: row.svcSid, enrollmentSid: row.svcIdEnrollmentSid, locale: row.locale }
      : null,
  course: current?.course ?? null,
  exam: current?.exam ?? null,
})
