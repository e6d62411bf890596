// Token introspection (RFC 7662).

import * as z from 'zod'
import { elementTypes, inactiveReasons, tokenTypes } from '../../../db/schema/sts.ts'
import type { SidOf } from '../../../db/sid.ts'
import { hashSecret, secretKind } from '../../shared/auth/secret.ts'
import { described } from '../../shared/values/described.ts'
import { Sid } from '../../shared/values/sid.ts'
import { tokenDescriptions } from '../descriptions.ts'
import { route } from '../env.ts'
import { InstallParams, tag } from '../paths.ts'
import { findBySecret, type IntrospectedToken } from './queries.ts'

const Introspection = z
  .object(
    described(
      {
        active: z.boolean(),
        reason: z
          .enum([...inactiveReasons, 'unknown'])
          .optional()
          .meta({
            description: 'Why the token is not active. `unknown`: not a token of this install.',
          }),
        token_type: z.enum(tokenTypes).optional(),
        iss: z.string().optional(),
        aud: Sid('AI').optional().meta({ description: 'The install.' }),
        sub: Sid('US').optional().meta({ description: 'The user that the token represents.' }),
        jti: Sid('TA').optional(),
        client_id: Sid('AK').optional().meta({ description: 'The credential that issued the root token.' }),
        iat: z.int().optional(),
        exp: z.int().optional(),
        elementType: z.enum(elementTypes).optional(),
        resource: z.string().optional(),
      },
      {
        ...tokenDescriptions,
        token_type: tokenDescriptions.tokenType,
        iss: { description: 'The issuer: the origin of the API.', example: 'https://api.example.com' },
        iat: { description: 'When the token was issued, in seconds since 1970.', example: 1_795_253_400 },
        exp: { description: 'When the token expires, in seconds since 1970.', example: 1_795_254_300 },
      },
    ),
  )
  .meta({
    id: 'Introspection',
    description: 'RFC 7662; only `active` and `reason` of a token that is not active.',
  })

export const introspectToken = route({
  method: 'post',
  path: '/v1/installs/{installSid}/sts/introspect',
  repeatable: true,
  tag,
  action: 'sp:IntrospectStsToken',
  learners: 'impersonal',
  callers: ['credential', 'session'],
  summary: 'Introspect a token',
  params: InstallParams,
  body: z
    .strictObject(described({ token: z.string().max(4096) }, tokenDescriptions))
    .meta({ id: 'TokenToIntrospect' }),
  returns: Introspection,
  load: ({ db, params: { installSid }, body: { token } }) => ({
    // A text that is not a token secret matches no row.
    tokens: findBySecret(db, {
      installSid,
      secretHash: hashSecret(secretKind(token) === 'token' ? token : ''),
    }),
  }),
  handle: ({ env, params: { installSid }, loaded }) => {
    const [token] = loaded.tokens
    if (!token) return { active: false, reason: 'unknown' as const }
    if (token.inactiveReason) return { active: false, reason: token.inactiveReason }
    return claimsOf(token, { iss: env.baseUrl, aud: installSid })
  },
})

type Issuance = { iss: string; aud: SidOf<'AI'> }

const claimsOf = (token: IntrospectedToken, { iss, aud }: Issuance): z.output<typeof Introspection> => ({
  active: true,
  token_type: token.tokenType,
  iss,
  aud,
  ...(token.targetUserSid && { sub: token.targetUserSid }),
  jti: token.sid,
  client_id: token.credentialSid,
  iat: inSeconds(token.createdDate),
  exp: inSeconds(token.expiresAt),
  ...(token.elementType && { elementType: token.elementType }),
  resource: token.resource,
})

const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)
