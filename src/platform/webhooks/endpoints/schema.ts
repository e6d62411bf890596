import * as z from 'zod'
import { eventTypes } from '../../../../db/schema/webhook.ts'
import { formErrorMessage } from '../../../shared/target/url.ts'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'
import { encodedKey, isPrefixed } from '../../../verify/secret.ts'
import { EpochMs } from '../../epoch-ms.ts'
import { Cursor, Limit } from '../cursor.ts'

export const WebhookParams = z.strictObject({ webhookSid: Sid('WH') })

export const WebhookQuery = z.strictObject({ limit: Limit, after: Cursor('WH', 'newer') })
export type WebhookQuery = z.output<typeof WebhookQuery>

const minKeyBytes = 24 // Standard Webhooks 1.0, "Signature scheme"

const Secret = Text(256)
  .min(8)
  .refine(
    secret => !isPrefixed(secret) || (encodedKey(secret)?.length ?? 0) >= minKeyBytes,
    `After the prefix whsec_, a secret must contain at least ${minKeyBytes} bytes in base64.`,
  )
  .meta({
    format: 'password',
    minLength: 8,
    maxLength: 256,
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description: `The key of the signatures (HMAC-SHA256). No response contains it. A secret that starts with \`whsec_\` continues with at least ${minKeyBytes} bytes in base64.`,
  })

const Events = z
  .array(z.enum(eventTypes))
  .min(1)
  .max(100)
  .transform(types => [...new Set(types)])
  .meta({ type: 'array', items: { type: 'string', enum: [...eventTypes] }, minItems: 1 })

const maxFilterKeys = 50

// zod's `record` silently drops the key `__proto__`. A filter without the key would match more events.
const hasNoProtoKey = (filter: unknown) =>
  !(typeof filter === 'object' && filter !== null && Object.hasOwn(filter, '__proto__'))

const FilterMembers = z
  .record(Text(200), z.union([Text(2000).or(z.literal('')), z.number(), z.boolean(), z.null()]))
  .refine(filter => Object.keys(filter).length <= maxFilterKeys, `Has more than ${maxFilterKeys} keys.`)

const Filter = z
  .custom<Record<string, unknown>>(hasNoProtoKey, 'Must not have a key named __proto__.')
  .pipe(FilterMembers)
  .meta({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    example: { installSid: 'AI0199d0b8a4c27d3e9f1a2b3c4d5e6f70' },
    description:
      'Each key must be a member of the payload with the same value, compared as strings. `{}` matches every event.',
  })

/** Its form; the operations check the host, with the settings of the system. */
const TargetUrl = Text(2048)
  .check(({ value, issues }) => {
    const message = formErrorMessage(value)
    if (message !== undefined) issues.push({ code: 'invalid_value', values: [], input: value, message })
  })
  .meta({ format: 'uri', example: 'https://lms.example.com/webhooks' })

const descriptions = {
  url: {
    description: 'The address that receives the events; https, at a public address.',
    example: 'https://lms.example.com/webhooks',
  },
  events: { description: 'The types of the events that it receives.' },
  active: { description: 'Whether it receives events.' },
  filter: {
    description:
      'The members that the payload of an event must have, with their values; empty if every event matches.',
    example: { installSid: 'AI0199d0b8a4c27d3e9f1a2b3c4d5e6f70' },
  },
}

export const WebhookCreate = z
  .strictObject(
    described(
      {
        url: TargetUrl,
        secret: Secret,
        events: Events,
        filter: Filter.optional(),
        installSid: Sid('AI').optional().meta({
          description:
            'Limits the endpoint to events of this install; if absent, it receives those of all installs. A credential that is bound to an install creates endpoints of that install.',
        }),
      },
      descriptions,
    ),
  )
  .meta({ id: 'WebhookCreate' })

/** Changes only the members that are sent. The install of an endpoint cannot be changed. */
export const WebhookUpdate = WebhookCreate.omit({ installSid: true }).partial().meta({ id: 'WebhookUpdate' })

export const SecretRotation = z.strictObject({ secret: Secret }).meta({ id: 'SecretRotation' })

export const Webhook = z
  .object(
    described(
      {
        id: Sid('WH'),
        url: z.string(),
        events: z.array(z.enum(eventTypes)),
        active: z.boolean(),
        filter: z.record(z.string(), z.unknown()),
        applicationId: Sid('AP'),
        installSid: Sid('AI').nullable().meta({
          description: 'Sid of the install whose events it receives; null for the events of all installs.',
        }),
        createdAt: EpochMs,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Webhook' })

export const TestSent = z.object({ eventId: Sid('EV'), deliveryId: Sid('WD') }).meta({ id: 'WebhookTest' })
