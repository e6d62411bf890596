import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { Instant, NullableInstant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { Text } from '../../../shared/values/text.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'
import { inOrder } from '../../windows.ts'

export const CourseOfferingParams = z.strictObject({ installSid: Sid('AI'), courseOfferingSid: Sid('CO') })

const members = z.strictObject({
  title: Text(200),
  matchStrings: z.array(Text(200)).max(100).optional().meta({
    description: 'Texts in the title or code of a course that assign the course to the offering.',
  }),
  startDate: NullableInstant.optional(),
  endDate: NullableInstant.optional(),
  ...foreignIdInput,
})

export const CourseOfferingCreate = members
  .superRefine(inOrder('startDate', 'endDate'))
  .meta({ id: 'CourseOfferingCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const CourseOfferingUpdate = members
  .partial()
  .superRefine(inOrder('startDate', 'endDate'))
  .meta({ id: 'CourseOfferingUpdate' })

export const CourseOffering = z
  .object({
    sid: Sid('CO'),
    installSid: Sid('AI'),
    title: z.string(),
    matchStrings: z.array(z.string()),
    startDate: NullableInstant,
    endDate: NullableInstant,
    ...foreignIdOutput,
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'CourseOffering' })

export const CourseOfferingQuery = listQuery({ title: Text(200).optional(), ...foreignIdFilter }, [
  'createdDate',
  'title',
])
export const CourseOfferingPage = pageOf(CourseOffering, 'CourseOfferingPage')
