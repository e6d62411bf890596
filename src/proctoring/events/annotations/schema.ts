import * as z from 'zod'
import { annotationSources } from '../../../../db/schema/event.ts'
import { Flag, listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { FreeText, optional, Text } from '../../../shared/values/text.ts'
import { annotationDescriptions } from '../../descriptions/annotation.ts'
import { SessionParams } from '../../sessions/read/schema.ts'

const Offset = z
  .int()
  .min(0)
  .max(7 * 24 * 60 * 60 * 1000)

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
      annotationDescriptions,
    ),
  )
  .refine(isInOrder, { ...endBeforeStart, path: [endBeforeStart.path] })
  .meta({ id: 'AnnotationCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const AnnotationUpdate = z
  .strictObject(
    described({ ...members, source: z.enum(annotationSources), muted: z.boolean() }, annotationDescriptions),
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
      annotationDescriptions,
    ),
  )
  .meta({ id: 'Annotation' })

export const AnnotationQuery = listQuery(
  described(
    { type: Text(100).optional(), source: z.enum(annotationSources).optional(), muted: Flag.optional() },
    annotationDescriptions,
  ),
  ['startOffsetMs', 'createdDate'],
)
export const AnnotationPage = pageOf(Annotation, 'AnnotationPage')
