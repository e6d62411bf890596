// What is deleted, and when: docs/storage.md shows it as a table. What is not here stays.

import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { auditEvent } from '../../../db/schema/audit.ts'
import {
  lastTaken,
  mfaChallenge,
  passwordReset,
  signInEvent,
  signInSession,
  throttle,
} from '../../../db/schema/operator.ts'
import { onboardingLink } from '../../../db/schema/session.ts'
import { stsEvent, stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { attempt, delivery, event } from '../../../db/schema/webhook.ts'
import { ended, endedWithout, type Find, made, madeWithout, referringTo } from './find.ts'

/** Days that an operator may choose. */
export type Periods = { eventDays: number; deadLetterDays: number; auditDays: number }

/** As Stripe keeps events, and three times as long for what somebody is still to look at. Audits: as Google Cloud keeps its own. */
export const defaultPeriods: Periods = { eventDays: 30, deadLetterDays: 90, auditDays: 400 }

/** As long as keys that signed stay published: until then a token that has ended is told from one that never was. */
const tokenDays = 7
/** Nobody asks for what has ended. The day is for clocks that are wrong, and for who looks into yesterday's trouble. */
const endedDays = 1

export type Rule = {
  what: string
  days: number
  /** What the days are counted from. */
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

/** The rules, in the order in which rows let go of each other. */
export function rulesOf({ eventDays, deadLetterDays, auditDays }: Periods) {
  const ofFamily = { days: tokenDays, after: 'the end for good of their family' }
  const ofDone = { days: eventDays, after: 'the delivery was made or skipped' }
  const ofDead = { days: deadLetterDays, after: 'the delivery was given up' }
  return {
    tokens: {
      what: 'tokens',
      ...ofFamily,
      table: stsToken,
      find: referringTo(stsToken, stsToken.familySid, families),
    },
    families: {
      what: 'families of tokens',
      ...ofFamily,
      table: stsFamily,
      find: endedWithout(stsToken.familySid, families),
    },
    tokenEvents: {
      what: 'what happened to tokens',
      ...{ days: auditDays, after: 'it happened' },
      table: stsEvent,
      find: made(stsEvent),
    },
    attempts: {
      what: 'attempts of deliveries that were made or skipped',
      ...ofDone,
      table: attempt,
      find: referringTo(attempt, attempt.deliverySid, done),
    },
    deliveries: {
      what: 'these deliveries',
      ...ofDone,
      table: delivery,
      find: endedWithout(attempt.deliverySid, done),
    },
    deadAttempts: {
      what: 'attempts of dead letters',
      ...ofDead,
      table: attempt,
      find: referringTo(attempt, attempt.deliverySid, dead),
    },
    deadLetters: {
      what: 'dead letters',
      ...ofDead,
      table: delivery,
      find: endedWithout(attempt.deliverySid, dead),
    },
    events: {
      what: 'events without deliveries, or whose deliveries have gone',
      ...{ days: eventDays, after: 'they happened' },
      table: event,
      find: madeWithout(delivery.eventSid, event, deadLetterDays),
    },
    signInSessions: {
      what: 'sign-ins',
      ...{ days: endedDays, after: 'their end' },
      table: signInSession,
      find: ended({ table: signInSession, end: signInSession.expiresAt }),
    },
    mfaChallenges: {
      what: 'second factors that were asked for',
      ...{ days: endedDays, after: 'their end' },
      table: mfaChallenge,
      find: ended({ table: mfaChallenge, end: mfaChallenge.expiresAt }),
    },
    passwordResets: {
      what: 'mailed links, invitations too',
      ...{ days: endedDays, after: 'their end' },
      table: passwordReset,
      find: ended({ table: passwordReset, end: passwordReset.expiresAt }),
    },
    turns: {
      what: 'counts of what is limited',
      // Longer than the longest window, which is a day.
      ...{ days: 2, after: 'the last time' },
      table: throttle,
      find: ended({ table: throttle, end: lastTaken(throttle.taken) }),
    },
    signInEvents: {
      what: 'who signed in, tried to, or changed who may',
      ...{ days: auditDays, after: 'it happened' },
      table: signInEvent,
      find: made(signInEvent),
    },
    auditEvents: {
      what: 'who changed which record',
      ...{ days: auditDays, after: 'it happened' },
      table: auditEvent,
      find: made(auditEvent),
    },
    onboardingLinks: {
      what: 'onboarding links, used or not',
      ...{ days: endedDays, after: 'their end' },
      table: onboardingLink,
      find: ended({ table: onboardingLink, end: onboardingLink.expiresAt }),
    },
  } satisfies Record<string, Rule>
}

export type RuleName = keyof ReturnType<typeof rulesOf>
