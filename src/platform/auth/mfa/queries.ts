import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { mfaChallenge, operator, recoveryCode, totp } from '../../../../db/schema/operator.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { hashSecret } from '../../../shared/auth/secret.ts'
import { person } from '../../identity/person-columns.ts'
import { isOf, type Subject, subjectOf } from '../../identity/sign-in-subject.ts'
import { isOfSession } from '../../principal/session.ts'
import { lockPerson } from '../passwords/queries.ts'
import { hashRecoveryCode } from './recovery.ts'

const maxChallengeAttempts = 5
const challengeExpiry = sql`now() + interval '5 minutes'`

/** Inserts the challenge for a second factor. */
export const insertChallenge = (db: Database, subject: Subject, secret: string) =>
  db
    .insert(mfaChallenge)
    .values({ ...subjectOf(subject), secretHash: hashSecret(secret), expiresAt: challengeExpiry })

/**
 * Counts an attempt at the challenge. Returns the person, the app with the last used time step, and whether the code is
 * a recovery code of the person. Returns no row if the challenge is expired or out of attempts.
 */
export function countChallengeAttempt(db: Database, secret: string, code: string) {
  const tried = db.$with('tried').as(
    db
      .update(mfaChallenge)
      .set({ tries: sql`${mfaChallenge.tries} + 1` })
      .where(
        and(
          eq(mfaChallenge.secretHash, hashSecret(secret)),
          lt(mfaChallenge.tries, maxChallengeAttempts),
          gt(mfaChallenge.expiresAt, sql`now()`),
        ),
      )
      .returning({ operatorSid: mfaChallenge.operatorSid, userSid: mfaChallenge.userSid }),
  )
  return db
    .with(tried)
    .select({
      operatorSid: tried.operatorSid,
      userSid: tried.userSid,
      ...person,
      totpSid: totp.sid,
      totpSecret: totp.secret,
      lastStep: totp.lastStep,
      hasCode: sql<boolean>`exists (select from ${recoveryCode}
        where ${eq(recoveryCode.codeHash, hashRecoveryCode(code))}
          and (${recoveryCode.operatorSid} = ${tried.operatorSid} or ${recoveryCode.userSid} = ${tried.userSid}))`,
      now: sql<Date>`now()`.mapWith(operator.createdDate),
    })
    .from(tried)
    .leftJoin(operator, eq(operator.sid, tried.operatorSid))
    .leftJoin(user, eq(user.sid, tried.userSid))
    .leftJoin(install, eq(install.sid, user.installSid))
    .innerJoin(totp, sql`(${totp.operatorSid} = ${tried.operatorSid} or ${totp.userSid} = ${tried.userSid})`)
}

/** Removes one counted attempt at the challenge that could not be decided. */
export const undoChallengeAttempt = (db: Database, secret: string) =>
  db
    .update(mfaChallenge)
    .set({ tries: sql`${mfaChallenge.tries} - 1` })
    .where(and(eq(mfaChallenge.secretHash, hashSecret(secret)), gt(mfaChallenge.tries, 0)))

/** A CTE of the sign-in statement that deletes the challenge, so that it opens only one session. */
export const consumeChallenge = (db: Database, secret: string) =>
  db.$with('challenge').as(
    db
      .delete(mfaChallenge)
      .where(eq(mfaChallenge.secretHash, hashSecret(secret)))
      .returning({ used: sql<boolean>`true`.as('challenge_used') }),
  )

/**
 * A CTE of the sign-in statement that marks the time step as used, if it is newer than the last one (RFC 6238, section
 * 5.2).
 */
export const consumeStep = (db: Database, subject: Subject, step: number) =>
  db.$with('step').as(
    db
      .update(totp)
      .set({ lastStep: step })
      .where(and(isOf(totp, subject), isNotNull(totp.confirmedDate), lt(totp.lastStep, step)))
      .returning({ used: sql<boolean>`true`.as('step_used') }),
  )

/** A CTE of the sign-in statement that deletes the recovery code. */
export const consumeRecoveryCode = (db: Database, subject: Subject, code: string) =>
  db.$with('code').as(
    db
      .delete(recoveryCode)
      .where(and(isOf(recoveryCode, subject), eq(recoveryCode.codeHash, hashRecoveryCode(code))))
      .returning({ used: sql<boolean>`true`.as('code_used') }),
  )

/** Inserts an unconfirmed app or replaces the unconfirmed one. Returns no row if a confirmed app exists. */
export const insertTotp = (db: Database, subject: Subject, sid: SidOf<'TP'>, secret: string) =>
  db
    .insert(totp)
    .values({ sid, ...subjectOf(subject), secret })
    .onConflictDoUpdate({
      target: subject.operatorSid === null ? totp.userSid : totp.operatorSid,
      // The secret is sealed for this sid.
      set: { sid, secret, createdDate: sql`now()` },
      setWhere: isNull(totp.confirmedDate),
    })
    .returning({ createdDate: totp.createdDate })

/** Selects the app of the session's person, with the values that are needed to verify a code. */
export const findTotp = (db: Database, { session }: CallerScope) =>
  db
    .select({
      sid: totp.sid,
      secret: totp.secret,
      lastStep: totp.lastStep,
      isConfirmed: sql<boolean>`${totp.confirmedDate} is not null`,
      now: sql<Date>`now()`.mapWith(totp.createdDate),
    })
    .from(totp)
    .where(isOfSession(totp, session))

type Confirmation = { sid: SidOf<'TP'>; step: number; codes: readonly string[] }

/**
 * Confirms the app once and inserts its recovery codes, in one batch. It locks the person, so a concurrent sign-in either
 * has ended, and its session with it (`endSessions`), or finds the app (`requireNoSecondFactor`).
 */
export function confirmTotp(db: Database, subject: Subject, { sid, step, codes }: Confirmation): Statement[] {
  const [first = '', ...others] = codes.map(hashRecoveryCode)
  const confirmed = db.$with('confirmed').as(
    db
      .update(totp)
      .set({ confirmedDate: sql`now()`, lastStep: step })
      .where(and(isOf(totp, subject), isNull(totp.confirmedDate), eq(totp.sid, sid)))
      .returning({ operatorSid: totp.operatorSid, userSid: totp.userSid }),
  )
  return [
    lockPerson(db, subject),
    db
      .with(confirmed)
      .insert(recoveryCode)
      .select(
        sql`select decode(code, 'hex'), operator_sid, user_sid, now() from ${confirmed},
        unnest(${sql.param([first, ...others])}::text[]) as code`,
      ),
    guard(
      db,
      sql`exists (select from ${recoveryCode} where ${eq(recoveryCode.codeHash, first)})`,
      'mfa_enabled',
    ),
  ]
}

/** Locks the person and requires that no app was confirmed since the sign-in has read the person. */
export const requireNoSecondFactor = (db: Database, subject: Subject): Statement[] => [
  lockPerson(db, subject),
  guard(
    db,
    sql`not exists (select from ${totp} where ${and(isOf(totp, subject), isNotNull(totp.confirmedDate))})`,
    'invalid_credentials',
  ),
]

/** Selects the recovery code if it belongs to the session's person. */
export const findRecoveryCode = (db: Database, { session }: CallerScope, code: string) =>
  db
    .select({ codeHash: recoveryCode.codeHash })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.codeHash, hashRecoveryCode(code)), isOfSession(recoveryCode, session)))

/** A valid code: a recovery code, or the time step of a code of the app. */
export type ValidCode = { recovery: string } | { step: number }

/** Whether the code is unused. The locked row makes a concurrent sign-in with the code wait, or waits for it. */
const isUnused = (subject: Subject, code: ValidCode) =>
  'step' in code
    ? sql`(select ${lt(totp.lastStep, code.step)} from ${totp} where ${isOf(totp, subject)} for update)`
    : sql`(select true from ${recoveryCode} where ${and(
        isOf(recoveryCode, subject),
        eq(recoveryCode.codeHash, hashRecoveryCode(code.recovery)),
      )} for update)`

/**
 * Deletes the app and its recovery codes, in one batch. Fails with `mfa_not_enrolled` if a concurrent request was
 * first: the lock waits for that one. Fails with `code_invalid` if a sign-in has used the code meanwhile.
 * @param code the code that proves the identity; absent if a password does
 */
export const deleteTotp = (db: Database, subject: Subject, code?: ValidCode) => [
  guard(db, sql`(select true from ${totp} where ${isOf(totp, subject)} for update)`, 'mfa_not_enrolled'),
  ...(code ? [guard(db, isUnused(subject, code), 'code_invalid')] : []),
  db.delete(recoveryCode).where(isOf(recoveryCode, subject)),
  db.delete(totp).where(isOf(totp, subject)),
]
