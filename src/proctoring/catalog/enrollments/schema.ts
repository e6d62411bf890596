import * as z from 'zod'
import { enrollmentRoles, enrollmentStatuses } from '../../../../db/schema/catalog.ts'
import { listQuery, pageOf, repeatable } from '../../../shared/http/page.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { foreignIdFilter, foreignIdInput, foreignIdOutput } from '../../foreign-ids.ts'
import { CourseParams } from '../courses/schema.ts'

export const EnrollmentParams = CourseParams.extend({ enrollmentSid: Sid('EN') })

const SectionSids = z
  .array(Sid('SE'))
  .max(100)
  .refine(sids => new Set(sids).size === sids.length, 'Contains a section twice.')

export const EnrollmentCreate = z
  .strictObject({
    userSid: Sid('US'),
    role: z.enum(enrollmentRoles).optional().meta({ description: 'learner by default.' }),
    sectionSids: SectionSids.optional(),
    ...foreignIdInput,
  })
  .meta({ id: 'EnrollmentCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const EnrollmentUpdate = EnrollmentCreate.omit({ userSid: true })
  .partial()
  .meta({ id: 'EnrollmentUpdate' })

export const Enrollment = z
  .object({
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
  })
  .meta({ id: 'Enrollment' })

export const EnrollmentQuery = listQuery(
  {
    userSid: Sid('US').optional(),
    sectionSid: Sid('SE').optional(),
    role: z.enum(enrollmentRoles).optional(),
    status: repeatable(enrollmentStatuses).default(['active']).meta({ description: 'active by default.' }),
    ...foreignIdFilter,
  },
  ['createdDate'],
)
export const EnrollmentPage = pageOf(Enrollment, 'EnrollmentPage')
