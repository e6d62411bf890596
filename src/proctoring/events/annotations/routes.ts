import { asPageBelow } from '../../../shared/http/page.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { findSessionSid } from '../../sessions/read/queries.ts'
import { SessionParams } from '../../sessions/read/schema.ts'
import { insertAnnotation, listAnnotationRows } from './queries.ts'
import { Annotation, AnnotationCreate, AnnotationPage, AnnotationQuery } from './schema.ts'

const common = {
  tag: 'Exam Session Annotation',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/annotations',
  params: SessionParams,
} as const

export const createAnnotation = route({
  ...common,
  method: 'post',
  action: 'sp:CreateAnnotation',
  summary: 'Create an annotation of the recording',
  body: AnnotationCreate,
  returns: Annotation,
  status: 201,
  load: ({ db, params }) => ({ sessions: findSessionSid(db, params) }),
  handle: async ({ db, params, body, loaded }) => {
    firstOr404(loaded.sessions)
    return firstOr404(await insertAnnotation(db, params.sessionSid, body))
  },
})

export const listAnnotations = route({
  ...common,
  method: 'get',
  action: 'sp:ListAnnotations',
  summary: 'List the annotations of a session',
  query: AnnotationQuery,
  returns: AnnotationPage,
  load: ({ db, params, query }) => ({
    sessions: findSessionSid(db, params),
    ...listAnnotationRows(db, params.sessionSid, query),
  }),
  ownedBy: ({ loaded: { sessions } }) => sessions[0]?.userSid,
  handle: asPageBelow('sessions'),
})
