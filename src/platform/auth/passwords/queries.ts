import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../../../db/client.ts'
import { guard, noTable } from '../../../../db/guard.ts'
import { operator, passwordReset } from '../../../../db/schema/operator.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { user } from '../../../../db/schema/user.ts'
import { unaudited } from '../../../../db/unaudited.ts'
import { hashSecret } from '../../../shared/auth/secret.ts'
import type { ProblemCode } from '../../../shared/problems/problem.ts'
import { person } from '../../identity/person-columns.ts'
import { isOf, type Subject, subjectOf } from '../../identity/sign-in-subject.ts'

/** The lifetimes of mailed links. */
const lifetimes = { reset: sql`interval '30 minutes'`, invitation: sql`interval '7 days'` }

/** Locks the person and requires that the email address is unchanged. For a batch that mails a link. */
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

/** Inserts the token of a mailed link. */
export const insertReset = (
  db: Database,
  subject: Subject,
  secret: string,
  purpose: keyof typeof lifetimes,
) =>
  db.insert(passwordReset).values({
    ...subjectOf(subject),
    secretHash: hashSecret(secret),
    expiresAt: sql`now() + ${lifetimes[purpose]}`,
  })

/** Replaces the links of an operator who has not accepted the invitation with a new link, in one batch. */
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

const isValidLink = (secret: string) =>
  and(eq(passwordReset.secretHash, hashSecret(secret)), gt(passwordReset.expiresAt, sql`now()`))

/** Selects the person of a mailed link, with the identifiers by which sign-in attempts are counted. */
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
    .where(isValidLink(secret))

/**
 * The first statement of a batch that sets a user's password and ends sessions itself: it disables the trigger
 * `users_end_sign_ins` for the batch.
 */
const keepSignIns = (db: Database): Statement =>
  db.select({ kept: sql<string>`set_config('invigil.keeps_sign_ins', 'on', true)` }).from(noTable)

/** Deletes the mailed links of the subject. */
export const endLinks = (db: Database, subject: Subject) =>
  db.delete(passwordReset).where(isOf(passwordReset, subject))

/** Sets the hash of an enabled operator or user if the condition is true. */
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

/** A condition of the written row itself: after a wait for the row's lock, Postgres checks it again with the new hash. */
const stillHas = ({ operatorSid }: Subject, hash: string): SQL =>
  eq(operatorSid === null ? user.passwordHash : operator.passwordHash, hash)

/** Selects the current hash. */
export const findPasswordHash = (db: Database, { operatorSid, userSid }: Subject) =>
  operatorSid === null
    ? db.select({ passwordHash: user.passwordHash }).from(user).where(eq(user.sid, userSid))
    : db.select({ passwordHash: operator.passwordHash }).from(operator).where(eq(operator.sid, operatorSid))

const hasPassword = ({ operatorSid, userSid }: Subject, hash: string) =>
  operatorSid === null
    ? sql`exists (select from ${user} where ${eq(user.sid, userSid)} and ${eq(user.passwordHash, hash)})`
    : sql`exists (select from ${operator} where ${eq(operator.sid, operatorSid)} and ${eq(operator.passwordHash, hash)})`

const guardPassword = (db: Database, subject: Subject, hash: string, problem: ProblemCode) =>
  guard(db, hasPassword(subject, hash), problem)

/**
 * Sets the password and deletes all links of the subject, in one batch. The batch locks the person's row, so a
 * concurrent request with the same link fails with `reset_token_invalid`.
 */
export function resetPassword(db: Database, subject: Subject, secret: string, hash: string): Statement[] {
  const link = sql`exists (select from ${passwordReset} where ${isValidLink(secret)})`
  return [
    keepSignIns(db),
    lockPerson(db, subject),
    setPassword(db, subject, hash, link),
    guardPassword(db, subject, hash, 'reset_token_invalid'),
    endLinks(db, subject),
  ]
}

/**
 * Locks the person and requires that the password hash is unchanged. For a batch that relies on a verified password.
 */
export const requirePassword = (db: Database, subject: Subject, seenHash: string): Statement[] => [
  lockPerson(db, subject),
  guardPassword(db, subject, seenHash, 'invalid_credentials'),
]

/** Locks the row of the person. Other batches that change how the person signs in wait. */
export const lockPerson = (db: Database, { operatorSid, userSid }: Subject): Statement =>
  operatorSid === null
    ? db.select({ sid: user.sid }).from(user).where(eq(user.sid, userSid)).for('update')
    : db.select({ sid: operator.sid }).from(operator).where(eq(operator.sid, operatorSid)).for('update')

/** Replaces the password if the hash is still `seenHash`, and deletes the mailed links, in one batch. */
export const changePassword = (
  db: Database,
  subject: Subject,
  seenHash: string,
  hash: string,
): Statement[] => [
  keepSignIns(db),
  setPassword(db, subject, hash, stillHas(subject, seenHash)),
  guardPassword(db, subject, hash, 'invalid_credentials'),
  endLinks(db, subject),
]

/** Replaces a hash with a hash of the same password that has other parameters. The person is unchanged. */
export const rehash = (db: Database, subject: Subject, seenHash: string, hash: string) =>
  batch(db, {
    unaudited: unaudited(db),
    kept: keepSignIns(db),
    password: setPassword(db, subject, hash, stillHas(subject, seenHash)),
  })
