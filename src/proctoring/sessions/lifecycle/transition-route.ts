// Defines a route that performs one transition of a session: it selects the session, decides the change, updates the
// session and returns the record.

import type * as z from 'zod'
import type { Database, Statement } from '../../../../db/client.ts'
import { currentTime } from '../../../../db/draws.ts'
import type { Role } from '../../../../db/schema/credential.ts'
import type { Caller } from '../../../shared/auth/caller.ts'
import type { Action } from '../../../shared/auth/policy/actions.ts'
import type { CallerKind } from '../../../shared/auth/secret.ts'
import { firstOr404, type ProblemCode } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { findSession, type SessionRow } from '../read/find-session.ts'
import { presentSession } from '../read/present.ts'
import type { SessionPath } from '../read/queries.ts'
import { Session } from '../read/record.ts'
import { SessionParams } from '../read/schema.ts'
import { type Change, changeSession } from './change.ts'

export const one = {
  tag: 'Exam Session',
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}',
} as const

/** The context of a transition. */
type TransitionContext = { db: Database; caller: Caller; now: Date }

type TransitionRoute<Method extends string, Path extends string, Body extends z.ZodType> = {
  tag: string
  method: Method
  path: Path
  recordPath?: `/${string}`
  action: Action
  callers?: readonly CallerKind[]
  roles?: readonly Role[]
  summary: string
  description?: string
  body?: Body
  problems?: readonly ProblemCode[]
  /** Decides the change. Called again with the new row if another request has changed the session. */
  change(row: SessionRow, body: z.output<Body>, context: TransitionContext): Change
  /** Further statements of the same transaction. */
  statements?(db: Database, path: SessionPath): Record<string, Statement>
}

/**
 * Defines the route. If the status does not allow the trigger, the route responds with 409, the status and the allowed
 * actions.
 */
export const transitionRoute = <
  Method extends 'post' | 'put' | 'delete',
  Path extends `/${string}`,
  Body extends z.ZodType = z.ZodUndefined,
>({
  change,
  problems = [],
  statements = () => ({}),
  ...spec
}: TransitionRoute<Method, Path, Body>) =>
  route({
    ...spec,
    params: SessionParams,
    returns: Session,
    problems: ['session_state_conflict', 'session_changed', ...problems],
    load: ({ db, params }) => ({ sessions: findSession(db, params) }),
    ownedBy: ({ loaded: { sessions } }) => sessions[0]?.session.userSid,
    handle: async ({ db, params, caller, loaded, body }) => {
      const context = { db, caller, now: currentTime() }
      const row = firstOr404(loaded.sessions)
      const input = { path: params, caller, row, statements: statements(db, params) }
      const { sessions } = await changeSession(db, input, current => change(current, body, context))
      return presentSession(firstOr404(sessions), caller)
    },
  })
