import type { RequestContext } from './request-context.ts'
import { isOpen } from './route.ts'

/** Verifies the credentials, without a round trip, before they are looked up. */
export async function verify(context: RequestContext): Promise<void> {
  const { route, authenticator, env, credentials } = context
  if (authenticator.verify && !isOpen(route))
    context.credentials = await authenticator.verify(env, credentials)
}

/** Identifies the caller from the rows that `load` has read. @throws Problem `credential_invalid` */
export async function authenticate(context: RequestContext): Promise<void> {
  const { route, authenticator, env, credentials, authority } = context
  if (!isOpen(route)) context.caller = await authenticator.authenticate(env, credentials, authority)
}
