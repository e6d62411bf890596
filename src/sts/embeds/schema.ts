import * as z from 'zod'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { elementTypes } from '../../../db/schema/sts.ts'
import { described } from '../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { tokenDescriptions } from '../descriptions.ts'

const origins = {
  description: 'The origins whose pages may contain the embed.',
  example: ['https://lms.example'],
}

export const EmbedVerify = z
  .strictObject(described({ elementToken: z.string().max(8192) }, tokenDescriptions))
  .meta({ id: 'EmbedVerify' })

/** The data that an embed may show, and its expiry. */
export const Embed = z
  .object(
    described(
      {
        sid: Sid('TA').meta({ description: 'Sid of the `stsToken`.' }),
        installSid: Sid('AI'),
        elementType: z.enum(elementTypes),
        resource: z.string(),
        targetUserSid: Sid('US'),
        actions: z.array(z.string()).meta({
          description: 'The current permissions of the token.',
          example: ['sp:ReadSession', 'sp:StartSession'],
        }),
        allowedOrigins: z.array(z.string()).meta(origins),
        sessions: z
          .array(
            z.object(
              described(
                {
                  sid: Sid('ES'),
                  examSid: Sid('EX'),
                  enrollmentSid: Sid('EN'),
                  examTitle: z.string(),
                  learner: z.string(),
                  status: z.enum(sessionStatuses),
                  appointmentDate: NullableInstant,
                  running: z.boolean().meta({ description: 'Whether the learner is taking the exam.' }),
                },
                {
                  examTitle: { description: 'The title of the exam that learners read.', example: 'Midterm' },
                  learner: { description: 'The name of the learner.', example: 'Ada Lovelace' },
                  status: { description: 'The state of the attempt.' },
                  appointmentDate: { description: 'When the appointment starts; null if there is none.' },
                },
              ),
            ),
          )
          .meta({
            description:
              'The sessions that the embed may show, at most 100: the newest appointment first. For a `proctoring-session`: the running sessions, then the next appointments, then the others.',
          }),
        eventTypes: z
          .array(
            z.object({
              sid: Sid('ET'),
              name: z
                .string()
                .meta({ description: 'The name that people choose.', example: 'Unauthorised aid' }),
            }),
          )
          .meta({ description: 'For elements that report events.' }),
        proctorTypes: z
          .array(
            z.object({
              sid: Sid('TS'),
              code: z.string().meta({
                description: 'The text by which the `proctorTypes` of configurations name the type.',
                example: 'live',
              }),
              name: z.string().meta({ description: 'The name that people choose.', example: 'Live' }),
            }),
          )
          .meta({ description: 'For elements that book appointments.' }),
        expiresAt: Instant,
        expiresIn: z.int(),
        absoluteExpiresAt: Instant,
      },
      tokenDescriptions,
    ),
  )
  .meta({ id: 'Embed' })

export const FrameParams = z.strictObject({ installSid: Sid('AI') })

export const Frame = z
  .object({ allowedOrigins: z.array(z.string()).meta(origins) })
  .meta({ id: 'EmbedFrame', description: 'The origins that may embed the frames of an install.' })
