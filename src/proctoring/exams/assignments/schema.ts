import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { NullableCalendarDate } from '../../../shared/values/calendar-date.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { inOrder } from '../../windows.ts'

export const AssignmentParams = z.strictObject({ installSid: Sid('AI'), examSid: Sid('EX') })

const isSet = (sids: readonly string[]) => new Set(sids).size === sids.length

/** Sids of which each may stand once. */
const sids = <S extends z.ZodType<string>>(sid: S) => z.array(sid).refine(isSet, 'Names a sid twice.')

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

const most = 500

export const AssignmentChanges = z
  .strictObject({
    added: z.array(AssignmentCreate).max(most).optional(),
    removed: sids(Sid('EA')).max(most).optional(),
    updated: z.array(AssignmentUpdate).max(most).optional(),
  })
  .refine(({ removed = [], updated = [] }) => isSet([...removed, ...updated.map(({ sid }) => sid)]), {
    path: ['updated'],
    message: 'Names an assignment twice, or one that is removed.',
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
