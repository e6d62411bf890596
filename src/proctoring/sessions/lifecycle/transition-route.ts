// A route that is one trigger of a session: reads it, decides, writes, answers the record.

import type * as z from 'zod'
import type { Database, Statement } from '../../../../db/client.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import { firstOr404, type ProblemCode } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { presentSession } from '../read/present.ts'
import { findSession, type SessionPath, type SessionRow } from '../read/queries.ts'
import { Session } from '../read/record.ts'
import { SessionParams } from '../read/schema.ts'
import { type Change, changeSession } from './change.ts'

export const one = {
  tag: 'Exam Session',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}',
} as const

/** What else a deed may need to know. */
type Around = { db: Database; caller: Caller; now: Date }

type TransitionRoute<M extends string, At extends string, B extends z.ZodType> = {
  tag: string
  method: M
  path: At
  action: Action
  summary: string
  description?: string
  body?: B
  problems?: readonly ProblemCode[]
  /** Decides; called again when the session changed meanwhile. */
  change(row: SessionRow, body: z.output<B>, around: Around): Change
  /** What happens in the same transaction. */
  alongside?(db: Database, place: SessionPath): Record<string, Statement>
}

/** The route of a deed. Where its status does not allow it, it answers 409 with the status and what is allowed. */
export const transitionRoute = <
  M extends 'post' | 'put' | 'delete',
  At extends `/${string}`,
  B extends z.ZodType = z.ZodUndefined,
>({
  change,
  problems = [],
  alongside = () => ({}),
  ...spec
}: TransitionRoute<M, At, B>) =>
  route({
    ...spec,
    params: SessionParams,
    returns: Session,
    problems: ['session_state_conflict', 'session_changed', ...problems],
    load: ({ db, params }) => ({ sessions: findSession(db, params) }),
    ownedBy: ({ loaded: { sessions } }) => sessions[0]?.session.userSid,
    handle: async ({ db, params, caller, loaded, body }) => {
      const around = { db, caller, now: new Date() }
      const row = firstOr404(loaded.sessions)
      const subject = { place: params, caller, row, alongside: alongside(db, params) }
      const { sessions } = await changeSession(db, subject, current => change(current, body, around))
      return presentSession(firstOr404(sessions))
    },
  })
