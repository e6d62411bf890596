import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Name, Text } from '../../../shared/values/text.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'
import { inOrder } from '../../windows.ts'

export const CourseOfferingParams = z.strictObject({ installSid: Sid('AI'), courseOfferingSid: Sid('CO') })

const descriptions = {
  title: {
    description: 'The title of the term or group of courses that people read.',
    example: 'Autumn 2026',
  },
  matchStrings: {
    description: 'Texts in the title or code of a course that assign the course to the offering.',
    example: ['2026-A'],
  },
  startDate: { description: 'When the term starts; null if it is not limited.' },
  endDate: { description: 'When the term ends; null if it is not limited.' },
}

const members = z.strictObject(
  described(
    {
      title: Name(200),
      matchStrings: z.array(Name(200)).max(100).optional().meta({
        description: 'Texts in the title or code of a course that assign the course to the offering.',
      }),
      startDate: NullableInstant.optional(),
      endDate: NullableInstant.optional(),
      ...foreignIdInput,
    },
    descriptions,
  ),
)

export const CourseOfferingCreate = members
  .superRefine(inOrder('startDate', 'endDate'))
  .meta({ id: 'CourseOfferingCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const CourseOfferingUpdate = members
  .partial()
  .superRefine(inOrder('startDate', 'endDate'))
  .meta({ id: 'CourseOfferingUpdate' })

export const CourseOffering = z
  .object(
    described(
      {
        sid: Sid('CO'),
        installSid: Sid('AI'),
        title: z.string(),
        matchStrings: z.array(z.string()),
        startDate: NullableInstant,
        endDate: NullableInstant,
        ...foreignIdOutput,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'CourseOffering' })

export const CourseOfferingQuery = listQuery(
  {
    title: Text(200).optional().meta({ description: 'A part of the title, in any case.', example: 'autumn' }),
    ...foreignIdFilter,
  },
  ['createdDate', 'title'],
)
export const CourseOfferingPage = pageOf(CourseOffering, 'CourseOfferingPage')
