// The response of the platform when the Worker `realtime` authenticates a client.

import * as z from 'zod'
import { NullableSid, Sid } from '../values/sid.ts'

/** The rights of a connection, from its token. */
export const Identity = z.object({
  /** The subject of the token. */
  user: z.string(),
  accountSid: Sid('AC'),
  applicationSid: Sid('AP'),
  /** The install to which the caller is bound. */
  installSid: NullableSid('AI'),
  permissions: z.array(z.string()),
  /** When the token expires, in seconds since 1970. */
  expiresAt: z.int(),
  /** The sign-in session that issued the token. */
  sessionSid: NullableSid('SI'),
  /** The family of an stsToken; null for a JWT. The platform decides about each topic of an stsToken (access.ts). */
  familySid: NullableSid('TA'),
  /** The id of the key that signed a JWT; null for an stsToken. An earlier version did not store it. */
  kid: z.string().nullable().default(null),
})
export type Identity = z.output<typeof Identity>

/** The result of the authentication. */
export const Authentication = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), identity: Identity }),
  z.object({ outcome: z.enum(['invalid', 'expired']) }),
])
export type Authentication = z.output<typeof Authentication>
