// Authenticates the connections of the Worker `realtime`, so that only the platform decides about tokens.

import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { logWork } from '../../shared/logging/work-log.ts'
import type { Authentication } from '../../shared/realtime/connection.ts'
import type { PlatformEnv } from '../env.ts'
import { jwtType, verifiedJwt } from '../principal/jwt-claims.ts'
import { activeIssuer, readIssuer } from '../principal/jwt-issuer.ts'

const Body = z.object({ token: z.string().max(8192) })

/** Responds with the authentication of the token in the body. A failure responds with 503. */
export async function serveConnection(request: Request, env: PlatformEnv): Promise<Response> {
  const body = Body.safeParse(await request.json()).data
  try {
    return await logWork(env.log, 'connection', async note => {
      const result = body ? await authenticate(env, body.token) : ({ outcome: 'invalid' } as const)
      note({ outcome: result.outcome })
      return Response.json(result)
    })
  } catch {
    return new Response(null, { status: 503 })
  }
}

async function authenticate(env: PlatformEnv, token: string): Promise<Authentication> {
  const claims = await verifiedJwt(env, token)
  if (!claims) return { outcome: (await isExpired(env, token)) ? 'expired' : 'invalid' }
  const { issuers } = await batch(env.db, { issuers: readIssuer(env.db, claims) })
  const issuer = activeIssuer(issuers)
  if (!issuer) return { outcome: 'invalid' }
  const { sub: user, aud: applicationSid, exp: expiresAt, permissions, sid: sessionSid = null } = claims
  const { installSid } = issuer
  return {
    outcome: 'accepted',
    identity: { user, applicationSid, installSid, permissions, expiresAt, sessionSid },
  }
}

/** A client replaces an expired token by a new one, and gives up with an invalid one. */
const maxAgeSeconds = 30 * 24 * 60 * 60

const isExpired = async ({ verify, baseUrl }: PlatformEnv, token: string): Promise<boolean> =>
  (await verify(jwtType, token, { issuer: baseUrl, clockTolerance: maxAgeSeconds })) !== undefined
