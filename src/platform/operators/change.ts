import { batch, type Database } from '../../../db/client.ts'
import type { SignInEventName } from '../../../db/schema/operator.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { insertSignInEvent } from '../audit/queries.ts'
import { endLinks } from '../auth/passwords/queries.ts'
import { endSessions } from '../auth/sessions/end.ts'
import { clientOf } from '../identity/client.ts'
import { accountOf, actorOf, type PlatformCaller } from '../principal/authenticator.ts'
import { requireOperatorScope, requireOperatorWithin } from './ceiling.ts'
import { changeOperator, type findOperator, readOperator } from './queries.ts'

type Request = { db: Database; caller: PlatformCaller; header(name: string): string | undefined }
type Operator = Awaited<ReturnType<typeof findOperator>>[number]

type Change = Parameters<typeof changeOperator>[3]

const grantsRights = ({ role, isDisabled }: Change): boolean => role !== undefined || isDisabled === false

/**
 * Changes an operator and records the event. Disabling ends its sessions and its mailed links.
 * @returns the operator after the change
 * @throws Problem `permission_ceiling_violation` when its old or new role allows more than the caller may do
 */
export async function applyChange(
  { db, caller, header }: Request,
  operator: Operator,
  event: SignInEventName,
  change: Change,
): Promise<Operator> {
  requireOperatorWithin(caller, operator.role)
  requireOperatorWithin(caller, change.role ?? operator.role)
  const accountSid = accountOf(caller)
  const subject = { operatorSid: operator.id, userSid: null }
  const scope = grantsRights(change) ? requireOperatorScope(db, caller) : []
  const { operators } = await batch(db, {
    change: changeOperator(db, accountSid, operator, change, scope),
    ended: change.isDisabled ? [...endSessions(db, subject), endLinks(db, subject)] : [],
    event: insertSignInEvent(db, {
      ...{ event, client: clientOf(header), actor: actorOf(caller) },
      of: { ...subject, accountSid },
    }),
    operators: readOperator(db, operator.id),
  })
  return firstOr404(operators)
}
