// The retention rules. docs/storage.md lists them as a table. Rows without a rule are never deleted by age.

import { isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { auditEvent } from '../../../db/schema/audit.ts'
import { file, usedDownload } from '../../../db/schema/file.ts'
import { idempotencyKey } from '../../../db/schema/idempotency.ts'
import { liveTopic } from '../../../db/schema/live.ts'
import { message } from '../../../db/schema/message.ts'
import { onboardingLink } from '../../../db/schema/onboarding.ts'
import {
  lastAttempt,
  mfaChallenge,
  passwordReset,
  signInEvent,
  signInSession,
  throttle,
} from '../../../db/schema/operator.ts'
import { requestCount } from '../../../db/schema/request-count.ts'
import { examSession } from '../../../db/schema/session.ts'
import { stsEvent, stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { attempt, delivery, event } from '../../../db/schema/webhook.ts'
import { webhookNotice } from '../../../db/schema/webhook-notice.ts'
import { webhookRetry } from '../../../db/schema/webhook-retry.ts'
import {
  childrenOfExpired,
  created,
  createdUnreferenced,
  expired,
  expiredUnreferenced,
  type Find,
} from './find.ts'

/** The configurable retention periods, in days. */
export type Periods = { eventDays: number; deadLetterDays: number; auditDays: number; fileDays: number }

/**
 * Events have the period of Stripe. Dead letters have three times that period, for inspection. Audits have the period
 * of Google Cloud. Files of sessions are kept as long as audits, for appeals in the year after an exam.
 */
export const defaultPeriods: Periods = { eventDays: 30, deadLetterDays: 90, auditDays: 400, fileDays: 400 }

/**
 * The period for which retired keys remain published. During this period, an inactive token is distinguished from an
 * unknown token.
 */
const tokenDays = 7
/** Expired rows are not read. One day allows for clock skew and for the analysis of recent incidents. */
const expiredDays = 1

export type Rule = {
  /** The description of the rows in docs/storage.md. */
  rows: string
  days: number
  /** The event from which the days are counted. */
  after: string
  table: PgTable
  find: Find
}

const families = { table: stsFamily, end: stsFamily.absoluteExpiresAt }
const done = {
  ...{ table: delivery, end: delivery.finishedDate },
  where: sql`${delivery.status} in ('delivered', 'skipped')`,
}
const dead = { ...done, where: sql`${delivery.status} = 'dead'` }

/** Returns the rules in the order of the references: referring rows before referenced rows. */
export function rulesOf({ eventDays, deadLetterDays, auditDays, fileDays }: Periods) {
  const ofFamily = { days: tokenDays, after: 'the absolute expiry of the family' }
  const ofDone = { days: eventDays, after: 'the delivery was completed or skipped' }
  const ofDead = { days: deadLetterDays, after: 'the delivery became a dead letter' }
  return {
    tokens: {
      rows: 'tokens',
      ...ofFamily,
      table: stsToken,
      find: childrenOfExpired(stsToken, stsToken.familySid, families),
    },
    families: {
      rows: 'token families',
      ...ofFamily,
      table: stsFamily,
      find: expiredUnreferenced(stsToken.familySid, families),
    },
    tokenEvents: {
      rows: 'token events',
      ...{ days: auditDays, after: 'the event' },
      table: stsEvent,
      find: created(stsEvent),
    },
    attempts: {
      rows: 'attempts of completed or skipped deliveries',
      ...ofDone,
      table: attempt,
      find: childrenOfExpired(attempt, attempt.deliverySid, done),
    },
    deliveries: {
      rows: 'completed or skipped deliveries',
      ...ofDone,
      table: delivery,
      find: expiredUnreferenced(attempt.deliverySid, done),
    },
    deadAttempts: {
      rows: 'attempts of dead letters',
      ...ofDead,
      table: attempt,
      find: childrenOfExpired(attempt, attempt.deliverySid, dead),
    },
    deadLetters: {
      rows: 'dead letters',
      ...ofDead,
      table: delivery,
      find: expiredUnreferenced(attempt.deliverySid, dead),
    },
    webhookRetries: {
      rows: 'finished retries of deliveries',
      ...{ days: deadLetterDays, after: 'all were scheduled' },
      table: webhookRetry,
      find: expired({ table: webhookRetry, end: webhookRetry.finishedDate }),
    },
    webhookNotices: {
      rows: 'mails about webhook endpoints, sent or given up',
      ...{ days: deadLetterDays, after: 'the mail was sent or given up' },
      table: webhookNotice,
      find: expired({ table: webhookNotice, end: webhookNotice.finishedDate }),
    },
    events: {
      rows: 'events without deliveries',
      ...{ days: eventDays, after: 'the event' },
      table: event,
      find: createdUnreferenced(delivery.eventSid, event, deadLetterDays),
    },
    signInSessions: {
      rows: 'sign-in sessions',
      ...{ days: expiredDays, after: 'their expiry' },
      table: signInSession,
      find: expired({ table: signInSession, end: signInSession.expiresAt }),
    },
    mfaChallenges: {
      rows: 'second-factor challenges',
      ...{ days: expiredDays, after: 'their expiry' },
      table: mfaChallenge,
      find: expired({ table: mfaChallenge, end: mfaChallenge.expiresAt }),
    },
    passwordResets: {
      rows: 'mailed links, including invitations',
      ...{ days: expiredDays, after: 'their expiry' },
      table: passwordReset,
      find: expired({ table: passwordReset, end: passwordReset.expiresAt }),
    },
    rateLimitAttempts: {
      rows: 'counts of rate-limited attempts',
      // The longest window is one day.
      ...{ days: 2, after: 'the last attempt' },
      table: throttle,
      find: expired({ table: throttle, end: lastAttempt(throttle.taken) }),
    },
    requestCounts: {
      rows: 'counts of the requests of a minute',
      ...{ days: expiredDays, after: 'their minute' },
      table: requestCount,
      find: expired({ table: requestCount, end: requestCount.startedDate }),
    },
    signInEvents: {
      rows: 'sign-in events',
      ...{ days: auditDays, after: 'the event' },
      table: signInEvent,
      find: created(signInEvent),
    },
    auditEvents: {
      rows: 'audit events',
      ...{ days: auditDays, after: 'the event' },
      table: auditEvent,
      find: created(auditEvent),
    },
    messages: {
      rows: 'mails to learners, sent or given up; with a calendar entry, those of closed sessions',
      ...{ days: auditDays, after: 'the mail was sent or given up' },
      table: message,
      find: expired({
        ...{ table: message, end: message.finishedDate },
        // The next entry of a session has the sequence after the last one (queue_messages). A scalar subquery reads the session of each
        // mail by its key; `exists` beside `or` would read all sessions.
        where: sql`(${message.sequence} is null or coalesce((
          select ${examSession.status} = 'Closed' or ${examSession.endedDate} is not null
          from ${examSession} where ${examSession.sid} = ${message.sessionSid}), true))`,
      }),
    },
    idempotencyKeys: {
      rows: 'used idempotency keys with their responses',
      ...{ days: 1, after: 'the request' },
      table: idempotencyKey,
      find: expired({ table: idempotencyKey, end: idempotencyKey.createdDate }),
    },
    onboardingLinks: {
      rows: 'onboarding links, used or unused',
      ...{ days: expiredDays, after: 'their expiry' },
      table: onboardingLink,
      find: expired({ table: onboardingLink, end: onboardingLink.expiresAt }),
    },
    // The objects of deleted files are deleted by the proctoring Worker (src/proctoring/files/deletion/objects.ts).
    incompleteFiles: {
      rows: 'files that were not completed',
      ...{ days: 1, after: 'their creation' },
      table: file,
      find: expired({ table: file, end: file.createdDate, where: isNull(file.completedDate) }),
    },
    sessionFiles: {
      rows: 'photos and returned files of closed sessions',
      ...{ days: fileDays, after: 'their completion' },
      table: file,
      find: expired({
        ...{ table: file, end: file.completedDate },
        where: sql`${file.sessionSid} is not null and exists (
          select from ${examSession} where ${examSession.sid} = ${file.sessionSid} and ${examSession.status} = 'Closed')`,
      }),
    },
    usedDownloads: {
      rows: 'used download URLs',
      ...{ days: expiredDays, after: 'their expiry' },
      table: usedDownload,
      find: expired({ table: usedDownload, end: usedDownload.expiresAt }),
    },
    liveTopics: {
      rows: 'topics of captured changes without subscribers',
      // Longer than a subscriber goes without a renewal (src/realtime/hub/registration.ts).
      ...{ days: 7, after: 'their last registration' },
      table: liveTopic,
      find: expired({ table: liveTopic, end: liveTopic.renewedDate }),
    },
  } satisfies Record<string, Rule>
}

export type RuleName = keyof ReturnType<typeof rulesOf>
