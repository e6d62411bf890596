// A route that is one trigger of a session: reads it, decides, writes, answers the record.

import type { z } from '@hono/zod-openapi'
import type { Database } from '../../../db/client.ts'
import type { Caller } from '../../shared/authority/caller.ts'
import type { Action } from '../../shared/policy/catalogue.ts'
import { found, type ProblemCode } from '../../shared/problem.ts'
import type { Route } from '../../shared/route.ts'
import { type ProctoringEnv, route } from '../env.ts'
import { type Change, changeSession } from './change.ts'
import { presentSession } from './present.ts'
import { findSession, type Place, type SessionRow } from './queries.ts'
import { Session } from './record.ts'
import { SessionParams } from './schema.ts'

export const one = {
  tag: 'Exam Session',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}',
} as const

/** What else a deed may need to know. */
export type Around = { db: Database; params: Place; caller: Caller; now: Date }

type Deed<B extends z.ZodType> = {
  tag: string
  method: 'post' | 'put' | 'delete'
  path: `/${string}`
  action: Action
  summary: string
  description?: string
  body?: B
  problems?: readonly ProblemCode[]
  /** Decides; called again when the session changed meanwhile. Nothing when nothing is left to do. */
  change(row: SessionRow, body: z.output<B>, around: Around): Change | undefined
}

/** The route of a deed. Where its status does not allow it, it answers 409 with the status and what is allowed. */
export const deed = <B extends z.ZodType = z.ZodUndefined>({
  change,
  problems = [],
  ...spec
}: Deed<B>): Route<ProctoringEnv> =>
  route({
    ...spec,
    params: SessionParams,
    returns: Session,
    problems: ['session_state_conflict', 'session_changed', ...problems],
    load: ({ db, params }) => ({ sessions: findSession(db, params) }),
    handle: async ({ db, params, caller, loaded, body }) => {
      const around = { db, params, caller, now: new Date() }
      const row = found(loaded.sessions)
      return presentSession(
        await changeSession(db, { place: params, caller, row }, current => change(current, body, around)),
      )
    },
  })
