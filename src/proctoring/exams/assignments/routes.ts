import * as z from 'zod'
import { batch } from '../../../../db/client.ts'
import { asPage } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { setActor } from '../../actor.ts'
import { route } from '../../env.ts'
import { reconcileSessions } from '../../reconcile/sessions.ts'
import { findExamOfInstall } from '../lookup.ts'
import { loadChanges, requireChanges } from './changes.ts'
import { changeAssignments, listAssignmentRows } from './queries.ts'
import { AssignmentChanges, AssignmentPage, AssignmentQuery, assignmentsPath } from './schema.ts'

export const listAssignments = route({
  ...assignmentsPath,
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
  ...assignmentsPath,
  method: 'put',
  action: 'sp:UpdateExamAssignments',
  summary: 'Update exam assignments',
  description:
    'Applies all changes or none. Dates are calendar dates in the time zone of the install: a window opens at the first instant of its open date and closes at the last instant of its close date. In an exam with limited scope, a learner who is assigned gets a session, and a learner who is no longer assigned loses it, unless it is running. Appointments are adjusted, or unscheduled if they no longer fit. The effective windows, with the dates of the other configurations, must open before they close. An assignment to sections is not refused for a learner whose window did not open before, such as one who returned to the course with an old accommodation. An instructor cannot assign an exam whose primary configuration is locked, and revokes its approval where the install requires one.',
  body: AssignmentChanges,
  returns: z.string(),
  problems: ['edited_meanwhile'],
  // An exam can have thousands of appointments.
  statementTimeoutMs: () => 60_000,
  load: loadChanges,
  handle: async request => {
    const { db, caller, params, body } = request
    const { courseSid, change } = requireChanges(request, 'sp:UpdateExamAssignments')
    const path = { ...params, courseSid }
    await batch(db, {
      actor: setActor(db, caller),
      ...changeAssignments(db, path, body, change),
      reconciled: reconcileSessions(db, path, 'removed-by-limited-scope'),
    })
    return 'Assignments updated'
  },
})
