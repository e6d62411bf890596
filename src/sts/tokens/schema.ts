import * as z from 'zod'
import { elementTypes, inactiveReasons, tokenTypes } from '../../../db/schema/sts.ts'
import { Policy } from '../../shared/auth/policy/policy.ts'
import { Flag, listQuery, pageOf } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Instant } from '../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../shared/values/sid.ts'
import { tokenDescriptions } from '../descriptions.ts'

export const TokenParams = z.strictObject({ installSid: Sid('AI'), tokenSid: Sid('TA') })

const expiresIn = z
  .number()
  .min(1)
  .refine(Number.isInteger, 'Expected whole seconds such as 900.')
  .optional()
  .meta({
    description:
      'The lifetime in seconds; 900 by default. At most 3600, the `maxTokenTtlSeconds` of the install and the time until `absoluteExpiresAt`: a larger value is reduced.',
    default: 900,
  })

export const TokenIssue = z
  .discriminatedUnion('tokenType', [
    z
      .strictObject(
        described(
          {
            tokenType: z.literal('element'),
            elementType: z.enum(elementTypes),
            targetUserSid: Sid('US'),
            resource: z
              .string()
              .max(64)
              .regex(/^([A-Za-z0-9_.:-]+|\*)$/, 'Expected the id of one resource such as 42.')
              .refine(id => id !== '.' && id !== '..', 'Expected the id of one resource such as 42.')
              .optional()
              .meta({
                description:
                  'The id of the one resource that the token can access, such as a session; absent or `*` for all of the install that the element may access.',
              }),
            expiresIn,
          },
          tokenDescriptions,
        ),
      )
      .meta({ id: 'ElementTokenIssue' }),
    z
      .strictObject(
        described(
          {
            tokenType: z.literal('api'),
            policy: Policy,
            targetUserSid: Sid('US').optional(),
            expiresIn,
          },
          tokenDescriptions,
        ),
      )
      .meta({ id: 'ApiTokenIssue' }),
  ])
  .meta({ id: 'TokenIssue' })

export const TokenRefresh = z.strictObject({ expiresIn }).meta({ id: 'TokenRefresh' })

const TokenSet = z.object(
  described(
    {
      sid: Sid('TA'),
      stsToken: z.string(),
      elementType: z.enum(elementTypes).nullable(),
      tokenType: z.enum(tokenTypes),
      expiresAt: Instant,
      expiresIn: z.int(),
      absoluteExpiresAt: Instant,
    },
    tokenDescriptions,
  ),
)

export const IssuedToken = TokenSet.extend({
  elementToken: z.string().optional().meta(tokenDescriptions.elementToken),
}).meta({ id: 'IssuedToken' })

export const RefreshedToken = TokenSet.extend({
  previousSid: Sid('TA').meta({ description: 'Sid of the token that this one replaced.' }),
}).meta({ id: 'RefreshedToken' })

/** A token in lists and details. It does not contain the secret. */
export const TokenRecord = z
  .object(
    described(
      {
        sid: Sid('TA'),
        rootSid: Sid('TA').meta({ description: 'Sid of the first token of the refresh chain.' }),
        tokenType: z.enum(tokenTypes),
        elementType: z.enum(elementTypes).nullable(),
        targetUserSid: NullableSid('US'),
        resource: z.string(),
        credentialSid: Sid('AK').meta({
          description: 'Sid of the credential that issued the first token of the refresh chain.',
        }),
        active: z.boolean(),
        reason: z
          .enum(inactiveReasons)
          .nullable()
          .meta({ description: 'Why the token is not active; null if it is active.' }),
        replacedBySid: NullableSid('TA'),
        expiresAt: Instant,
        absoluteExpiresAt: Instant,
        createdDate: Instant,
      },
      tokenDescriptions,
    ),
  )
  .meta({ id: 'TokenRecord' })

export const TokenPage = pageOf(TokenRecord, 'TokenPage')

export const TokenQuery = listQuery(
  {
    targetUserSid: Sid('US').optional(),
    active: Flag.optional().meta({
      description: '`true`: only active tokens; `false`: only inactive tokens.',
    }),
  },
  ['createdDate'],
)
