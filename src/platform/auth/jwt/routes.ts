import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { application } from '../../../../db/schema/tenancy.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'
import { Problem } from '../../../shared/problems/problem.ts'
import {
  hasMalformedPattern,
  isGranted,
  maxPermissionLength,
  showsPersons,
} from '../../../shared/topics/permission.ts'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'
import { openRoute, route } from '../../env.ts'
import { EpochMs } from '../../epoch-ms.ts'
import { actorOf, type PlatformCaller } from '../../principal/authenticator.ts'
import { JwtClaims, jwtDescriptions, jwtType, verifiedJwt } from '../../principal/jwt-claims.ts'
import { activeIssuer, issuePath, readIssuer } from '../../principal/jwt-issuer.ts'

const tag = 'JWT'

const defaultLifetimeSeconds = 60 * 60
const minLifetimeSeconds = 60
/** Of all permissions together, so that the JWT fits into a request. */
const maxPermissionCharacters = 4000

export const issueJwt = route({
  method: 'post',
  path: issuePath,
  tag,
  action: 'sp:IssueJwt',
  repeatable: true,
  learners: 'impersonal',
  callers: ['session', 'credential'],
  summary: 'Issue JWT',
  description:
    'Signs a JWT (RS256) for an application, for an hour or for `expiresIn` seconds. Its permissions must lie within those ' +
    'of the application: `subscribe` and `publish` for all of its topics, or `subscribe:<pattern>` and ' +
    '`publish:<pattern>`, where the segment `*` of a pattern stands for one segment of a topic, and at the end for one or ' +
    'more. A credential of the role `learner` cannot pass on permissions to subscribe to topics with personal data: those ' +
    'of sessions, monitors, captured changes and documents. The JWT ' +
    'allows what both its permissions and its issuer allow at the time of each request. It becomes invalid when the issuer ' +
    'is revoked, disabled or no longer allowed to issue JWTs. A JWT that a session issued also becomes invalid when the ' +
    'session is signed out or reaches its absolute lifetime of 12 hours; an idle timeout of the session does not ' +
    'invalidate it.',
  body: z
    .strictObject(
      described(
        {
          applicationId: Sid('AP'),
          permissions: z
            .array(Text(maxPermissionLength))
            .max(50)
            .refine(
              permissions => permissions.join('').length <= maxPermissionCharacters,
              `Expected at most ${maxPermissionCharacters} characters in all permissions together.`,
            ),
          expiresIn: z.int().min(minLifetimeSeconds).max(defaultLifetimeSeconds).optional(),
        },
        jwtDescriptions,
      ),
    )
    .meta({ id: 'JwtRequest' }),
  returns: z
    .object(described({ token: z.string(), expiresAt: EpochMs }, jwtDescriptions))
    .meta({ id: 'IssuedJwt' }),
  problems: ['permission_ceiling_violation'],
  load: ({ db, callerScope, body }) => ({
    applications: db
      .select({
        sid: application.sid,
        permissions: application.permissions,
        now: sql<Date>`now()`.mapWith(application.createdDate),
      })
      .from(application)
      .where(and(eq(application.sid, body.applicationId), eq(application.accountSid, callerScope.account))),
  }),
  async handle({ env, caller, body, loaded: { applications } }) {
    const [audience] = applications
    const isOwn = caller.kind !== 'credential' || caller.applicationSid === body.applicationId
    if (!(audience && isOwn)) throw invalid(unknownSid('applicationId', 'application', body.applicationId))
    const permissions = [...new Set(body.permissions)]
    const missing = permissions.filter(permission => !isGranted(audience.permissions, permission))
    if (missing.length > 0)
      throw new Problem('permission_ceiling_violation', ceilingDetail(missing, audience.permissions), {
        members: { permissions: missing },
      })
    requireNoPersons(caller, permissions)
    const iat = Math.floor(audience.now.getTime() / 1000)
    const exp = iat + (body.expiresIn ?? defaultLifetimeSeconds)
    const claims = {
      ...{
        iss: env.baseUrl,
        sub: actorOf(caller),
        aud: audience.sid,
        iat,
        exp,
        jti: randomUUID(),
        permissions,
      },
      ...(caller.kind === 'session' && { sid: caller.session.sid }),
    }
    return { token: await env.sign(jwtType, claims), expiresAt: new Date(exp * 1000) }
  },
})

/**
 * A credential of a learner reads no personal data, and its JWTs are accepted without a look at its role.
 * @throws Problem `permission_ceiling_violation`
 */
function requireNoPersons({ learner }: PlatformCaller, permissions: string[]): void {
  const personal = learner ? permissions.filter(showsPersons) : []
  if (personal.length > 0)
    throw new Problem(
      'permission_ceiling_violation',
      `A credential of the role learner cannot subscribe to topics with personal data: ${personal.join(', ')}.`,
      { members: { permissions: personal } },
    )
}

function ceilingDetail(missing: readonly string[], granted: readonly string[]): string {
  const refused = `The application does not have these permissions: ${missing.join(', ')}. It has: ${granted.join(', ')}.`
  const malformed = missing.filter(hasMalformedPattern)
  if (malformed.length === 0) return refused
  return `${refused} These have no valid pattern: ${malformed.join(', ')}. Only a whole segment may be *, such as subscribe:room.*.`
}

export const verifyJwt = openRoute({
  method: 'post',
  path: '/auth/verify',
  operationId: 'verifyJwt',
  repeatable: true,
  tag,
  summary: 'Verify a JWT',
  description:
    'Returns the claims of a JWT issued by Invigil. Responds with 401 if the JWT is altered, expired or of another type, or if its issuer is revoked, disabled, signed out or no longer allowed to issue JWTs.',
  body: z.strictObject(described({ token: Text(8192) }, jwtDescriptions)).meta({ id: 'JwtCheck' }),
  returns: z
    .object(described({ valid: z.literal(true), claims: JwtClaims }, jwtDescriptions))
    .meta({ id: 'VerifiedJwt' }),
  problems: ['jwt_invalid'],
  async handle({ db, env, body }) {
    const invalidJwt = () => new Problem('jwt_invalid', 'The token is invalid, expired or revoked.')
    const claims = await verifiedJwt(env, body.token)
    if (!claims) throw invalidJwt()
    const { issuers } = await batch(db, { issuers: readIssuer(db, claims) })
    if (!activeIssuer(issuers)) throw invalidJwt()
    return { valid: true as const, claims }
  },
})
