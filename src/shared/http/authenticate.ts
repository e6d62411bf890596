import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/** Identifies the caller from the rows that `load` has read. @throws Problem `credential_invalid` */
export async function authenticate(context: RequestContext): Promise<void> {
  const { route, authenticator, env, credentials, authority } = context
  if (!isOpen(route)) context.caller = await authenticator.authenticate(env, credentials, authority)
}
