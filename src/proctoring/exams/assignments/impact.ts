import { route } from '../../env.ts'
import { Impact, impactOf } from '../../reconcile/impact.ts'
import { courseOf, reconciledCourses } from '../../reconcile/sessions.ts'
import { loadChanges, requireChanges } from './changes.ts'
import { changeAssignments } from './queries.ts'
import { AssignmentChanges, assignmentsPath } from './schema.ts'

export const readAssignmentsImpact = route({
  ...assignmentsPath,
  method: 'post',
  path: `${assignmentsPath.path}/impact`,
  action: 'sp:ReadExamAssignmentsImpact',
  repeatable: true,
  summary: 'Impact of an update of exam assignments',
  description:
    'Lists the appointments that `PUT` of the assignments with the same body would adjust or unschedule, and changes nothing. It is refused where `PUT` would be refused.',
  body: AssignmentChanges,
  returns: Impact,
  problems: ['edited_meanwhile'],
  // An exam can have thousands of appointments.
  statementTimeoutMs: () => 60_000,
  load: loadChanges,
  handle: request => {
    const { db, params, body } = request
    const { courseSid, change } = requireChanges(request, 'sp:ReadExamAssignmentsImpact')
    const path = { ...params, courseSid }
    return impactOf(
      db,
      changeAssignments(db, path, body, change),
      reconciledCourses(courseOf(path), path, 'removed-by-limited-scope'),
    )
  },
})
