import { route } from '../../env.ts'
import { Impact, impactOf } from '../../reconcile/impact.ts'
import { courseOf, reconciledCourses } from '../../reconcile/sessions.ts'
import { one, writerRoles } from './paths.ts'
import { loadReplacement, replacement } from './replace.ts'
import { ConfigurationReplace } from './schema.ts'

export const readConfigurationImpact = route({
  ...one,
  ...writerRoles,
  method: 'post',
  path: `${one.path}/impact`,
  action: 'sp:ReadExamConfigurationImpact',
  repeatable: true,
  summary: 'Impact of a replacement of an exam configuration',
  description:
    'Lists the appointments that `PUT` with the same body would adjust or unschedule, and changes nothing. It is refused where `PUT` would be refused.',
  body: ConfigurationReplace,
  returns: Impact,
  problems: ['edited_meanwhile', 'user_erased', 'sealing_key_mismatch'],
  // An exam can have thousands of appointments.
  statementTimeoutMs: () => 60_000,
  load: loadReplacement,
  handle: async request => {
    const { db, params } = request
    const statements = await replacement(request, 'sp:ReadExamConfigurationImpact')
    return impactOf(db, statements, reconciledCourses(courseOf(params), params, 'other-reason'))
  },
})
