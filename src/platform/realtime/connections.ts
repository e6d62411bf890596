// Authenticates the connections of the Worker `realtime`, and decides about their topics, so that only the platform
// decides about tokens.

import { decodeProtectedHeader } from 'jose'
import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { hashSecret, secretKind } from '../../shared/auth/secret.ts'
import { recordReuse } from '../../shared/auth/token-reuse.ts'
import { accessPath, connectionPath } from '../../shared/env.ts'
import { logWork } from '../../shared/logging/work-log.ts'
import { AccessRequest } from '../../shared/realtime/access.ts'
import type { Authentication } from '../../shared/realtime/connection.ts'
import { monitoredPath } from '../../shared/realtime/monitor.ts'
import type { PlatformEnv } from '../env.ts'
import { jwtType, verifiedJwt } from '../principal/jwt-claims.ts'
import { activeIssuer, readIssuer } from '../principal/jwt-issuer.ts'
import { decideAccess } from './access.ts'
import { readMonitored } from './monitor.ts'
import { findToken } from './queries.ts'

const Body = z.object({ token: z.string().max(8192) })

/** Serves the requests of the Worker `realtime`. @returns undefined for another path. A failure responds with 503 */
export function serveConnection(request: Request, env: PlatformEnv): Promise<Response> | undefined {
  const { pathname } = new URL(request.url)
  if (pathname === connectionPath) return respond(request, env, 'connection', authenticateBody)
  if (pathname === accessPath)
    return respond(request, env, 'access', async body => await decideAccess(env, AccessRequest.parse(body)))
  if (pathname === monitoredPath)
    return respond(request, env, 'monitored', async body => await readMonitored(env, body))
  return undefined
}

async function respond(
  request: Request,
  env: PlatformEnv,
  message: string,
  serve: (body: unknown, env: PlatformEnv) => Promise<object>,
): Promise<Response> {
  try {
    return await logWork(env.log, message, async note => {
      const result = await serve(await request.json(), env)
      if ('outcome' in result) note({ outcome: result.outcome })
      return Response.json(result)
    })
  } catch {
    return new Response(null, { status: 503 })
  }
}

async function authenticateBody(body: unknown, env: PlatformEnv): Promise<Authentication> {
  const { data } = Body.safeParse(body)
  if (!data) return { outcome: 'invalid' }
  return secretKind(data.token) === 'token'
    ? await authenticateSecret(env, data.token)
    : await authenticateJwt(env, data.token)
}

/** Authenticates an stsToken (area B). */
async function authenticateSecret({ db }: PlatformEnv, secret: string): Promise<Authentication> {
  const { rows } = await batch(db, { rows: findToken(db, hashSecret(secret)) })
  await recordReuse(db, rows)
  const [row] = rows
  if (row?.token.inactiveReason === 'expired') return { outcome: 'expired' }
  if (!row || row.token.inactiveReason !== null) return { outcome: 'invalid' }
  const { targetUserSid, credentialSid, accountSid, applicationSid, installSid, familySid } = row.token
  return {
    outcome: 'accepted',
    identity: {
      ...{ user: targetUserSid ?? credentialSid, accountSid, applicationSid, installSid, familySid },
      ...{ permissions: [], expiresAt: secondsOf(row.expiresAt), sessionSid: null, kid: null },
    },
  }
}

async function authenticateJwt(env: PlatformEnv, token: string): Promise<Authentication> {
  const claims = await verifiedJwt(env, token)
  if (!claims) return { outcome: (await isExpired(env, token)) ? 'expired' : 'invalid' }
  const { issuers } = await batch(env.db, { issuers: readIssuer(env.db, claims) })
  const issuer = activeIssuer(issuers)
  if (!issuer) return { outcome: 'invalid' }
  const { sub: user, aud: applicationSid, exp, permissions, sid: sessionSid = null } = claims
  const { installSid, accountSid } = issuer
  const expiresAt = issuer.expiresAt ? Math.min(exp, secondsOf(issuer.expiresAt)) : exp
  return {
    outcome: 'accepted',
    identity: {
      ...{ user, accountSid, applicationSid, installSid, permissions, expiresAt, sessionSid },
      familySid: null,
      kid: decodeProtectedHeader(token).kid ?? '', // without one, the next verification ends the connection
    },
  }
}

/** Rounded up, so that a connection does not end before its token. */
const secondsOf = (date: Date): number => Math.ceil(date.getTime() / 1000)

/** A client replaces an expired token by a new one, and gives up with an invalid one. */
const maxAgeSeconds = 30 * 24 * 60 * 60

const isExpired = async ({ verify, baseUrl }: PlatformEnv, token: string): Promise<boolean> =>
  (await verify(jwtType, token, { issuer: baseUrl, clockTolerance: maxAgeSeconds })) !== undefined
