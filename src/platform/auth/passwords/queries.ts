import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, type Statement, sendAll } from '../../../../db/client.ts'
import { guard, noTable } from '../../../../db/guard.ts'
import { operator, passwordReset } from '../../../../db/schema/operator.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { user } from '../../../../db/schema/user.ts'
import { hashSecret } from '../../../shared/auth/secret.ts'
import type { ProblemCode } from '../../../shared/problems/problem.ts'
import { person } from '../../identity/person.ts'
import { isOf, type Subject, subjectOf } from '../../identity/subject.ts'

/** A link of a mail lives 30 minutes when it was asked for, and 7 days when it invites. */
const lives = { reset: sql`interval '30 minutes'`, invitation: sql`interval '7 days'` }

/** Unsent, for a batch that mails a link: the address is still the one that was seen, and stays so until the batch is done. */
export const requireEmail = (db: Database, subject: Subject, email: string): Statement[] => [
  lockPerson(db, subject),
  guard(
    db,
    subject.operatorSid === null
      ? sql`exists (select from ${user} where ${eq(user.sid, subject.userSid)} and ${eq(user.email, email)} and ${user.enabled})`
      : sql`exists (select from ${operator} where ${eq(operator.sid, subject.operatorSid)} and ${eq(operator.email, email)})`,
    'edited_meanwhile',
  ),
]

/** Unsent: what a mailed link holds. */
export const insertReset = (db: Database, subject: Subject, secret: string, life: keyof typeof lives) =>
  db.insert(passwordReset).values({
    ...subjectOf(subject),
    secretHash: hashSecret(secret),
    expiresAt: sql`now() + ${lives[life]}`,
  })

/** Unsent, for one batch: a new link for an operator who has not accepted; the earlier ones end. */
export const renewInvitation = (
  db: Database,
  operatorSubject: Extract<Subject, { userSid: null }>,
  secret: string,
): Statement[] => [
  lockPerson(db, operatorSubject),
  guard(
    db,
    sql`exists (select from ${operator} where ${and(
      eq(operator.sid, operatorSubject.operatorSid),
      isNull(operator.passwordHash),
      isNull(operator.disabledDate),
    )})`,
    'not_invited',
  ),
  db.delete(passwordReset).where(isOf(passwordReset, operatorSubject)),
  insertReset(db, operatorSubject, secret, 'invitation'),
]

const isLive = (secret: string) =>
  and(eq(passwordReset.secretHash, hashSecret(secret)), gt(passwordReset.expiresAt, sql`now()`))

/** Unsent: whom a mailed link is for, with what sign-ins of it are counted by. */
export const findReset = (db: Database, secret: string) =>
  db
    .select({
      operatorSid: passwordReset.operatorSid,
      userSid: passwordReset.userSid,
      ...person,
      username: user.username,
      installSid: user.installSid,
    })
    .from(passwordReset)
    .leftJoin(operator, eq(operator.sid, passwordReset.operatorSid))
    .leftJoin(user, eq(user.sid, passwordReset.userSid))
    .leftJoin(install, eq(install.sid, user.installSid))
    .where(isLive(secret))

/**
 * Unsent, first in a batch that sets a user's password and ends what is to end itself: the trigger `users_end_sign_ins`
 * leaves the batch alone.
 */
const keepSignIns = (db: Database): Statement =>
  db.select({ kept: sql<string>`set_config('invigil.keeps_sign_ins', 'on', true)` }).from(noTable)

/** Unsent: the links that were mailed to the subject end. */
export const endLinks = (db: Database, subject: Subject) =>
  db.delete(passwordReset).where(isOf(passwordReset, subject))

/** Sets the hash where the condition holds, in the row of whoever it is. */
function setPassword(db: Database, subject: Subject, hash: string, condition?: SQL): Statement {
  const { operatorSid, userSid } = subject
  return operatorSid === null
    ? db
        .update(user)
        .set({ passwordHash: hash })
        .where(and(eq(user.sid, userSid), eq(user.enabled, true), condition))
    : db
        .update(operator)
        .set({ passwordHash: hash, editDate: sql`now()` })
        .where(and(eq(operator.sid, operatorSid), isNull(operator.disabledDate), condition))
}

const hasPassword = ({ operatorSid, userSid }: Subject, hash: string) =>
  operatorSid === null
    ? sql`exists (select from ${user} where ${eq(user.sid, userSid)} and ${eq(user.passwordHash, hash)})`
    : sql`exists (select from ${operator} where ${eq(operator.sid, operatorSid)} and ${eq(operator.passwordHash, hash)})`

const guardPassword = (db: Database, subject: Subject, hash: string, problem: ProblemCode) =>
  guard(db, hasPassword(subject, hash), problem)

/**
 * Unsent, for one batch: the link and every other of the subject go, and the password is set. The person's row is
 * locked by the first that comes, and who comes later finds the link gone.
 */
export function resetPassword(db: Database, subject: Subject, secret: string, hash: string): Statement[] {
  const link = sql`exists (select from ${passwordReset} where ${isLive(secret)})`
  return [
    keepSignIns(db),
    lockPerson(db, subject),
    setPassword(db, subject, hash, link),
    guardPassword(db, subject, hash, 'reset_token_invalid'),
    endLinks(db, subject),
  ]
}

/** Unsent, for one batch that grants something for a password: it still is the one, and stays so until the batch is done. */
export const requirePassword = (db: Database, subject: Subject, seenHash: string): Statement[] => [
  lockPerson(db, subject),
  guardPassword(db, subject, seenHash, 'invalid_credentials'),
]

const lockPerson = (db: Database, { operatorSid, userSid }: Subject): Statement =>
  operatorSid === null
    ? db.select({ sid: user.sid }).from(user).where(eq(user.sid, userSid)).for('update')
    : db.select({ sid: operator.sid }).from(operator).where(eq(operator.sid, operatorSid)).for('update')

/** Unsent, for one batch: another password in the place of the one that was seen; links that were mailed are void. */
export const changePassword = (
  db: Database,
  subject: Subject,
  seenHash: string,
  hash: string,
): Statement[] => [
  keepSignIns(db),
  setPassword(db, subject, hash, hasPassword(subject, seenHash)),
  guardPassword(db, subject, hash, 'invalid_credentials'),
  endLinks(db, subject),
]

/** Puts a hash of other parameters in the place of the one of the same password. */
export const rehash = (db: Database, subject: Subject, seenHash: string, hash: string): Promise<void> =>
  sendAll(db, [keepSignIns(db), setPassword(db, subject, hash, hasPassword(subject, seenHash))])
