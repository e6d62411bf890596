// The definition of an operation. pipeline.ts executes it; the tables of routes are in each area's index.ts.

import type * as z from 'zod'
import type { Database, Statement, StatementResults, Statements } from '../../../db/client.ts'
import type { Role } from '../../../db/schema/credential.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { LearnerAccess } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import type { CallerScope } from '../auth/caller-scope.ts'
import type { Action } from '../auth/policy/actions.ts'
import type { CallerKind } from '../auth/secret.ts'
import type { Seal } from '../crypto/seal.ts'
import type { ProblemCode } from '../problems/problem.ts'
import type { DeferredWork } from './wait-until.ts'

export type Shape = z.ZodObject

type Upload = { mediaTypes: readonly [string, ...string[]]; maxBytes: number }

/** The validated input of a request. */
type OperationInput<P extends Shape, Q extends Shape, B extends z.ZodType> = {
  db: Database
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  /** The tenant of the caller, for statements of paths without an install. */
  callerScope: CallerScope
  /** A header of the request. */
  header(name: string): string | undefined
}

/** The input of a handler: the request's input, the loaded data, the caller, and the environment. */
export type HandlerInput<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  L extends Statements,
  E,
  C,
> = OperationInput<P, Q, B> & {
  loaded: StatementResults<L>
  caller: C
  env: E
  /** The request's public URL, for links to other pages of a list. */
  url: URL
  /**
   * Continues the work after the response; a failure is logged. A function starts after the response is sent, so that
   * the response time does not reveal whether there was work to do.
   */
  waitUntil(work: DeferredWork): void
}

/**
 * A write that the database executes only if the caller still has the authority that it was decided with
 * (`isUnchanged` in src/shared/auth/credential-lookup.ts).
 */
export type Attempt<T = unknown> = {
  statement: Statement
  /** Returns the result of the operation, or at once undefined if the statement wrote nothing. */
  resultOf(result: unknown): Promise<T> | T | undefined
}

/** Types the result of the statement. */
export const attemptOf = <S, T>(
  statement: Statement<S>,
  resultOf: (result: S) => Promise<T> | T | undefined,
): Attempt<T> => ({ statement, resultOf: result => resultOf(result as S) })

/** The wire format of an operation. The client (src/client) derives its types from it. */
type Wire<
  M extends string = 'get' | 'post' | 'put' | 'delete',
  At extends string = `/${string}`,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  method: M
  /** `/v1/installs/{installSid}/...`; the path without its version is the resource of policies. */
  path: At
  params?: P
  query?: Q
  body?: B
  /** The response contains only the members of this schema; its codecs encode the dates. */
  returns: R
}

/** The description of an operation, its statements, its owner check and its handler. */
type Operation<
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  R extends z.ZodType,
  L extends Statements,
  E,
  C,
> = {
  tag: string
  /** The id of an operation without an action. With an action, the id is derived from the action. */
  operationId?: string
  summary: string
  description?: string
  /**
   * For a body that is a file instead of JSON: its media types and its maximum size. `body` then validates its bytes.
   */
  upload?: Upload
  /** 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** The responses of an operation that has several: each has the status and the schema. `returns` is their union. */
  responses?: readonly {
    status: 200 | 202
    returns: z.ZodType
    applies(body: z.output<B>): boolean
  }[]
  /**
   * The timeout of each statement of its handler in ms, for imports that take longer than the default of 30 s, and for
   * probes. A test lists the operations that have one (test/contract/timeouts.test.ts).
   */
  statementTimeoutMs?(request: { body: z.output<B> }): number | undefined
  /** The problems in addition to those that follow from the definition. */
  problems?: readonly ProblemCode[]
  /** Whether an operator may call it without having enrolled the second factor that the account requires. */
  whileEnrolling?: true
  /**
   * Whether it changes audited records (`audit_changes`). Their audit rows then contain this operation and its caller.
   */
  audited?: true
  /**
   * Whether it takes no `Idempotency-Key`, because repeating it has no further effect. By
   * default, an operation other than GET takes one, unless anyone may call it.
   */
  repeatable?: true
  /** Whether two responses for the same record differ, for example in an address that can be used once. */
  volatile?: true
  /** The path at which the record of a PUT or a DELETE is read, if it is not the path of the operation. */
  recordPath?: `/${string}`
  /** Runs before the body and the database are read. */
  before?(request: { env: E; header(name: string): string | undefined }): Promise<void>
  /** Builds the statements that are sent in one batch with the lookup of the caller; does not execute them. */
  load?(request: OperationInput<P, Q, B>): L
  /**
   * The user to whom the record belongs. An element that is bound to its user may call only operations that define
   * this, and only for its user's records.
   */
  ownedBy?(request: { params: z.output<P>; loaded: StatementResults<L> }): SidOf<'US'> | null | undefined
  /**
   * Decides with a remembered caller, and builds the same write as `handle`, with the check that this caller is
   * unchanged; does not execute it. It is sent in one batch with `load`. If it writes nothing, or if this method throws a
   * Problem, the operation continues without it.
   */
  attempt?(request: Omit<HandlerInput<P, Q, B, L, E, C>, 'loaded'>): Attempt<z.output<R>>
  handle(request: HandlerInput<P, Q, B, L, E, C>): Promise<z.output<R>> | z.output<R>
  /** The entity tag of the result. The response is 304 without a body if the client has it. */
  etagOf?(request: HandlerInput<P, Q, B, L, E, C> & { result: z.output<R> }): string
  /** Headers of the response. */
  headers?(request: HandlerInput<P, Q, B, L, E, C> & { result: z.output<R> }): Record<string, string>
  /** Writes the results as `text/csv`: one result, or all pages of a list one after another. */
  csv?(answers: AsyncIterable<z.output<R>>): AsyncIterable<string>
}

/** Who may call an operation. */
export type Access = {
  /** The action that each policy of the caller must allow. */
  action: Action
  /** The kinds of secret that may call; by default every kind that the area accepts. */
  callers?: readonly CallerKind[]
  /** `account` for operations on all installs of an account: a caller that is bound to one install is refused. */
  needs?: 'account'
  /** The roles that may call; every role by default. */
  roles?: readonly Role[]
  /** How learners may call it, in addition to operations with `ownedBy`; not at all by default. */
  learners?: LearnerAccess
}

/** An operation in a table of routes. Only the types of its wire format are visible. */
export type Route<E = unknown, C = Caller, W extends Wire = Wire> = W &
  Operation<Shape, Shape, z.ZodType, z.ZodType, Statements, E, C | undefined> &
  Partial<Access>

/** Whether anyone may call: the operation requires neither an action nor a kind of caller. */
export const isOpen = ({ action, callers }: Partial<Access>): boolean => !(action || callers)

/** The id of an operation: `listUsers` for the action `sp:ListUsers`, else its declared `operationId`. */
export function operationIdOf({ action, operationId }: Pick<Route, 'action' | 'operationId'>): string {
  const id = action?.replace(/^sp:./, initial => initial.slice('sp:'.length).toLowerCase()) ?? operationId
  if (id === undefined) throw new Error('A route has neither an action nor an operationId.')
  return id
}

/** The routes of each path. @throws Error when two share a method and a path */
export function byPath<E, C>(routes: readonly Route<E, C>[]): Map<string, Route<E, C>[]> {
  const paths = Map.groupBy(routes, ({ path }) => path)
  for (const [path, methods] of paths)
    if (new Set(methods.map(({ method }) => method)).size < methods.length)
      throw new Error(`Two routes share a method and the path ${path}.`)
  return paths
}

/** The environment that every Worker has. */
export type AreaEnv = {
  db: Database
  sealed: Seal
  baseUrl: string
  showRoundTrips: boolean
  /** Called after each write, because there may be events to deliver. */
  changed?: (() => Promise<unknown>) | undefined
  /** Called after a write that may have ended tokens of the accounts, so that their connections close. */
  ended?: ((accountSids: readonly string[]) => Promise<unknown>) | undefined
}

type None = Record<never, never>

/** An operation without an action. It must declare its id. */
type Named = { operationId: string }

/** `route`, `ownRoute` and `openRoute` for the environment and the callers of one area. */
export const routesOf = <E extends AreaEnv, C = Caller>() => {
  const take =
    <A, By extends C | undefined>() =>
    <
      M extends Wire['method'],
      At extends Wire['path'],
      R extends z.ZodType,
      P extends Shape = z.ZodObject<None>,
      Q extends Shape = z.ZodObject<None>,
      B extends z.ZodType = z.ZodUndefined,
      L extends Statements = None,
    >(
      spec: Wire<M, At, P, Q, B, R> & Operation<P, Q, B, R, L, E, By> & A,
    ): Route<E, C, Wire<M, At, P, Q, B, R>> =>
      spec
  return {
    /** An operation for callers whose policies allow its action. */
    route: take<Access, C>(),
    /** An operation that each caller of these kinds may call for itself; no policy is checked. */
    ownRoute: take<Required<Pick<Access, 'callers'>> & Named, C>(),
    /** An operation that anyone may call. */
    openRoute: take<Named, undefined>(),
  }
}
