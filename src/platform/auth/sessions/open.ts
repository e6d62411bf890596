// What a sign-in gives.

import { and, eq, isNull, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { operator, signInSession } from '../../../../db/schema/operator.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { hashSecret, makeSecret } from '../../../shared/auth/secret.ts'
import type { ProblemCode } from '../../../shared/problems/problem.ts'
import type { Client } from '../../identity/client.ts'
import type { Subject } from '../../identity/subject.ts'

/** A session ends for good after this; cookie.ts says the same to browsers. */
const absolute = sql`interval '12 hours'`

type Opening = {
  subject: Subject
  client: Client
  /** The hash of the password that was right, if one was given now. */
  passwordHash?: string
  /** What must have come true in the same statement: each has a row, or no session is opened. */
  proofs?: readonly WithSubquery[]
  /** What the client is told when it did not. */
  problem: ProblemCode
}

/** What a sign-in gives: the statements of one batch, and the secret that it makes valid. */
export function openSession(
  db: Database,
  { subject, client, passwordHash, proofs = [], problem }: Opening,
): { secret: string; sid: SidOf<'SI'>; statements: Statement[] } {
  const secret = makeSecret('session')
  const sid = newSid('SI')
  // The row's lock puts a sign-in before or after a new password, never in between: see `endSessions`.
  const person = db.$with('person').as(
    subject.operatorSid === null
      ? db
          .select({ sid: sql<string>`${user.sid}`.as('person_sid') })
          .from(user)
          .where(
            and(
              eq(user.sid, subject.userSid),
              eq(user.enabled, true),
              passwordHash === undefined ? undefined : eq(user.passwordHash, passwordHash),
            ),
          )
          .for('update')
      : db
          .select({ sid: sql<string>`${operator.sid}`.as('person_sid') })
          .from(operator)
          .where(
            and(
              eq(operator.sid, subject.operatorSid),
              isNull(operator.disabledDate),
              passwordHash === undefined ? undefined : eq(operator.passwordHash, passwordHash),
            ),
          )
          .for('update'),
  )
  const value = (column: { getSQLType(): string }, given: unknown) =>
    sql`${given}::${sql.raw(column.getSQLType())}`
  const from: SQL[] = [person, ...proofs].map(proof => sql`${proof}`)
  const opened = db
    .with(person, ...proofs)
    .insert(signInSession)
    .select(
      sql`select ${sql.join(
        [
          value(signInSession.sid, sid.slice(2)),
          value(signInSession.operatorSid, subject.operatorSid?.slice(2) ?? null),
          value(signInSession.userSid, subject.userSid?.slice(2) ?? null),
          value(signInSession.secretHash, `\\x${hashSecret(secret)}`),
          value(signInSession.userAgent, client.userAgent),
          value(signInSession.address, client.address),
          sql`now()`,
          sql`now()`,
          sql`now() + ${absolute}`,
        ],
        sql`, `,
      )} from ${sql.join(from, sql`, `)}`,
    )
  return {
    secret,
    sid,
    statements: [
      opened,
      guard(db, sql`exists (select from ${signInSession} where ${eq(signInSession.sid, sid)})`, problem),
      ...(subject.operatorSid === null
        ? []
        : [
            db
              .update(operator)
              .set({ lastLoginDate: sql`now()` })
              .where(eq(operator.sid, subject.operatorSid)),
          ]),
    ],
  }
}
