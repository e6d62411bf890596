// Erasure: the rows of a person stay, what tells who it is goes.

import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database, Statement } from '../../../../db/client.ts'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { annotation, sessionEvent } from '../../../../db/schema/event.ts'
import { examConfiguration, instructorProctor } from '../../../../db/schema/exam.ts'
import {
  mfaChallenge,
  passwordReset,
  recoveryCode,
  signInEvent,
  signInSession,
  totp,
} from '../../../../db/schema/operator.ts'
import { examSession, sessionTransition } from '../../../../db/schema/session.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { noInformation } from '../../exams/configurations/permitted-items.ts'
import { cancelReasons, reviewOutcomes } from '../../sessions/read/schema.ts'

const editDate = sql`now()`
const noIds = { lmsId: null, sisId: null, apiId: null, externalId: null }
const noNotes = {
  studentNotes: null,
  proctorNotes: null,
  requiredSoftware: null,
  virtualCalculatorType: null,
  url: null,
  password: null,
  proctorTypes: [],
  modalityOptions: null,
}

/** A reason of the list says nothing of a person; one that somebody wrote may. */
const onlyListed = (reason: PgColumn) =>
  sql`case when ${inArray(reason, [...cancelReasons, ...reviewOutcomes])} then ${reason} end`

const noText = {
  subject: null,
  details: null,
  potentialDamage: null,
  directWitness: null,
  correctiveActionDetails: null,
}
const noContact = { contactPerson: null, contactEmail: null, contactPhone: null }

const nobody = {
  firstName: 'Erased',
  lastName: 'User',
  /** A reserved domain (RFC 2606): nobody gets mail for it. */
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
  ...noIds,
  helpdeskUserId: null,
  latitude: null,
  longitude: null,
  currencyCode: null,
  timeZoneSid: null,
  maxTravelDistance: null,
  maxTravelDistanceUnits: null,
}

/** Unsent, for one batch. Doing it again changes nothing but dates. */
export function eraseUserRows(
  db: Database,
  { installSid, userSid }: { installSid: SidOf<'AI'>; userSid: SidOf<'US'> },
): Statement[] {
  const theirs = db.select({ sid: enrollment.sid }).from(enrollment).where(eq(enrollment.userSid, userSid))
  const sessions = db
    .select({ sid: examSession.sid })
    .from(examSession)
    .where(eq(examSession.userSid, userSid))
  const isTheirs = sql`lower(${sessionEvent.contactEmail}) in (
    select lower(theirs) from ${user}, unnest(array[${user.email}, ${user.preferredEmail}]) theirs
    where ${eq(user.sid, userSid)})`
  return [
    // Sessions before their events, as everybody else locks them.
    db
      .select({ sid: examSession.sid })
      .from(examSession)
      .where(eq(examSession.userSid, userSid))
      .orderBy(examSession.sid)
      .for('update'),
    // While the address is still known: what was told of them, and whoever is named by it as a contact of somebody else's session.
    db
      .select({ done: sql`erase_events(${user.sid})` })
      .from(user)
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid))),
    db
      .update(sessionEvent)
      .set({ ...noContact, editDate })
      .where(and(eq(sessionEvent.installSid, installSid), isTheirs)),
    db
      .update(user)
      .set({
        ...nobody,
        stsEpoch: sql`${user.stsEpoch} + 1`,
        erasedDate: sql`coalesce(${user.erasedDate}, now())`,
        editDate,
      })
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid))),
    db
      .update(enrollment)
      .set({ ...noIds, editDate })
      .where(eq(enrollment.userSid, userSid)),
    db
      .update(examConfiguration)
      .set({ ...noNotes, ...noInformation, attachments: [], editDate })
      .where(inArray(examConfiguration.enrollmentSid, theirs)),
    db
      .update(instructorProctor)
      .set({ location: null })
      .where(
        inArray(
          instructorProctor.configurationSid,
          db
            .select({ sid: examConfiguration.sid })
            .from(examConfiguration)
            .where(inArray(examConfiguration.enrollmentSid, theirs)),
        ),
      ),
    db
      .update(examSession)
      .set({ notes: null, sessionType: null, statusReason: onlyListed(examSession.statusReason), editDate })
      .where(eq(examSession.userSid, userSid)),
    db
      .update(sessionTransition)
      .set({ reason: onlyListed(sessionTransition.reason) })
      .where(inArray(sessionTransition.sessionSid, sessions)),
    db
      .update(sessionEvent)
      .set({ title: 'Erased', ...noText, ...noContact, editDate })
      .where(inArray(sessionEvent.sessionSid, sessions)),
    db.update(annotation).set({ text: null, editDate }).where(inArray(annotation.sessionSid, sessions)),
    ...[signInSession, mfaChallenge, totp, recoveryCode, passwordReset].map(table =>
      db.delete(table).where(eq(table.userSid, userSid)),
    ),
    db.update(signInEvent).set({ address: null, userAgent: null }).where(eq(signInEvent.userSid, userSid)),
  ]
}
