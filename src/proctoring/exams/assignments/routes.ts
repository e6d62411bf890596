import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
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
      assignments: findAssignments(db, examSid, changedSids(body)),
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
    if (loaded.assignments.length < changedSids(body).length)
      throw new Problem('not_found', 'The exam does not have this assignment.')
    throwIfAny(windowErrors(body, loaded.assignments))
    throwIfAny(
      Object.entries(targetsOf(body)).flatMap(([path, { enrollmentSids = [], sectionSids = [] }]) => [
        ...unknownSids(`${path}.enrollmentSids`, enrollmentSids, loaded.enrollments, 'enrollment'),
        ...unknownSids(`${path}.sectionSids`, sectionSids, loaded.sections, 'section'),
      ]),
    )
    await batch(db, { changes: changeAssignments(db, { ...params, courseSid }, body) })
    return 'Assignments updated'
  },
})

/** Returns the sids of the assignments that must exist. */
const changedSids = ({ removed = [], updated = [] }: Changes) => [
  ...removed,
  ...updated.map(({ sid }) => sid),
]

type Dates = Record<(typeof windows)[number][number], string | null | undefined>

const windows = [
  ['examOpenDate', 'examCloseDate'],
  ['schedulingOpenDate', 'schedulingCloseDate'],
] as const

/**
 * Returns an error for each window that closes before it opens after the update. Dates that the update does not contain
 * keep their stored values.
 */
const windowErrors = ({ updated = [] }: Changes, rows: ({ sid: string } & Dates)[]): FieldError[] =>
  updated.flatMap(({ targets: _, ...changes }, index) => {
    const before = rows.find(({ sid }) => sid === changes.sid)
    if (!before) return []
    const after: Dates = { ...before, ...changes }
    return windows.flatMap(([open, close]) => {
      const [from, to] = [after[open], after[close]]
      if (!(from && to && from > to)) return []
      return {
        path: `updated.${index}.${close}`,
        code: 'invalid_value',
        message: `Must not be before ${open}.`,
      }
    })
  })

/** Returns all targets of a body, by their path in the body. */
const targetsOf = ({ added = [], updated = [] }: Changes) =>
  Object.fromEntries([
    ...added.map(({ targets = {} }, index) => [`added.${index}.targets`, targets] as const),
    ...updated.flatMap(
      ({ targets: { added: addedTargets = {}, removed: removedTargets = {} } = {} }, index) => [
        [`updated.${index}.targets.added`, addedTargets] as const,
        [`updated.${index}.targets.removed`, removedTargets] as const,
      ],
    ),
  ])
