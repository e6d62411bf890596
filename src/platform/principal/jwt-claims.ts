// The claims of the JWTs that `POST /auth/token` (C1) issues.

import { decodeJwt } from 'jose'
import * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import type { StoredPolicy } from '../../../db/schema/credential.ts'
import type { Action } from '../../shared/auth/policy/actions.ts'
import type { Verify } from '../../shared/crypto/keys/verifier.ts'
import { hasVerb } from '../../shared/topics/permission.ts'
import { described } from '../../shared/values/described.ts'
import { Sid } from '../../shared/values/sid.ts'

/**
 * The header `typ` of these JWTs (RFC 9068, section 2.1). Element tokens have another type, so neither is accepted as
 * the other.
 */
export const jwtType = 'at+jwt'

/** The descriptions of the members of JWT requests, responses and claims. */
export const jwtDescriptions = {
  permissions: {
    description: 'What the JWT allows; within the permissions of the application.',
    example: ['subscribe', 'publish'],
  },
  token: {
    description: 'The signed JWT.',
    example: 'eyJhbGciOiJSUzI1NiJ9.eyJwZXJtaXNzaW9ucyI6W119.ExampleSignature',
  },
  expiresIn: { description: 'Its lifetime in seconds; if absent, an hour.', example: 600 },
  expiresAt: { description: 'When the JWT expires.' },
  valid: { description: 'The JWT is accepted; otherwise the response is 401.' },
  claims: { description: 'The claims of the JWT.' },
  sub: {
    description: 'The sid of the credential, operator or user that issued it.',
    example: 'AK0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
  },
  aud: { description: 'Sid of the application.' },
  exp: { description: 'When the JWT expires, in seconds since 1970.', example: 1_795_257_000 },
}

export const JwtClaims = z
  .object(
    described(
      {
        sub: z.string(),
        aud: Sid('AP'),
        exp: z.int(),
        permissions: z.array(z.string()),
      },
      jwtDescriptions,
    ),
  )
  .meta({ id: 'JwtClaims' })

/** The signed claims. `sid` is the sign-in session that issued the JWT; it is absent if a credential did. `jti` identifies the JWT. */
const SignedClaims = JwtClaims.extend({ sid: Sid('SI').optional(), jti: z.string().max(64).optional() })
export type SignedClaims = z.output<typeof SignedClaims>

export type AuthenticatorEnv = { db: Database; baseUrl: string; verify: Verify }

/** Verifies a JWT. @returns its claims, or undefined if it is invalid for any reason */
export async function verifiedJwt(
  { verify, baseUrl }: AuthenticatorEnv,
  jwt: string,
): Promise<SignedClaims | undefined> {
  return SignedClaims.safeParse(await verify(jwtType, jwt, { issuer: baseUrl })).data
}

export type UnverifiedJwt = { jwt: string; claims: SignedClaims }

/** Decodes a JWT without verifying it. Do not trust the claims. @returns undefined if the text is not a JWT */
export function unverifiedJwt(text: string): UnverifiedJwt | undefined {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return undefined
  try {
    const { success, data } = SignedClaims.safeParse(decodeJwt(text))
    return success ? { jwt: text, claims: data } : undefined
  } catch {
    return undefined // a part is not JSON
  }
}

/** Converts the permissions of a JWT to a policy. The operations compare their topic or document with the patterns. */
export const policyOfPermissions = (permissions: readonly string[]): StoredPolicy => {
  const granted: [isGranted: boolean, actions: Action[], resources: string[]][] = [
    [hasVerb(permissions, 'publish'), ['sp:PublishEvent'], ['api/events']],
    [hasVerb(permissions, 'subscribe'), ['sp:ListDocuments'], ['api/documents']],
    [hasVerb(permissions, 'subscribe'), ['sp:ReadDocument'], ['api/documents/*']],
    [hasVerb(permissions, 'publish'), ['sp:DeleteDocument'], ['api/documents/*']],
  ]
  const statements = granted.flatMap(([isGranted, actions, resources]) =>
    isGranted ? [{ effect: 'Allow' as const, actions, resources }] : [],
  )
  return { version: '1', statements }
}
