import * as z from 'zod'
import { enrollmentRoles, enrollmentStatuses } from '../../../../db/schema/catalog.ts'
import { listQuery, pageOf, repeatable } from '../../../shared/http/page.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'
import { CourseParams } from '../courses/schema.ts'

export const EnrollmentParams = CourseParams.extend({ enrollmentSid: Sid('EN') })

const SectionSids = z
  .array(Sid('SE'))
  .max(100)
  .refine(sids => new Set(sids).size === sids.length, 'Contains a section twice.')

const descriptions = {
  role: { description: 'What the user is in the course.' },
  status: {
    description: '`withdrawn`: the user left the course, which closed the sessions that had not started.',
  },
  sectionSids: { description: 'The sections of the course that the user is in.' },
}

export const EnrollmentCreate = z
  .strictObject(
    described(
      {
        userSid: Sid('US'),
        role: z
          .enum(enrollmentRoles)
          .optional()
          .meta({ description: 'What the user is in the course; `learner` by default.' }),
        sectionSids: SectionSids.optional(),
        ...foreignIdInput,
      },
      descriptions,
    ),
  )
  .meta({ id: 'EnrollmentCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const EnrollmentUpdate = EnrollmentCreate.omit({ userSid: true })
  .extend(described({ role: z.enum(enrollmentRoles) }, descriptions))
  .partial()
  .meta({ id: 'EnrollmentUpdate' })

export const Enrollment = z
  .object(
    described(
      {
        sid: Sid('EN'),
        installSid: Sid('AI'),
        courseSid: Sid('CU'),
        userSid: Sid('US'),
        role: z.enum(enrollmentRoles),
        status: z.enum(enrollmentStatuses),
        sectionSids: z.array(Sid('SE')),
        ...foreignIdOutput,
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Enrollment' })

export const EnrollmentQuery = listQuery(
  described(
    {
      userSid: Sid('US').optional(),
      sectionSid: Sid('SE').optional(),
      role: z.enum(enrollmentRoles).optional(),
      status: repeatable(enrollmentStatuses)
        .default(['active'])
        .meta({ description: 'Only enrollments with one of these statuses; `active` by default.' }),
      ...foreignIdFilter,
    },
    descriptions,
  ),
  ['createdDate'],
)
export const EnrollmentPage = pageOf(Enrollment, 'EnrollmentPage')
