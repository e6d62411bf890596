// What systems around a session report about it.

import * as z from 'zod'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { OpaqueObject } from '../../../shared/values/opaque.ts'
import { optional, Text } from '../../../shared/values/text.ts'
import { WebUrl } from '../../exams/configurations/attachments.ts'

const maxFlags = 100

/** A language tag (RFC 5646), of the alphabet and the length that tags have. */
const Locale = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'Expected a language tag such as en-GB.')

export const SystemCheck = z
  .strictObject({
    passed: z.boolean().meta({ description: 'Whether the device can be used for the exam.' }),
    details: optional(OpaqueObject(4096)).meta({
      description: 'The findings, by names of the client; at most 4,096 characters of JSON.',
      example: { camera: true, microphone: true },
    }),
    platformVersion: optional(Text(500)).meta({
      description: 'The browser or the program of the learner, with its version.',
      example: 'Chrome 154 on Windows 11',
    }),
    locale: optional(Locale).meta({ description: 'The language of the learner.', example: 'en-GB' }),
  })
  .meta({ id: 'SystemCheck' })

export const Recording = z
  .strictObject({
    startedAt: Instant.meta({ description: 'When the recording started.' }),
    url: optional(WebUrl).meta({
      description: 'Where reviewers find the recording; null or absent if it has no address.',
      example: 'https://recordings.example/7d1f',
    }),
    score: optional(z.number().min(0).max(100)).meta({
      description: 'How suspicious an automated check found the attempt, from 0 to 100.',
      example: 12.5,
    }),
    flags: z
      .array(Text(200))
      .max(maxFlags)
      .optional()
      .meta({ description: 'What an automated check found.', example: ['second-person'] }),
  })
  .meta({ id: 'Recording' })

export const Partner = z
  .strictObject({
    url: optional(WebUrl).meta({
      description: 'The address of the exam for this attempt. It replaces that of the configuration.',
      example: 'https://exams.example/take/42',
    }),
    partnerProvisionedExamUrl: optional(WebUrl).meta({
      description: 'The address at which a partner has provisioned the exam.',
      example: 'https://partner.example/exams/42',
    }),
  })
  .meta({ id: 'PartnerExam' })

/** Changes only the members that are sent; `null` clears a member. */
export const ExternalAppointment = z
  .strictObject(
    described(
      {
        id: optional(Text(200)),
        reservedId: optional(Text(200)),
        reservedUntil: optional(Instant),
      },
      {
        id: {
          description: 'The id of the appointment in the other system. It ends a reservation.',
          example: 'appointment-42',
        },
        reservedId: {
          description: 'The id of a reservation in the other system.',
          example: 'reservation-42',
        },
        reservedUntil: {
          description:
            'When the reservation runs out. Unless an appointment replaces it before, the session then loses its seat.',
        },
      },
    ),
  )
  .meta({ id: 'ExternalAppointment' })
