import * as z from 'zod'
import { annotationSources } from '../../../../db/schema/event.ts'
import { Flag, listQuery, pageOf } from '../../../shared/http/page.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { FreeText, optional, Text } from '../../../shared/values/text.ts'

const Offset = z
  .int()
  .min(0)
  .max(7 * 24 * 60 * 60 * 1000)

export const AnnotationCreate = z
  .strictObject({
    type: Text(100),
    startOffsetMs: Offset.meta({ description: 'From the start of the recording.' }),
    endOffsetMs: optional(Offset),
    severity: optional(z.number().min(0).max(1)).meta({
      description: '0 to 1, as in 1EdTech Proctoring.',
    }),
    source: z.enum(annotationSources).optional().meta({ description: 'proctor by default.' }),
    text: optional(FreeText(10_000)),
    muted: z.boolean().optional(),
  })
  .refine(({ startOffsetMs, endOffsetMs }) => !endOffsetMs || endOffsetMs >= startOffsetMs, {
    path: ['endOffsetMs'],
    message: 'Must not be before startOffsetMs.',
  })
  .meta({ id: 'AnnotationCreate' })

export const Annotation = z
  .object({
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
  })
  .meta({ id: 'Annotation' })

export const AnnotationQuery = listQuery(
  { type: Text(100).optional(), source: z.enum(annotationSources).optional(), muted: Flag.optional() },
  ['startOffsetMs', 'createdDate'],
)
export const AnnotationPage = pageOf(Annotation, 'AnnotationPage')
