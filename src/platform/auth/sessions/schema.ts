import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { EpochMs, NullableEpochMs } from '../../epoch-ms.ts'

export const Person = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.string(),
    mfaEnabled: z.boolean(),
    createdAt: EpochMs,
    lastLoginAt: NullableEpochMs,
    applications: z.array(z.object({ id: Sid('AP'), name: z.string() })),
  })
  .meta({ id: 'Person' })

export const SignedIn = z
  .object({
    sessionToken: z.string(),
    expiresAt: EpochMs,
    user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  })
  .meta({ id: 'SignedIn' })

const SignInSession = z
  .object({
    id: Sid('SI'),
    createdAt: EpochMs,
    lastSeenAt: EpochMs,
    expiresAt: EpochMs,
    userAgent: z.string().nullable(),
    address: z.string().nullable(),
    /** Whether it is the session of the request. */
    current: z.boolean(),
  })
  .meta({ id: 'SignInSession' })

export const SessionPage = pageOf(SignInSession, 'SignInSessionPage')
export const SessionQuery = listQuery({}, ['createdDate'])
export const SessionParams = z.strictObject({ sessionSid: Sid('SI') })
