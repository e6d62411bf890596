import type { timeZone, user } from '../../../../db/schema/user.ts'
import type { Current } from './current.ts'

type UserRow = typeof user.$inferSelect
type ZoneRow = typeof timeZone.$inferSelect

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
