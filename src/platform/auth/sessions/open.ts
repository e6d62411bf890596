// Opens a sign-in session.

import { and, eq, isNull, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { guard } from '../../../../db/guard.ts'
import { operator, signInSession } from '../../../../db/schema/operator.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { hashSecret, makeSecret } from '../../../shared/auth/secret.ts'
import type { ProblemCode } from '../../../shared/problems/problem.ts'
import type { Client } from '../../identity/client.ts'
import type { Subject } from '../../identity/sign-in-subject.ts'

/** The absolute lifetime of a session. The cookie has the same `Max-Age` (session-cookie.ts). */
const absoluteLifetime = sql`interval '12 hours'`

type SessionInput = {
  subject: Subject
  client: Client
  /** The hash of the verified password, if the sign-in uses one. */
  passwordHash?: string
  /** CTEs of the same statement. No session is opened unless each of them returns a row. */
  proofs?: readonly WithSubquery[]
  /** The problem of the response if no session is opened. */
  problem: ProblemCode
}

/** Returns the statements of one batch that opens a session, and the secret of the session. */
export function openSession(
  db: Database,
  { subject, client, passwordHash, proofs = [], problem }: SessionInput,
): { secret: string; sid: SidOf<'SI'>; statements: Statement[] } {
  const secret = makeSecret('session')
  const sid = newSid('SI')
  // Locks the person's row, which serializes a sign-in with a change of the password: see `endSessions`.
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
  const cast = (column: { getSQLType(): string }, value: unknown) =>
    sql`${value}::${sql.raw(column.getSQLType())}`
  const from: SQL[] = [person, ...proofs].map(proof => sql`${proof}`)
  const opened = db
    .with(person, ...proofs)
    .insert(signInSession)
    .select(
      sql`select ${sql.join(
        [
          cast(signInSession.sid, sid.slice(2)),
          cast(signInSession.operatorSid, subject.operatorSid?.slice(2) ?? null),
          cast(signInSession.userSid, subject.userSid?.slice(2) ?? null),
          cast(signInSession.secretHash, `\\x${hashSecret(secret)}`),
          cast(signInSession.userAgent, client.userAgent),
          cast(signInSession.address, client.address),
          sql`now()`,
          sql`now()`,
          sql`now() + ${absoluteLifetime}`,
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
