import { z } from '@hono/zod-openapi'
import { deadBecause, elementTypes, tokenTypes } from '../../../db/schema/sts.ts'
import { Instant } from '../../shared/instant.ts'
import { Flag, listQuery, pageOf } from '../../shared/page.ts'
import { Policy } from '../../shared/policy/policy.ts'
import { NullableSid, Sid } from '../../shared/sid.ts'

export const InstallParams = z.strictObject({ installSid: Sid('AI') })
export const TokenParams = z.strictObject({ installSid: Sid('AI'), tokenSid: Sid('TA') })

const expiresIn = z.number().min(1).refine(Number.isInteger, 'Expected whole seconds.').optional().openapi({
  description:
    "Seconds; 900 unless said otherwise. Clamped to 3600, the install's maxTokenTtlSeconds and the absolute end.",
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
          .openapi({ description: 'The id of one resource; all of the install when absent.' }),
        expiresIn,
      })
      .openapi('ElementTokenIssue'),
    z
      .strictObject({
        tokenType: z.literal('api'),
        policy: Policy,
        targetUserSid: Sid('US').optional(),
        expiresIn,
      })
      .openapi('ApiTokenIssue'),
  ])
  .openapi('TokenIssue')

export const TokenRefresh = z.strictObject({ expiresIn }).openapi('TokenRefresh')

const TokenSet = z.object({
  sid: Sid('TA'),
  stsToken: z.string().openapi({ description: 'Opaque; the credential of the embed. Shown this once.' }),
  elementType: z.enum(elementTypes).nullable(),
  tokenType: z.enum(tokenTypes),
  expiresAt: Instant,
  expiresIn: z.int().openapi({ description: 'Seconds.' }),
  absoluteExpiresAt: Instant.openapi({
    description: 'No refresh goes beyond it: 8 hours after the root token.',
  }),
})

export const IssuedToken = TokenSet.extend({
  elementToken: z.string().optional().openapi({
    description: 'RS256; verifiable by the published keys. Absent for tokens of type api.',
  }),
}).openapi('IssuedToken')

export const RefreshedToken = TokenSet.extend({
  previousSid: Sid('TA').openapi({ description: 'The token that this one replaced.' }),
}).openapi('RefreshedToken')

/** A token as those who manage it see it: never its secret. */
export const TokenRecord = z
  .object({
    sid: Sid('TA'),
    rootSid: Sid('TA').openapi({ description: 'The first token of the family, which refreshes go on from.' }),
    tokenType: z.enum(tokenTypes),
    elementType: z.enum(elementTypes).nullable(),
    targetUserSid: NullableSid('US'),
    resource: z.string(),
    credentialSid: Sid('AK').openapi({ description: 'Who issued the root.' }),
    active: z.boolean(),
    reason: z.enum(deadBecause).nullable().openapi({ description: 'Why it is not active.' }),
    replacedBySid: NullableSid('TA'),
    expiresAt: Instant,
    absoluteExpiresAt: Instant,
    createdDate: Instant,
  })
  .openapi('TokenRecord')

export const TokenPage = pageOf(TokenRecord, 'TokenPage')

export const TokenQuery = listQuery(
  {
    targetUserSid: Sid('US').optional(),
    active: Flag.optional().openapi({
      description: 'true: only tokens that live; false: only those that do not.',
    }),
  },
  ['createdDate'],
)
