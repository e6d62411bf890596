// Erases a user: keeps the records of the user, clears the columns with personal data and deletes the sign-in data.

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard, noTable } from '../../../../db/guard.ts'
import { enrollment } from '../../../../db/schema/catalog.ts'
import { configurationChange } from '../../../../db/schema/configuration-history.ts'
import { duplicateId } from '../../../../db/schema/duplicate-id.ts'
import { annotation, sessionEvent } from '../../../../db/schema/event.ts'
import { examConfiguration, instructorProctor } from '../../../../db/schema/exam.ts'
import { file } from '../../../../db/schema/file.ts'
import { signInEvent } from '../../../../db/schema/operator.ts'
import { proctorGroupMember } from '../../../../db/schema/proctoring.ts'
import { examSession, sessionTransition } from '../../../../db/schema/session.ts'
import { suppression } from '../../../../db/schema/suppression.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf, sidFromUuid } from '../../../../db/sid.ts'
import { unsetInformation } from '../../exams/configurations/permitted-items.ts'
import {
  clearedConfiguration,
  clearedContact,
  clearedIds,
  clearedSession,
  clearedText,
  erasedUser,
  onlyListed,
  signInTables,
} from './cleared.ts'

const editDate = sql`now()`

type UserPath = { installSid: SidOf<'AI'>; userSid: SidOf<'US'> }

/** What identifies the user, as the hashes were computed from it. */
type Identity = Pick<
  typeof user.$inferSelect,
  'email' | 'preferredEmail' | 'lmsId' | 'sisId' | 'apiId' | 'externalId' | 'formerIdentities'
>

/**
 * Builds the first locks of an erasure: the courses, and then the user, as in other writes. The lock of the user also waits for
 * the events of sign-ins (src/platform/audit/queries.ts).
 */
export const lockUser = (db: Database, { installSid, userSid }: UserPath): Statement[] => {
  const own = and(eq(user.installSid, installSid), eq(user.sid, userSid))
  return [
    db
      .select({ locked: sql<string>`lock_courses_of(array[${sql.param(userSid, user.sid)}::uuid])` })
      .from(user)
      .where(own),
    db.select({ sid: user.sid }).from(user).where(own).for('update'),
  ]
}

/**
 * Builds the statement that suppresses the person, with the guard that the hashes are those of the current ids. Does nothing for a
 * user who is erased. It follows `lockUser`.
 * @throws Problem `edited_meanwhile`
 */
export function suppress(
  db: Database,
  { installSid, userSid }: UserPath,
  identity: Identity,
  hashes: string[],
): Statement[] {
  const own = and(eq(user.installSid, installSid), eq(user.sid, userSid))
  const { email, preferredEmail, lmsId, sisId, apiId, externalId, formerIdentities } = identity
  return [
    guard(
      db,
      sql`(select ${user.erasedDate} is not null or array[${user.email}, ${user.preferredEmail}, ${user.lmsId}, ${user.sisId},
        ${user.apiId}, ${user.externalId}] is not distinct from
        array[${email}, ${preferredEmail}, ${lmsId}, ${sisId}, ${apiId}, ${externalId}]::text[]
          and ${user.formerIdentities} is not distinct from ${sql.param(formerIdentities, user.formerIdentities)}::jsonb
        from ${user} where ${own})`,
      'edited_meanwhile',
    ),
    db.insert(suppression).select(
      db
        .select({
          sid: sql`${sql.param(newSid('SU'), suppression.sid)}::uuid`.as('sid'),
          installSid: user.installSid,
          hashes: sql`${sql.param(hashes)}::text[]`.as('hashes'),
          createdDate: sql`now()`.as('created_date'),
        })
        .from(user)
        .where(and(own, isNull(user.erasedDate))),
    ),
  ]
}

/** Builds the statement that selects the events of other learners that name the user, before the erasure. */
export const findMentions = (db: Database, { installSid, userSid }: UserPath) =>
  db
    .select({
      sids: sql<
        SidOf<'ER'>[]
      >`find_mentions(${sql.param(installSid, user.installSid)}, ${sql.param(userSid, user.sid)})`.mapWith(
        (uuids: string[]) => uuids.map(uuid => sidFromUuid('ER', uuid)),
      ),
    })
    .from(noTable)

/** Builds the statements of one batch that erase a user. They follow `lockUser`. Repeating them changes only dates. */
export function eraseUserRows(db: Database, { installSid, userSid }: UserPath): Statement[] {
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
    select lower(contact) from ${user}, unnest(addresses_of(${user})) contact where ${eq(user.sid, userSid)})`
  return [
    // Locks first: a change of these rows that commits during the erasure would leave a webhook event that is not erased.
    // Lock order, as in other writes: courses and the user (`lockUser`), enrollments, accommodations, sessions, and then the events
    // of sessions.
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
    // After the personal data is gone, so that the events of this do not contain it.
    db
      .select({ done: sql`withdraw_person(${user.sid})` })
      .from(user)
      .where(and(eq(user.installSid, installSid), eq(user.sid, userSid))),
    db
      .update(sessionTransition)
      .set({ reason: onlyListed(sessionTransition.reason) })
      .where(inArray(sessionTransition.sessionSid, selectSessions())),
    db
      .update(sessionEvent)
      .set({ title: 'Erased', ...clearedText, ...clearedContact, editDate })
      .where(inArray(sessionEvent.sessionSid, selectSessions())),
    db.delete(proctorGroupMember).where(eq(proctorGroupMember.userSid, userSid)),
    ...signInTables.map(table => db.delete(table).where(eq(table.userSid, userSid))),
    db
      .delete(duplicateId)
      .where(
        and(
          eq(duplicateId.installSid, installSid),
          or(eq(duplicateId.recordSid, userSid), eq(duplicateId.keptBySid, userSid)),
        ),
      ),
    db.update(signInEvent).set({ address: null, userAgent: null }).where(eq(signInEvent.userSid, userSid)),
  ]
}
