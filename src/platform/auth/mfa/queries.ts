import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { mfaChallenge, operator, recoveryCode, totp } from '../../../../db/schema/operator.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { user } from '../../../../db/schema/user.ts'
import type { SidOf } from '../../../../db/sid.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { hashSecret } from '../../../shared/auth/secret.ts'
import { person } from '../../identity/person.ts'
import { isOf, type Subject, subjectOf } from '../../identity/subject.ts'
import { isOfSession } from '../../principal/session.ts'
import { hashRecoveryCode } from './recovery.ts'

const challengeTries = 5
const challengeLife = sql`now() + interval '5 minutes'`

/** Unsent: asks for a second factor. */
export const insertChallenge = (db: Database, subject: Subject, secret: string) =>
  db
    .insert(mfaChallenge)
    .values({ ...subjectOf(subject), secretHash: hashSecret(secret), expiresAt: challengeLife })

/**
 * Unsent: counts a try of the challenge, and answers whose it is, with the last step that was used of the app and whether
 * the code is a recovery code; no row when it is over or has been tried enough.
 */
export function tryChallenge(db: Database, secret: string, code: string) {
  const tried = db.$with('tried').as(
    db
      .update(mfaChallenge)
      .set({ tries: sql`${mfaChallenge.tries} + 1` })
      .where(
        and(
          eq(mfaChallenge.secretHash, hashSecret(secret)),
          lt(mfaChallenge.tries, challengeTries),
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

/** Of a sign-in's statement: the challenge goes, so that it opens one session. */
export const useChallenge = (db: Database, secret: string) =>
  db.$with('challenge').as(
    db
      .delete(mfaChallenge)
      .where(eq(mfaChallenge.secretHash, hashSecret(secret)))
      .returning({ used: sql<boolean>`true`.as('challenge_used') }),
  )

/** Of a sign-in's statement: the step is used up, if it is newer than the last one (RFC 6238, section 5.2). */
export const useStep = (db: Database, subject: Subject, step: number) =>
  db.$with('step').as(
    db
      .update(totp)
      .set({ lastStep: step })
      .where(and(isOf(totp, subject), isNotNull(totp.confirmedDate), lt(totp.lastStep, step)))
      .returning({ used: sql<boolean>`true`.as('step_used') }),
  )

/** Of a sign-in's statement: the recovery code goes. */
export const useRecoveryCode = (db: Database, subject: Subject, code: string) =>
  db.$with('code').as(
    db
      .delete(recoveryCode)
      .where(and(isOf(recoveryCode, subject), eq(recoveryCode.codeHash, hashRecoveryCode(code))))
      .returning({ used: sql<boolean>`true`.as('code_used') }),
  )

/** Unsent: an app that is to be confirmed, in the place of one that never was; no row when one is in force. */
export const insertTotp = (db: Database, subject: Subject, sid: SidOf<'TP'>, secret: string) =>
  db
    .insert(totp)
    .values({ sid, ...subjectOf(subject), secret })
    .onConflictDoUpdate({
      target: subject.operatorSid === null ? totp.userSid : totp.operatorSid,
      // The secret is sealed for the sid.
      set: { sid, secret, createdDate: sql`now()` },
      setWhere: isNull(totp.confirmedDate),
    })
    .returning({ createdDate: totp.createdDate })

/** Unsent: the app of the person whose session it is, with what codes are judged by. */
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

/** Unsent, for one batch: puts the app in force, once, and its recovery codes with it. */
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

/** Unsent: whether the code is a recovery code of the person whose session it is: a row, if so. */
export const findRecoveryCode = (db: Database, { session }: CallerScope, code: string) =>
  db
    .select({ codeHash: recoveryCode.codeHash })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.codeHash, hashRecoveryCode(code)), isOfSession(recoveryCode, session)))

/** Unsent, for one batch: the app and its recovery codes are deleted, unless that happened at the same time. */
export const deleteTotp = (db: Database, subject: Subject) => [
  guard(db, sql`exists (select from ${totp} where ${isOf(totp, subject)})`, 'mfa_not_enrolled'),
  db.delete(recoveryCode).where(isOf(recoveryCode, subject)),
  db.delete(totp).where(isOf(totp, subject)),
]
