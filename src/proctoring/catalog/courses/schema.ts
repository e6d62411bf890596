import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { optional, Text } from '../../../shared/values/text.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'

export const CourseParams = z.strictObject({ installSid: Sid('AI'), courseSid: Sid('CU') })

export const CourseCreate = z
  .strictObject({
    title: Text(200),
    code: optional(Text(100)),
    courseOfferingSid: NullableSid('CO').optional(),
    ...foreignIdInput,
  })
  .meta({ id: 'CourseCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const CourseUpdate = CourseCreate.partial().meta({ id: 'CourseUpdate' })

export const Course = z
  .object({
    sid: Sid('CU'),
    installSid: Sid('AI'),
    courseOfferingSid: NullableSid('CO'),
    title: z.string(),
    code: z.string().nullable(),
    ...foreignIdOutput,
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'Course' })

export const CourseQuery = listQuery(
  {
    title: Text(200).optional(),
    code: Text(100).optional(),
    courseOfferingSid: Sid('CO').optional(),
    ...foreignIdFilter,
  },
  ['createdDate', 'title', 'code'],
)
export const CoursePage = pageOf(Course, 'CoursePage')
