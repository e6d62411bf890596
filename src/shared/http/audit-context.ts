import { isIP } from 'node:net'
import { setAuditContext } from '../../../db/client.ts'
import type { TokenBound } from '../auth/caller.ts'
import { operationIdOf, type Route } from './route.ts'

type AuditedRequest<C> = {
  /** Undefined for an open operation. */
  caller: C | undefined
  requestId: string
  header(name: string): string | undefined
}

/** Runs the handler of an operation. The audit rows of what an audited one writes name it and its caller. */
export async function withAuditContext<C extends TokenBound & { kind: string }, T>(
  route: Pick<Route, 'audited' | 'action' | 'summary'>,
  gate: { actor(caller: C): string },
  { caller, requestId, header }: AuditedRequest<C>,
  handle: () => Promise<T> | T,
): Promise<T> {
  if (!route.audited) return handle()
  const actor = caller ? gate.actor(caller) : null
  // The address of a user is personal data, which erasing the user would have to find here.
  const isOfUser = actor === null || actor.startsWith('US') || Boolean(caller?.token?.targetUserSid)
  const address = isOfUser ? null : addressIn(header('cf-connecting-ip'))
  setAuditContext({
    actor,
    actorKind: caller?.kind ?? null,
    operation: operationIdOf(route),
    requestId,
    address,
  })
  try {
    return await handle()
  } finally {
    setAuditContext(undefined)
  }
}

const addressIn = (text = ''): string | null => (isIP(text) === 0 ? null : text)
