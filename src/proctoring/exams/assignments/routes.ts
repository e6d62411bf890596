import * as z from 'zod'
import { sendAll } from '../../../../db/client.ts'
import { asPage } from '../../../shared/http/page.ts'
import { throwIfAny, unknownSids } from '../../../shared/problems/field-errors.ts'
import { type FieldError, firstOr404, Problem } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { findExamOfInstall } from '../lookup.ts'
import {
  type Changes,
  changeAssignments,
  findAssignments,
  findTargetEnrollments,
  findTargetSections,
  listAssignmentRows,
} from './queries.ts'
import { AssignmentChanges, AssignmentPage, AssignmentParams, AssignmentQuery } from './schema.ts'

const common = {
  tag: 'Exam',
  path: '/v1/installs/{installSid}/exams/{examSid}/assignments',
  params: AssignmentParams,
} as const

export const listAssignments = route({
  ...common,
  method: 'get',
  action: 'sp:ListExamAssignments',
  summary: 'List the assignments of an exam',
  query: AssignmentQuery,
  returns: AssignmentPage,
  load: ({ db, params, query }) => ({
    exams: findExamOfInstall(db, params),
    ...listAssignmentRows(db, params, query),
  }),
  handle: ({ loaded: { exams, rows, counted }, ...request }) => {
    firstOr404(exams)
    const results = rows.map(({ enrollmentSids, sectionSids, ...row }) => ({
      ...row,
      targets: { enrollmentSids, sectionSids },
    }))
    return asPage({ ...request, loaded: { rows: results, counted } })
  },
})

export const updateAssignments = route({
  ...common,
  method: 'put',
  action: 'sp:UpdateExamAssignments',
  summary: 'Update exam assignments',
  description:
    'Applies all changes or none. Dates are calendar dates in the time zone of the install: a window opens at the first instant of its open date and closes at the last instant of its close date. In an exam with limited scope, a learner who is assigned gets a session, and a learner who is no longer assigned loses it, unless it is running.',
  body: AssignmentChanges,
  returns: z.string(),
  load: ({ db, params: { installSid, examSid }, body }) => {
    const targets = Object.values(targetsOf(body))
    return {
      exams: findExamOfInstall(db, { installSid, examSid }),
      assignments: findAssignments(db, examSid, changedBy(body)),
      enrollments: findTargetEnrollments(
        db,
        examSid,
        targets.flatMap(({ enrollmentSids = [] }) => enrollmentSids),
      ),
      sections: findTargetSections(
        db,
        examSid,
        targets.flatMap(({ sectionSids = [] }) => sectionSids),
      ),
    }
  },
  handle: async ({ db, params, body, loaded }) => {
    const { courseSid } = firstOr404(loaded.exams)
    if (loaded.assignments.length < changedBy(body).length)
      throw new Problem('not_found', 'The exam has no such assignment.')
    throwIfAny(windowFaults(body, loaded.assignments))
    throwIfAny(
      Object.entries(targetsOf(body)).flatMap(([path, { enrollmentSids = [], sectionSids = [] }]) => [
        ...unknownSids(`${path}.enrollmentSids`, enrollmentSids, loaded.enrollments, 'enrollment'),
        ...unknownSids(`${path}.sectionSids`, sectionSids, loaded.sections, 'section'),
      ]),
    )
    await sendAll(db, changeAssignments(db, { ...params, courseSid }, body))
    return 'Assignments updated'
  },
})

/** The assignments that must be there. */
const changedBy = ({ removed = [], updated = [] }: Changes) => [...removed, ...updated.map(({ sid }) => sid)]

type Dates = Record<(typeof windows)[number][number], string | null | undefined>

const windows = [
  ['examOpenDate', 'examCloseDate'],
  ['schedulingOpenDate', 'schedulingCloseDate'],
] as const

/** The windows that an update closes before they open, given what it does not send. */
const windowFaults = ({ updated = [] }: Changes, rows: ({ sid: string } & Dates)[]): FieldError[] =>
  updated.flatMap(({ targets: _, ...changes }, at) => {
    const before = rows.find(({ sid }) => sid === changes.sid)
    if (!before) return []
    const after: Dates = { ...before, ...changes }
    return windows.flatMap(([open, close]) => {
      const [from, to] = [after[open], after[close]]
      if (!(from && to && from > to)) return []
      return { path: `updated.${at}.${close}`, code: 'invalid_value', message: `Lies before ${open}.` }
    })
  })

/** All targets of a body under their paths. */
const targetsOf = ({ added = [], updated = [] }: Changes) =>
  Object.fromEntries([
    ...added.map(({ targets = {} }, at) => [`added.${at}.targets`, targets] as const),
    ...updated.flatMap(({ targets: { added: more = {}, removed: fewer = {} } = {} }, at) => [
      [`updated.${at}.targets.added`, more] as const,
      [`updated.${at}.targets.removed`, fewer] as const,
    ]),
  ])
