// The JWTs that C1 issues.

import { decodeJwt } from 'jose'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import type { StoredPolicy } from '../../../db/schema/credential.ts'
import type { Verify } from '../../shared/crypto/keys/verifier.ts'
import { Sid } from '../../shared/values/sid.ts'

/** What a JWT of ours says it is (RFC 9068, section 2.1): an element token says otherwise, so neither passes for the other. */
export const jwtType = 'at+jwt'

export const JwtClaims = z
  .object({
    sub: z.string(),
    aud: Sid('AP'),
    exp: z.int().meta({ description: 'Seconds since 1970.' }),
    permissions: z.array(z.string()),
  })
  .meta({ id: 'JwtClaims' })

/** The claims as they are signed. `sid` is the sign-in session that issued the JWT; absent for a credential. */
const SignedClaims = JwtClaims.extend({ sid: Sid('SI').optional() })
export type SignedClaims = z.output<typeof SignedClaims>

export type AuthenticatorEnv = { db: Database; baseUrl: string; verify: Verify }

/** The claims of a JWT of ours; undefined when it is none, whatever is wrong with it. */
export async function verifiedJwt(
  { verify, baseUrl }: AuthenticatorEnv,
  jwt: string,
): Promise<SignedClaims | undefined> {
  return SignedClaims.safeParse(await verify(jwtType, jwt, { issuer: baseUrl })).data
}

export type UnverifiedJwt = { jwt: string; claims: SignedClaims }

/** What a text says of itself if it is a JWT. Nothing of it is to be believed. */
export function unverifiedJwt(text: string): UnverifiedJwt | undefined {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return undefined
  try {
    const { success, data } = SignedClaims.safeParse(decodeJwt(text))
    return success ? { jwt: text, claims: data } : undefined
  } catch {
    return undefined // no JSON inside
  }
}

/** What the permissions of a JWT allow, as a policy. */
export const policyOfPermissions = (permissions: readonly string[]): StoredPolicy => ({
  version: '1',
  statements: permissions.includes('publish')
    ? [{ effect: 'Allow', actions: ['sp:PublishEvent'], resources: ['api/events'] }]
    : [],
})
