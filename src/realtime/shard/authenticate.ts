import { connectionPath, type Service } from '../../shared/env.ts'
import { Authentication, type Identity } from '../../shared/realtime/connection.ts'
import { callPlatform } from '../hub/platform.ts'
import { authenticationMs, refreshLeadSeconds } from './limits.ts'

/** Asks the platform about a token. @throws Error if the platform is not available */
export async function authenticate(platform: Service, token: string): Promise<Authentication> {
  const response = await callPlatform({ platform }, connectionPath, { token }, authenticationMs)
  return Authentication.parse(await response.json())
}

/** Returns the members of a reply about the lifetime of a connection. */
export const lifetimeOf = ({ expiresAt }: Identity, now: number) => ({
  expires: true,
  ttl: Math.max(1, Math.floor(expiresAt - now / 1000) - refreshLeadSeconds),
})
