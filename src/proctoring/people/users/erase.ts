// Erases a user: keeps the records of the user, clears the columns with personal data and deletes the sign-in data.

import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database, Statement } from '../../../../db/client.ts'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { configurationChange } from '../../../../db/schema/configuration-history.ts'
import { annotation, sessionEvent } from '../../../../db/schema/event.ts'
import { examConfiguration, instructorProctor } from '../../../../db/schema/exam.ts'
import { file } from '../../../../db/schema/file.ts'
import {
  mfaChallenge,
  passwordReset,
  recoveryCode,
  signInEvent,
  signInSession,
  totp,
} from '../../../../db/schema/operator.ts'
import { proctorGroupMember } from '../../../../db/schema/proctoring.ts'
import { examSession, sessionTransition } from '../../../../db/schema/session.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { statusReasons } from '../../../shared/session-reasons.ts'
import { unsetInformation } from '../../exams/configurations/permitted-items.ts'

const editDate = sql`now()`
const clearedIds = { lmsId: null, sisId: null, apiId: null, externalId: null }
const clearedSession = {
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
const clearedConfiguration = {
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
const onlyListed = (reason: PgColumn) =>
  sql`case when ${inArray(reason, [...statusReasons])} then ${reason} end`

const clearedText = {
  subject: null,
  details: null,
  potentialDamage: null,
  directWitness: null,
  correctiveActionDetails: null,
}
const clearedContact = { contactPerson: null, contactEmail: null, contactPhone: null }

const erasedUser = {
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
  helpdeskUserId: null,
  latitude: null,
  longitude: null,
  currencyCode: null,
  timeZoneSid: null,
  locale: null,
  maxTravelDistance: null,
  maxTravelDistanceUnits: null,
}

/** Builds the statements of one batch that erase a user. Repeating them changes only dates. */
export function eraseUserRows(
  db: Database,
  { installSid, userSid }: { installSid: SidOf<'AI'>; userSid: SidOf<'US'> },
): Statement[] {
  const selectEnrollments = () =>
    db.select({ sid: enrollment.sid }).from(enrollment).where(eq(enrollment.userSid, userSid))
  const selectAccommodations = () =>
    db
      .select({ sid: examConfiguration.sid })
      .from(examConfiguration)
      .where(inArray(examConfiguration.enrollmentSid, selectEnrollments()))
  const selectSessions = () =>
    db.select({ sid: examSession.sid }).from(examSession).where(eq(examSession.userSid, userSid))
  const isContactOfUser = sql`lower(${sessionEvent.contactEmail}) in (
    select lower(contact) from ${user}, unnest(array[${user.email}, ${user.preferredEmail}]) contact
    where ${eq(user.sid, userSid)})`
  return [
    // Locks first: a change of these rows that commits during the erasure would leave a webhook event that is not erased.
    // Lock order, as in other writes: the user, enrollments, accommodations, sessions, and then the events of sessions.
    db
      .select({ sid: user.sid })
      .from(user)
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid)))
      .for('no key update'),
    selectEnrollments().orderBy(enrollment.sid).for('no key update'),
    selectAccommodations().orderBy(examConfiguration.sid).for('no key update'),
    selectSessions().orderBy(examSession.sid).for('update'),
    // The content of files. Before the events about the user are erased, because deleting a file is such an event.
    db
      .delete(file)
      .where(
        or(
          inArray(file.sessionSid, selectSessions()),
          inArray(file.enrollmentSid, selectEnrollments()),
          inArray(file.examConfigurationSid, selectAccommodations()),
        ),
      ),
    // Before the events too: a change of these rows that commits during the erasure has an event, which must be erased.
    db
      .update(instructorProctor)
      .set({ location: null })
      .where(inArray(instructorProctor.configurationSid, selectAccommodations())),
    db
      .update(annotation)
      .set({ text: null, editDate })
      .where(inArray(annotation.sessionSid, selectSessions())),
    // The next two statements read the email addresses of the user, so they precede the update that clears them. They
    // erase the webhook events about the user, and the contact details of the user in events of other sessions.
    db
      .select({ done: sql`erase_events(${user.sid})` })
      .from(user)
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid))),
    db
      .update(sessionEvent)
      .set({ ...clearedContact, editDate })
      .where(and(eq(sessionEvent.installSid, installSid), isContactOfUser)),
    db
      .update(user)
      .set({
        ...erasedUser,
        stsEpoch: sql`${user.stsEpoch} + 1`,
        erasedDate: sql`coalesce(${user.erasedDate}, now())`,
        editDate,
      })
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid))),
    db
      .update(enrollment)
      .set({ ...clearedIds, editDate })
      .where(eq(enrollment.userSid, userSid)),
    db
      .update(examConfiguration)
      .set({ ...clearedConfiguration, ...unsetInformation, attachments: [], editDate })
      .where(inArray(examConfiguration.enrollmentSid, selectEnrollments())),
    // After the update, which is recorded with the values before it. The names of the members remain.
    db
      .update(configurationChange)
      .set({
        before: sql`case when ${configurationChange.before} is not null then '{}'::jsonb end`,
        after: {},
        reason: null,
      })
      .where(inArray(configurationChange.configurationSid, selectAccommodations())),
    db
      .update(examSession)
      .set({ ...clearedSession, statusReason: onlyListed(examSession.statusReason), editDate })
      .where(eq(examSession.userSid, userSid)),
    db
      .update(sessionTransition)
      .set({ reason: onlyListed(sessionTransition.reason) })
      .where(inArray(sessionTransition.sessionSid, selectSessions())),
    db
      .update(sessionEvent)
      .set({ title: 'Erased', ...clearedText, ...clearedContact, editDate })
      .where(inArray(sessionEvent.sessionSid, selectSessions())),
    db.delete(proctorGroupMember).where(eq(proctorGroupMember.userSid, userSid)),
    ...[signInSession, mfaChallenge, totp, recoveryCode, passwordReset].map(table =>
      db.delete(table).where(eq(table.userSid, userSid)),
    ),
    db.update(signInEvent).set({ address: null, userAgent: null }).where(eq(signInEvent.userSid, userSid)),
  ]
}
