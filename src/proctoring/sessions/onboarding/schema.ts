import * as z from 'zod'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'

export const OnboardingParams = z.strictObject({ onboardingSecret: Sid('OB') })

export const OnboardingLink = z
  .object({ url: z.string().meta({ description: 'For the learner; single use.' }), expiresAt: Instant })
  .meta({ id: 'OnboardingLink' })

/** The response to a learner who redeems the link. */
export const Onboarding = z
  .object({
    sessionSid: Sid('ES'),
    courseTitle: z.string(),
    examTitle: z.string(),
    appointmentDate: NullableInstant,
    appointmentEndDate: NullableInstant,
    duration: z.number().nullable().meta({ description: 'Minutes.' }),
    systemCheckStartDate: NullableInstant,
  })
  .meta({ id: 'Onboarding' })
