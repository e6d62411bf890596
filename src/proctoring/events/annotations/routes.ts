import * as z from 'zod'
import { batch, type Database } from '../../../../db/client.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { asPageBelow } from '../../../shared/http/page.ts'
import { invalid } from '../../../shared/problems/field-errors.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { guardNotErased, lockSession } from '../../not-erased.ts'
import { findSessionSid } from '../../sessions/read/queries.ts'
import { SessionParams } from '../../sessions/read/schema.ts'
import {
  deleteAnnotationRow,
  findAnnotation,
  insertAnnotation,
  listAnnotationRows,
  updateAnnotationRow,
} from './queries.ts'
import {
  Annotation,
  AnnotationCreate,
  AnnotationPage,
  AnnotationParams,
  AnnotationQuery,
  AnnotationUpdate,
  endBeforeStart,
  isInOrder,
} from './schema.ts'

const common = {
  tag: 'Exam Session Annotation',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/annotations',
  params: SessionParams,
} as const

const one = { ...common, path: `${common.path}/{annotationSid}`, params: AnnotationParams } as const

/** @throws Problem `user_erased` */
const requireLearner = (db: Database, sessionSid: SidOf<'ES'>) => ({
  locked: lockSession(db, sessionSid),
  notErased: guardNotErased(db, sessionSid),
})

export const createAnnotation = route({
  ...common,
  method: 'post',
  action: 'sp:CreateAnnotation',
  summary: 'Create an annotation of the recording',
  body: AnnotationCreate,
  returns: Annotation,
  status: 201,
  problems: ['user_erased'],
  load: ({ db, params }) => ({ sessions: findSessionSid(db, params) }),
  handle: async ({ db, params, body, loaded }) => {
    firstOr404(loaded.sessions)
    const { annotations } = await batch(db, {
      ...requireLearner(db, params.sessionSid),
      annotations: insertAnnotation(db, params.sessionSid, body),
    })
    return firstOr404(annotations)
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

export const updateAnnotation = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateAnnotation',
  summary: 'Update an annotation',
  description: 'Changes only the members that are sent; `null` clears a member.',
  body: AnnotationUpdate,
  returns: Annotation,
  problems: ['edited_meanwhile', 'user_erased'],
  load: ({ db, params }) => ({
    sessions: findSessionSid(db, params),
    annotations: findAnnotation(db, params),
  }),
  handle: async ({ db, params, body, loaded }) => {
    firstOr404(loaded.sessions)
    if (!isInOrder({ ...firstOr404(loaded.annotations), ...body }))
      throw invalid({ ...endBeforeStart, code: 'invalid_value' })
    const { annotations } = await batch(db, {
      ...requireLearner(db, params.sessionSid),
      ...updateAnnotationRow(db, params, body),
    })
    return firstOr404(annotations)
  },
})

export const deleteAnnotation = route({
  ...one,
  method: 'delete',
  action: 'sp:DeleteAnnotation',
  summary: 'Delete an annotation',
  returns: z.string(),
  load: ({ db, params }) => ({ sessions: findSessionSid(db, params) }),
  handle: async ({ db, params, loaded }) => {
    firstOr404(loaded.sessions)
    firstOr404(await deleteAnnotationRow(db, params))
    return 'Annotation deleted'
  },
})
