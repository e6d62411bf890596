import { batch } from '../../../db/client.ts'
import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/** Reads the caller's authority and the route's data in one round trip. With an invalid body, the authority alone. */
export async function load(context: RequestContext): Promise<void> {
  const { route, db, bodyError } = context
  const statements = (bodyError ? undefined : route.load?.(context)) ?? {}
  if (isOpen(route)) context.loaded = await batch(db, statements)
  else {
    const { authority, ...loaded } = await batch(db, { authority: lookup(context), ...statements })
    Object.assign(context, { authority, loaded })
  }
}

/** Reads the caller's authority alone. */
export async function loadAuthority(context: RequestContext): Promise<void> {
  const { authority } = await batch(context.db, { authority: lookup(context) })
  context.authority = authority
}

const lookup = ({ authenticator, db, credentials, installSid }: RequestContext) =>
  authenticator.lookup(db, credentials, installSid)
