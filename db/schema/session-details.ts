// The columns of a session that other systems and the learner's device report.

import { boolean, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'

export const sessionDetails = () => ({
  recordingStartDate: instant(),
  recordingUrl: text(),
  /** What a system that watches the recording concluded. */
  automated: jsonb().$type<{ score: number | null; flags: string[] }>(),
  systemCheckStartDate: instant(),
  systemCheckEndDate: instant(),
  /** Of the last system check; null before the first. */
  systemCheckPassed: boolean(),
  systemCheckDetails: jsonb().$type<Record<string, unknown>>(),
  platformVersion: text(),
  examLocale: text(),
  /** The address of the exam when the appointment was made. */
  url: text(),
  partnerProvisionedExamUrl: text(),
  /** The version of the policy in force when the appointment was made. */
  cancellationPolicyVersionSid: sid('CV'),
  /** How often the learner has moved or cancelled appointments of this series. */
  rescheduleCount: integer().notNull().default(0),
  externalAppointmentId: text(),
  externalReservedAppointmentId: text(),
  externalReservedAppointmentExpires: instant(),
  /** Whether the appointment had a seat, which the end of a reservation has freed. It needs none until it is moved. */
  seatReleased: boolean().notNull().default(false),
  externalAppointmentSyncDate: instant(),
})
