// The records that other records contain in short form.

import * as z from 'zod'
import { described } from '../shared/values/described.ts'
import { Sid } from '../shared/values/sid.ts'
import { NullableText } from '../shared/values/text.ts'
import { userDescriptions } from './descriptions/user.ts'

const person = described(
  { sid: Sid('US'), firstName: z.string(), lastName: z.string(), email: z.string() },
  userDescriptions,
)

/** A person of a report. */
export const PersonSummary = z.object(person)

export const CourseInstructor = z.object(person).meta({ id: 'CourseInstructor' })

export const ExamSummary = z.object(
  described(
    { sid: Sid('EX'), title: z.string(), type: z.string(), status: z.string() },
    {
      title: { description: 'The title of the exam.', example: 'Midterm' },
      type: { description: 'Whether the exam is taken online or on paper.', example: 'Online' },
      status: { description: 'The status of the exam: active, draft or deleted.', example: 'active' },
    },
  ),
)

export const CourseSummary = z.object(
  described(
    { sid: Sid('CU'), title: z.string(), code: NullableText },
    {
      title: { description: 'The title of the course.', example: 'Linear Algebra' },
      code: {
        description: 'The course code of the institution; null if there is none.',
        example: 'MATH-221',
      },
    },
  ),
)

export const EnrollmentSummary = z.object(
  described(
    { sid: Sid('EN'), userSid: Sid('US'), role: z.string(), status: z.string() },
    {
      role: { description: 'What the user is in the course.', example: 'learner' },
      status: { description: 'Whether the user is in the course: active or withdrawn.', example: 'active' },
    },
  ),
)

export const ProctorGroupSummary = z.object(
  described(
    { sid: Sid('PG'), name: z.string() },
    { name: { description: 'The name of the group that proctors.', example: 'Evening shift' } },
  ),
)
