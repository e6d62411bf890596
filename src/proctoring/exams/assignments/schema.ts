import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { NullableCalendarDate } from '../../../shared/values/calendar-date.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { inOrder } from '../../windows.ts'

export const AssignmentParams = z.strictObject({ installSid: Sid('AI'), examSid: Sid('EX') })

const isUnique = (sids: readonly string[]) => new Set(sids).size === sids.length

/** A list of sids without duplicates. */
const sids = <S extends z.ZodType<string>>(sid: S) => z.array(sid).refine(isUnique, 'Contains a sid twice.')

const Targets = z
  .strictObject({ enrollmentSids: sids(Sid('EN')).optional(), sectionSids: sids(Sid('SE')).optional() })
  .meta({ id: 'AssignmentTargets' })

const dates = {
  examOpenDate: NullableCalendarDate.optional(),
  examCloseDate: NullableCalendarDate.optional(),
  schedulingOpenDate: NullableCalendarDate.optional(),
  schedulingCloseDate: NullableCalendarDate.optional(),
}

const AssignmentCreate = z
  .strictObject({ ...dates, targets: Targets.optional() })
  .superRefine(inOrder('examOpenDate', 'examCloseDate'))
  .superRefine(inOrder('schedulingOpenDate', 'schedulingCloseDate'))
  .meta({ id: 'AssignmentCreate' })

/** Changes only the members that are sent; `null` clears a member. */
const AssignmentUpdate = z
  .strictObject({
    sid: Sid('EA'),
    ...dates,
    targets: z.strictObject({ added: Targets.optional(), removed: Targets.optional() }).optional(),
  })
  .superRefine(inOrder('examOpenDate', 'examCloseDate'))
  .superRefine(inOrder('schedulingOpenDate', 'schedulingCloseDate'))
  .meta({ id: 'AssignmentUpdate' })

const maxItems = 500

export const AssignmentChanges = z
  .strictObject({
    added: z.array(AssignmentCreate).max(maxItems).optional(),
    removed: sids(Sid('EA')).max(maxItems).optional(),
    updated: z.array(AssignmentUpdate).max(maxItems).optional(),
  })
  .refine(({ removed = [], updated = [] }) => isUnique([...removed, ...updated.map(({ sid }) => sid)]), {
    path: ['updated'],
    message: 'Contains an assignment twice, or an assignment that is removed.',
  })
  .meta({ id: 'AssignmentChanges' })

export const Assignment = z
  .object({
    sid: Sid('EA'),
    examSid: Sid('EX'),
    examOpenDate: NullableCalendarDate,
    examCloseDate: NullableCalendarDate,
    schedulingOpenDate: NullableCalendarDate,
    schedulingCloseDate: NullableCalendarDate,
    targets: z.object({ enrollmentSids: z.array(Sid('EN')), sectionSids: z.array(Sid('SE')) }),
    createdDate: Instant,
    editDate: Instant,
  })
  .meta({ id: 'Assignment' })

export const AssignmentQuery = listQuery(
  { enrollmentSid: Sid('EN').optional(), sectionSid: Sid('SE').optional() },
  ['createdDate'],
)
export const AssignmentPage = pageOf(Assignment, 'AssignmentPage')
