import { eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { type OperatorRole, operator, signInSession } from '../../../db/schema/operator.ts'
import type { SidOf } from '../../../db/sid.ts'

/**
 * Builds a statement that rolls the batch back unless the operator of the session is active and has the role; does not
 * execute it. The lock makes a concurrent change of the operator wait, so that nothing is granted after the response to
 * it. The operator is locked first, as by changes of it, which end its sessions.
 */
export const lockOperator = (db: Database, sessionSid: SidOf<'SI'>, role: OperatorRole): Statement =>
  guard(
    db,
    sql`(select ${eq(operator.role, role)} and ${operator.disabledDate} is null
      from ${operator} join ${signInSession} on ${signInSession.operatorSid} = ${operator.sid}
      where ${eq(signInSession.sid, sessionSid)} for share)`,
    'credential_invalid',
  )
