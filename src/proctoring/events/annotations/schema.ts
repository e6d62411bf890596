import * as z from 'zod'
import { annotationSources } from '../../../../db/schema/event.ts'
import { Flag, listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { FreeText, optional, Text } from '../../../shared/values/text.ts'
import { SessionParams } from '../../sessions/read/schema.ts'

const Offset = z
  .int()
  .min(0)
  .max(7 * 24 * 60 * 60 * 1000)

const descriptions = {
  type: { description: 'The kind of the mark, such as a category of your player.', example: 'gaze-away' },
  startOffsetMs: {
    description: 'Where the mark starts, in milliseconds from the start of the recording or of the session.',
    example: 61_000,
  },
  endOffsetMs: {
    description: 'Where the mark ends, in milliseconds from the same start; null for a single moment.',
    example: 64_500,
  },
  severity: { description: 'From 0 to 1, as in 1EdTech Proctoring; null if it is not rated.', example: 0.4 },
  source: { description: 'Whether a person or a program made the mark.' },
  text: { description: 'A comment; null if there is none.', example: 'Looks at the door.' },
  muted: {
    description:
      'Whether the mark is to be ignored. It stays in lists; the record of the session counts such marks.',
  },
}

const members = {
  type: Text(100),
  startOffsetMs: Offset,
  endOffsetMs: optional(Offset),
  severity: optional(z.number().min(0).max(1)),
  text: optional(FreeText(10_000)),
}

type Offsets = { startOffsetMs?: number | undefined; endOffsetMs?: number | null | undefined }

/** Whether the mark does not end before it starts. A moment has no end. */
export const isInOrder = ({ startOffsetMs = 0, endOffsetMs }: Offsets) =>
  (endOffsetMs ?? startOffsetMs) >= startOffsetMs

export const endBeforeStart = { path: 'endOffsetMs', message: 'Must not be before startOffsetMs.' }

export const AnnotationCreate = z
  .strictObject(
    described(
      {
        ...members,
        source: z.enum(annotationSources).optional().meta({
          description: 'Whether a person (proctor, by default) or a program (system) made the mark.',
        }),
        muted: z.boolean().optional().meta({
          description: 'Whether the mark is to be ignored; false by default.',
        }),
      },
      descriptions,
    ),
  )
  .refine(isInOrder, { ...endBeforeStart, path: [endBeforeStart.path] })
  .meta({ id: 'AnnotationCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const AnnotationUpdate = z
  .strictObject(
    described({ ...members, source: z.enum(annotationSources), muted: z.boolean() }, descriptions),
  )
  .partial()
  .meta({ id: 'AnnotationUpdate' })

export const AnnotationParams = SessionParams.extend({ annotationSid: Sid('AN') })

export const Annotation = z
  .object(
    described(
      {
        sid: Sid('AN'),
        sessionSid: Sid('ES'),
        type: z.string(),
        startOffsetMs: z.number(),
        endOffsetMs: z.number().nullable(),
        severity: z.number().nullable(),
        source: z.enum(annotationSources),
        text: z.string().nullable(),
        muted: z.boolean(),
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Annotation' })

export const AnnotationQuery = listQuery(
  described(
    { type: Text(100).optional(), source: z.enum(annotationSources).optional(), muted: Flag.optional() },
    descriptions,
  ),
  ['startOffsetMs', 'createdDate'],
)
export const AnnotationPage = pageOf(Annotation, 'AnnotationPage')
