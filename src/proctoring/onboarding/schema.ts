import { z } from '@hono/zod-openapi'
import { Instant, NullableInstant } from '../../shared/instant.ts'
import { Sid } from '../../shared/sid.ts'

export const OnboardingParams = z.strictObject({ onboardingSecret: Sid('OB') })

export const OnboardingLink = z
  .object({ url: z.string().openapi({ description: 'For the learner; it works once.' }), expiresAt: Instant })
  .openapi('OnboardingLink')

/** What a learner is shown who has come by the link. */
export const Onboarding = z
  .object({
    sessionSid: Sid('ES'),
    courseTitle: z.string(),
    examTitle: z.string(),
    appointmentDate: NullableInstant,
    appointmentEndDate: NullableInstant,
    duration: z.number().nullable().openapi({ description: 'Minutes.' }),
    systemCheckStartDate: NullableInstant,
  })
  .openapi('Onboarding')
