import { type Database, sendAllAndAsk } from '../../../db/client.ts'
import type { SignInEventName } from '../../../db/schema/operator.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { noteEvent } from '../audit/queries.ts'
import { endLinks } from '../auth/passwords/queries.ts'
import { endSessions } from '../auth/sessions/end.ts'
import { clientOf } from '../identity/client.ts'
import { accountOf, actorOf, type PlatformCaller } from '../principal/authenticator.ts'
import { requireHeld, requireOperatorWithin } from './ceiling.ts'
import { changeOperator, type findOperator, showOperator } from './queries.ts'

type Request = { db: Database; caller: PlatformCaller; header(name: string): string | undefined }
type Shown = Awaited<ReturnType<typeof findOperator>>[number]

type Change = Parameters<typeof changeOperator>[3]

const gives = ({ role, isDisabled }: Change): boolean => role !== undefined || isDisabled === false

/**
 * Changes an operator, notes it, and answers what it is now; of a disabled one, every session and mailed link ends with it.
 * @throws Problem `permission_ceiling_violation` where its role, old or new, may do more than the caller
 */
export async function change(
  { db, caller, header }: Request,
  before: Shown,
  event: SignInEventName,
  what: Change,
): Promise<Shown> {
  requireOperatorWithin(caller, before.role)
  requireOperatorWithin(caller, what.role ?? before.role)
  const accountSid = accountOf(caller)
  const subject = { operatorSid: before.id, userSid: null }
  const statements = [
    ...(gives(what) ? requireHeld(db, caller) : []),
    ...changeOperator(db, accountSid, before, what),
    ...(what.isDisabled ? [...endSessions(db, subject), endLinks(db, subject)] : []),
    noteEvent(db, {
      ...{ event, client: clientOf(header), actor: actorOf(caller) },
      of: { ...subject, accountSid },
    }),
  ]
  return firstOr404(await sendAllAndAsk(db, statements, showOperator(db, before.id)))
}
