// The sessions of all exams of an install, for the people who proctor and review them.

import { asPage, pageOf } from '../../../shared/http/page.ts'
import { route } from '../../env.ts'
import { InstallParams } from '../../installs/schema.ts'
import { listQueue } from './queue-queries.ts'
import { QueueItem, QueueQuery } from './queue-schema.ts'

export const listInstallSessions = route({
  tag: 'Exam Session',
  method: 'get',
  path: '/v1/installs/{installSid}/sessions',
  action: 'sp:ListInstallSessions',
  learners: 'ownRows',
  summary: 'List the sessions of all exams',
  description:
    'The queue of proctors and reviewers. An api token for a learner lists only the sessions of that learner. The sessions of erased people are not listed.',
  params: InstallParams,
  query: QueueQuery,
  returns: pageOf(QueueItem, 'ExamSessionOfInstallPage'),
  load: ({ db, params, query, callerScope }) => listQueue(db, params.installSid, query, callerScope),
  handle: asPage,
})
