// The response of every operation that signs a person in.

import { eq } from 'drizzle-orm'
import { batch, type Database, type Statement } from '../../../../db/client.ts'
import { signInSession } from '../../../../db/schema/operator.ts'
import { setCookie } from '../../../shared/auth/session-cookie.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { idOf, type Subject } from '../../identity/sign-in-subject.ts'
import type { openSession } from './open.ts'

type Person = Subject & { email: string; name: string }

/** Sends the batch of a sign-in: the preconditions, the session, and the statements that follow from it. */
export async function signIn(
  db: Database,
  person: Person,
  { secret, sid, statements }: ReturnType<typeof openSession>,
  { first = [], follow = [] }: { first?: readonly Statement[]; follow?: readonly Statement[] },
) {
  const { sessions } = await batch(db, {
    first,
    opened: statements,
    follow,
    sessions: db
      .select({ expiresAt: signInSession.expiresAt })
      .from(signInSession)
      .where(eq(signInSession.sid, sid)),
  })
  const { email, name } = person
  return {
    sessionToken: secret,
    expiresAt: firstOr404(sessions).expiresAt,
    user: { id: idOf(person), email, name },
  }
}

/** The cookie of a response that signs a person in. */
export const cookieOf = ({
  result,
  env,
}: {
  result: object
  env: { baseUrl: string }
}): Record<string, string> =>
  'sessionToken' in result && typeof result.sessionToken === 'string'
    ? setCookie(env.baseUrl, result.sessionToken)
    : {}
