import * as z from 'zod'
import { elementTypes, inactiveReasons, tokenTypes } from '../../../db/schema/sts.ts'
import { Policy } from '../../shared/auth/policy/policy.ts'
import { Flag, listQuery, pageOf } from '../../shared/http/page.ts'
import { Instant } from '../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'

export const TokenParams = z.strictObject({ installSid: Sid('AI'), tokenSid: Sid('TA') })

const expiresIn = z.number().min(1).refine(Number.isInteger, 'Expected whole seconds.').optional().meta({
  description:
    "Seconds; 900 by default. Clamped to 3600, the install's maxTokenTtlSeconds and the absolute end.",
  default: 900,
})

export const TokenIssue = z
  .discriminatedUnion('tokenType', [
    z
      .strictObject({
        tokenType: z.literal('element'),
        elementType: z.enum(elementTypes),
        targetUserSid: Sid('US'),
        resource: z
          .string()
          .max(64)
          .regex(/^([A-Za-z0-9_.:-]+|\*)$/, 'Expected the id of one resource.')
          .refine(id => id !== '.' && id !== '..', 'Expected the id of one resource.')
          .optional()
          .meta({ description: 'The id of one resource; the whole install if absent.' }),
        expiresIn,
      })
      .meta({ id: 'ElementTokenIssue' }),
    z
      .strictObject({
        tokenType: z.literal('api'),
        policy: Policy,
        targetUserSid: Sid('US').optional(),
        expiresIn,
      })
      .meta({ id: 'ApiTokenIssue' }),
  ])
  .meta({ id: 'TokenIssue' })

export const TokenRefresh = z.strictObject({ expiresIn }).meta({ id: 'TokenRefresh' })

const TokenSet = z.object({
  sid: Sid('TA'),
  stsToken: z
    .string()
    .meta({ description: 'Opaque; the credential of the embed. Contained in this response only.' }),
  elementType: z.enum(elementTypes).nullable(),
  tokenType: z.enum(tokenTypes),
  expiresAt: Instant,
  expiresIn: z.int().meta({ description: 'Seconds.' }),
  absoluteExpiresAt: Instant.meta({
    description: 'The absolute lifetime of all refreshes: 8 hours after the root token.',
  }),
})

export const IssuedToken = TokenSet.extend({
  elementToken: z.string().optional().meta({
    description: 'RS256; verifiable by the published keys. Absent for tokens of type api.',
  }),
}).meta({ id: 'IssuedToken' })

export const RefreshedToken = TokenSet.extend({
  previousSid: Sid('TA').meta({ description: 'The token that this one replaced.' }),
}).meta({ id: 'RefreshedToken' })

/** A token in lists and details. It does not contain the secret. */
export const TokenRecord = z
  .object({
    sid: Sid('TA'),
    rootSid: Sid('TA').meta({ description: 'The first token of the refresh chain.' }),
    tokenType: z.enum(tokenTypes),
    elementType: z.enum(elementTypes).nullable(),
    targetUserSid: NullableSid('US'),
    resource: z.string(),
    credentialSid: Sid('AK').meta({ description: 'The issuer of the root token.' }),
    active: z.boolean(),
    reason: z.enum(inactiveReasons).nullable().meta({ description: 'Why the token is not active.' }),
    replacedBySid: NullableSid('TA'),
    expiresAt: Instant,
    absoluteExpiresAt: Instant,
    createdDate: Instant,
  })
  .meta({ id: 'TokenRecord' })

export const TokenPage = pageOf(TokenRecord, 'TokenPage')

export const TokenQuery = listQuery(
  {
    targetUserSid: Sid('US').optional(),
    active: Flag.optional().meta({
      description: 'true: only active tokens; false: only inactive tokens.',
    }),
  },
  ['createdDate'],
)
