import { isIP } from 'node:net'
import { setAuditContext } from '../../../db/context.ts'
import type { RequestContext } from './request-context.ts'
import { operationIdOf } from './route.ts'

/** Runs the writes of an operation. The audit rows of an audited operation contain its id and the caller. */
export async function withAuditContext<T>(
  { route, authenticator, requestId, header }: RequestContext,
  caller: RequestContext['caller'],
  write: () => Promise<T> | T,
): Promise<T> {
  if (!route.audited) return write()
  const actor = caller ? authenticator.actor(caller) : null
  // The address of a user is not stored: it is personal data that would have to be erased with the user.
  const isOfUser = actor === null || actor.startsWith('US') || Boolean(caller?.token?.targetUserSid)
  const address = isOfUser ? null : addressOf(header)
  setAuditContext({
    actor,
    actorKind: caller?.kind ?? null,
    operation: operationIdOf(route),
    requestId,
    address,
  })
  try {
    return await write()
  } finally {
    setAuditContext(undefined)
  }
}

/** Returns the address of the client; null if it is not known. */
export function addressOf(header: (name: string) => string | undefined): string | null {
  const text = header('cf-connecting-ip') ?? ''
  return isIP(text) === 0 ? null : text
}
