import * as z from 'zod'
import { listQuery, pageOf } from '../../../shared/http/page.ts'
import { NullableCalendarDate } from '../../../shared/values/calendar-date.ts'
import { described } from '../../../shared/values/described.ts'
import { Instant } from '../../../shared/values/instant.ts'
import { Sid } from '../../../shared/values/sid.ts'
import { inOrder } from '../../windows.ts'

export const AssignmentParams = z.strictObject({ installSid: Sid('AI'), examSid: Sid('EX') })

/** The members of every operation on the assignments of an exam. */
export const assignmentsPath = {
  tag: 'Exam',
  path: '/v1/installs/{installSid}/exams/{examSid}/assignments',
  params: AssignmentParams,
} as const

const isUnique = (sids: readonly string[]) => new Set(sids).size === sids.length

/** A list of sids without duplicates. */
const sids = <S extends z.ZodType<string>>(sid: S) => z.array(sid).refine(isUnique, 'Contains a sid twice.')

const descriptions = {
  enrollmentSids: { description: 'The enrollments to which the exam is assigned.' },
  sectionSids: { description: 'The sections to whose learners the exam is assigned.' },
  targets: { description: 'To whom the exam is assigned; in an update, what is added and removed.' },
  added: { description: 'The targets that the assignment gains.' },
  removed: { description: 'The targets that the assignment loses.' },
  examOpenDate: {
    description: 'The first day on which the exam can be taken, in the time zone of the install.',
  },
  examCloseDate: {
    description: 'The last day on which the exam can be taken, in the time zone of the install.',
  },
  schedulingOpenDate: {
    description: 'The first day on which appointments can be made, in the time zone of the install.',
  },
  schedulingCloseDate: {
    description: 'The last day on which appointments can be made, in the time zone of the install.',
  },
}

const Targets = z
  .strictObject(
    described(
      { enrollmentSids: sids(Sid('EN')).optional(), sectionSids: sids(Sid('SE')).optional() },
      descriptions,
    ),
  )
  .meta({ id: 'AssignmentTargets' })

const dates = {
  examOpenDate: NullableCalendarDate.optional(),
  examCloseDate: NullableCalendarDate.optional(),
  schedulingOpenDate: NullableCalendarDate.optional(),
  schedulingCloseDate: NullableCalendarDate.optional(),
}

const AssignmentCreate = z
  .strictObject(described({ ...dates, targets: Targets.optional() }, descriptions))
  .superRefine(inOrder('examOpenDate', 'examCloseDate'))
  .superRefine(inOrder('schedulingOpenDate', 'schedulingCloseDate'))
  .meta({ id: 'AssignmentCreate' })

/** Changes only the members that are sent; `null` clears a member. */
const AssignmentUpdate = z
  .strictObject(
    described(
      {
        sid: Sid('EA'),
        ...dates,
        targets: z
          .strictObject(described({ added: Targets.optional(), removed: Targets.optional() }, descriptions))
          .optional(),
      },
      descriptions,
    ),
  )
  .superRefine(inOrder('examOpenDate', 'examCloseDate'))
  .superRefine(inOrder('schedulingOpenDate', 'schedulingCloseDate'))
  .meta({ id: 'AssignmentUpdate' })

const maxItems = 500

export const AssignmentChanges = z
  .strictObject(
    described(
      {
        added: z.array(AssignmentCreate).max(maxItems).optional(),
        removed: sids(Sid('EA')).max(maxItems).optional(),
        updated: z.array(AssignmentUpdate).max(maxItems).optional(),
      },
      {
        added: { description: `The assignments to create; at most ${maxItems}.` },
        removed: { description: `The assignments to delete; at most ${maxItems}.` },
        updated: { description: `The assignments to change; at most ${maxItems}.` },
      },
    ),
  )
  .refine(({ removed = [], updated = [] }) => isUnique([...removed, ...updated.map(({ sid }) => sid)]), {
    path: ['updated'],
    message: 'Contains an assignment twice, or an assignment that is removed.',
  })
  .meta({ id: 'AssignmentChanges' })

export const Assignment = z
  .object(
    described(
      {
        sid: Sid('EA'),
        examSid: Sid('EX'),
        examOpenDate: NullableCalendarDate,
        examCloseDate: NullableCalendarDate,
        schedulingOpenDate: NullableCalendarDate,
        schedulingCloseDate: NullableCalendarDate,
        targets: z.object(
          described({ enrollmentSids: z.array(Sid('EN')), sectionSids: z.array(Sid('SE')) }, descriptions),
        ),
        createdDate: Instant,
        editDate: Instant,
      },
      descriptions,
    ),
  )
  .meta({ id: 'Assignment' })

export const AssignmentQuery = listQuery(
  { enrollmentSid: Sid('EN').optional(), sectionSid: Sid('SE').optional() },
  ['createdDate'],
)
export const AssignmentPage = pageOf(Assignment, 'AssignmentPage')
