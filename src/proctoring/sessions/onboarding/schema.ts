import * as z from 'zod'
import { described } from '../../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { sessionDescriptions } from '../../descriptions/session.ts'

export const OnboardingParams = z.strictObject({ onboardingSecret: Sid('OB') })

export const OnboardingLink = z
  .object({
    url: z.string().meta({
      description: 'The address for the learner; it can be used once.',
      example: 'https://api.example.com/v1/onboarding/OB0199d0b8a4c27d3e9f1a2b3c4d5e6f70',
    }),
    expiresAt: Instant.meta({ description: 'Until when the link can be used.' }),
  })
  .meta({ id: 'OnboardingLink' })

/** The response to a learner who redeems the link. */
export const Onboarding = z
  .object(
    described(
      {
        sessionSid: Sid('ES'),
        courseTitle: z.string(),
        examTitle: z.string(),
        appointmentDate: NullableInstant,
        appointmentEndDate: NullableInstant,
        duration: z.number().nullable(),
        systemCheckStartDate: NullableInstant,
      },
      {
        ...sessionDescriptions,
        courseTitle: {
          description: 'The title of the course that the exam belongs to.',
          example: 'Linear Algebra',
        },
        examTitle: { description: 'The title of the exam that learners read.', example: 'Midterm' },
      },
    ),
  )
  .meta({ id: 'Onboarding' })
