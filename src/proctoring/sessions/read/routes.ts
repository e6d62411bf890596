import { asPageBelow } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { findExamOfInstall } from '../../exams/lookup.ts'
import { findSession } from './find-session.ts'
import { presentSession } from './present.ts'
import { findPair, listEnrollmentSessions, listExamSessionRows } from './queries.ts'
import { Session } from './record.ts'
import {
  EnrollmentExamParams,
  EnrollmentSessionQuery,
  ExamParams,
  ExamSessionPage,
  ExamSessionQuery,
  SessionPage,
  SessionParams,
} from './schema.ts'

const tag = 'Exam Session'

export const readSession = route({
  tag,
  method: 'get',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}',
  action: 'sp:ReadSession',
  summary: 'Exam session details',
  params: SessionParams,
  returns: Session,
  load: ({ db, params }) => ({ sessions: findSession(db, params) }),
  ownedBy: ({ loaded: { sessions } }) => sessions[0]?.session.userSid,
  handle: ({ loaded, caller }) => presentSession(firstOr404(loaded.sessions), caller),
})

export const listEnrollmentExamSessions = route({
  tag,
  method: 'get',
  path: '/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/sessions',
  action: 'sp:ListEnrollmentSessions',
  summary: 'List enrollment exam sessions',
  params: EnrollmentExamParams,
  query: EnrollmentSessionQuery,
  returns: SessionPage,
  load: ({ db, params, query }) => ({
    pairs: findPair(db, params),
    ...listEnrollmentSessions(db, params, query),
  }),
  ownedBy: ({ loaded: { pairs } }) => pairs[0]?.userSid,
  handle: asPageBelow('pairs'),
})

export const listExamSessions = route({
  tag,
  method: 'get',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions',
  action: 'sp:ListSessions',
  summary: 'List the sessions of an exam',
  params: ExamParams,
  query: ExamSessionQuery,
  returns: ExamSessionPage,
  load: ({ db, params, query }) => ({
    exams: findExamOfInstall(db, params),
    ...listExamSessionRows(db, params, query),
  }),
  handle: asPageBelow('exams'),
})
