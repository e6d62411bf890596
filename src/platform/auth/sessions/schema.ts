import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { EpochMs, NullableEpochMs } from '../../epoch-ms.ts'
import { signInDescriptions } from '../../identity/sign-in-descriptions.ts'

export const Person = z
  .object(
    described(
      {
        id: z.string(),
        email: z.string(),
        name: z.string(),
        role: z.string(),
        mfaEnabled: z.boolean(),
        createdAt: EpochMs,
        lastLoginAt: NullableEpochMs,
        applications: z.array(
          z.object({
            id: Sid('AP'),
            name: z.string().meta({ description: 'The name of the application.', example: 'LMS plugin' }),
          }),
        ),
      },
      signInDescriptions,
    ),
  )
  .meta({ id: 'Person' })

export const SignedIn = z
  .object(
    described(
      {
        sessionToken: z.string(),
        expiresAt: EpochMs,
        user: z.object(
          described({ id: z.string(), email: z.string(), name: z.string() }, signInDescriptions),
        ),
      },
      signInDescriptions,
    ),
  )
  .meta({ id: 'SignedIn' })

const SignInSession = z
  .object(
    described(
      {
        id: Sid('SI'),
        createdAt: EpochMs,
        lastSeenAt: EpochMs,
        expiresAt: EpochMs,
        userAgent: z.string().nullable(),
        address: z.string().nullable(),
        current: z.boolean(),
      },
      signInDescriptions,
    ),
  )
  .meta({ id: 'SignInSession' })

export const SessionPage = pageOf(SignInSession, 'SignInSessionPage')
export const SessionQuery = listQuery({}, ['createdDate'])
export const SessionParams = z.strictObject({ sessionSid: Sid('SI') })
