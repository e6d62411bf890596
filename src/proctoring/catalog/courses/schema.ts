import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { NullableSid, Sid } from '../../../shared/values/sid.ts'
import { Name, optional, Text } from '../../../shared/values/text.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'

export const CourseParams = z.strictObject({ installSid: Sid('AI'), courseSid: Sid('CU') })

const descriptions = {
  title: { description: 'The title of the course that people read.', example: 'Linear Algebra' },
  code: { description: 'The course code of the institution; null if there is none.', example: 'MATH-221' },
  courseOfferingSid: { description: 'Sid of the course offering of the course; null if it has none.' },
}

export const CourseCreate = z
  .strictObject(
    described(
      {
        title: Name(200),
        code: optional(Text(100)),
        courseOfferingSid: NullableSid('CO').optional(),
        ...foreignIdInput,
      },
      descriptions,
    ),
  )
  .meta({ id: 'CourseCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const CourseUpdate = CourseCreate.partial().meta({ id: 'CourseUpdate' })

export const Course = z
  .object(
    described(
      {
        sid: Sid('CU'),
        installSid: Sid('AI'),
        courseOfferingSid: NullableSid('CO'),
        title: z.string(),
        code: z.string().nullable(),
        ...foreignIdOutput,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Course' })

export const CourseQuery = listQuery(
  {
    title: Text(200).optional().meta({ description: 'A part of the title, in any case.', example: 'linear' }),
    code: Text(100)
      .optional()
      .meta({ description: 'A part of the course code, in any case.', example: 'math' }),
    courseOfferingSid: Sid('CO').optional(),
    ...foreignIdFilter,
  },
  ['createdDate', 'title', 'code'],
)
export const CoursePage = pageOf(Course, 'CoursePage')
