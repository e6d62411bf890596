// The columns with personal data, and their values after an erasure.

import { inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  mfaChallenge,
  passwordReset,
  recoveryCode,
  signInSession,
  totp,
} from '../../../../db/schema/operator.ts'
import { statusReasons } from '../../../shared/session-reasons.ts'

/** The tables with the data by which a user signs in. */
export const signInTables = [signInSession, mfaChallenge, totp, recoveryCode, passwordReset] as const

export const clearedIds = { lmsId: null, sisId: null, apiId: null, externalId: null }
export const clearedSession = {
  notes: null,
  sessionType: null,
  url: null,
  partnerProvisionedExamUrl: null,
  recordingUrl: null,
  automated: null,
  systemCheckDetails: null,
  platformVersion: null,
  examLocale: null,
  externalAppointmentId: null,
  externalReservedAppointmentId: null,
}
export const clearedConfiguration = {
  studentNotes: null,
  proctorNotes: null,
  requiredSoftware: null,
  virtualCalculatorType: null,
  url: null,
  password: null,
  proctorTypes: [],
  modalityOptions: null,
}

/** Keeps the predefined reasons; clears free text, which may contain personal data. */
export const onlyListed = (reason: PgColumn) =>
  sql`case when ${inArray(reason, [...statusReasons])} then ${reason} end`

export const clearedText = {
  subject: null,
  details: null,
  potentialDamage: null,
  directWitness: null,
  correctiveActionDetails: null,
}
export const clearedContact = { contactPerson: null, contactEmail: null, contactPhone: null }

export const erasedUser = {
  firstName: 'Erased',
  lastName: 'User',
  /** A reserved domain (RFC 2606) that receives no mail. */
  email: 'erased@user.invalid',
  preferredEmail: null,
  username: null,
  passwordHash: null,
  enabled: false,
  svcSid: null,
  svcIdEnrollmentSid: null,
  mobilePhone: null,
  homePhone: null,
  address: null,
  ...clearedIds,
  formerIdentities: null,
  rosterRoles: null,
  rosterRolesEnded: false,
  helpdeskUserId: null,
  latitude: null,
  longitude: null,
  currencyCode: null,
  timeZoneSid: null,
  locale: null,
  maxTravelDistance: null,
  maxTravelDistanceUnits: null,
}
