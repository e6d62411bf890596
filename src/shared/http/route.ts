// What a route is. How it is served is in serve.ts; the tables of routes are each area's index.ts.

import type * as z from 'zod'
import type { Database, Statement, StatementResults } from '../../../db/client.ts'
import type { Role } from '../../../db/schema/credential.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Caller } from '../auth/caller.ts'
import type { CallerScope } from '../auth/caller-scope.ts'
import type { Action } from '../auth/policy/actions.ts'
import type { CallerKind } from '../auth/secret.ts'
import type { ProblemCode } from '../problems/problem.ts'
import type { DeferredWork } from './wait-until.ts'

type Shape = z.ZodObject
export type Statements = Record<string, Statement>

type Upload = { mediaTypes: readonly [string, ...string[]]; maxBytes: number }

/** What a route reads before it decides: validated input, and nothing of the world yet. */
type OperationInput<P extends Shape, Q extends Shape, B extends z.ZodType> = {
  db: Database
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  /** What belongs to the caller, for statements of paths that name no install. */
  callerScope: CallerScope
  /** A header of the request. */
  header(name: string): string | undefined
}

/** What a route acts on: its input, what `load` found, who calls, and the outside world as arguments. */
type HandlerInput<
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
  /** The request's public URL, for links to other pages of the answer. */
  url: URL
  /**
   * Goes on with it after the answer; a failure is logged. What is given as a function begins when the answer has left,
   * so that nobody learns from when it came whether there was something to do.
   */
  waitUntil(work: DeferredWork): void
}

/** What of an operation is on the wire: what the client (src/client) has its types from. */
type Wire<
  M extends string = 'get' | 'post' | 'put' | 'delete',
  At extends string = `/${string}`,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  method: M
  /** `/v1/installs/{installSid}/...`; the path without its version is the resource that policies name. */
  path: At
  params?: P
  query?: Q
  body?: B
  /** Only named members leave; dates are written by their codecs. */
  returns: R
}

/** What an operation is, what it reads and who is refused; then the deed. */
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
  /** The id of an operation without an action; an action contains the id already. */
  operationId?: string
  summary: string
  description?: string
  /** For a body that is a file and no JSON: its media types and its greatest size. `body` then takes its bytes. */
  upload?: Upload
  /** 200 unless said otherwise. */
  status?: 200 | 201 | 202 | 204
  /** How long each of its round trips may take, in ms; 10 s unless given. */
  roundTripTimeoutMs?: number
  /** The refusals of its own, beside those that follow from its shape. */
  problems?: readonly ProblemCode[]
  /** Whether an operator may call who has yet to enroll the second factor that the account requires. */
  whileEnrolling?: true
  /** Changes audited records (`audit_changes`): their audit rows name this operation and who calls it. */
  audited?: true
  /** What must hold before anything is read or counted. */
  before?(request: { env: E; header(name: string): string | undefined }): Promise<void>
  /** Unsent statements; they travel with the one that reads the caller's authority. */
  load?(request: OperationInput<P, Q, B>): L
  /**
   * Whose record it is. An element that is bound to its user reaches nothing of anybody else, and no operation that
   * does not say whose record it is.
   */
  ownedBy?(request: { params: z.output<P>; loaded: StatementResults<L> }): SidOf<'US'> | null | undefined
  handle(request: HandlerInput<P, Q, B, L, E, C>): Promise<z.output<R>> | z.output<R>
  /** What the answer says in headers of its own. */
  headers?(request: HandlerInput<P, Q, B, L, E, C> & { result: z.output<R> }): Record<string, string>
  /** Writes the answer for those who ask for `text/csv`: one answer, or all pages of a list one after another. */
  csv?(answers: AsyncIterable<z.output<R>>): AsyncIterable<string>
}

/** Who may call an operation. */
export type Access = {
  /** The action that every policy of the caller must allow. */
  action: Action
  /** Which kinds of secret may call; every kind that the area takes unless said otherwise. */
  callers?: readonly CallerKind[]
  /** `account` for what concerns all installs of an account: a caller that is bound to one install is refused. */
  needs?: 'account'
  /** The roles that may call; every role unless said otherwise. */
  roles?: readonly Role[]
}

/** An operation as a table of routes holds it: its own types are closed over, but for those of the wire. */
export type Route<E = unknown, C = Caller, W extends Wire = Wire> = W &
  Operation<Shape, Shape, z.ZodType, z.ZodType, Statements, E, C | undefined> &
  Partial<Access>

/** Whether anyone may call: neither an action is asked for nor a kind of caller. */
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

/** What every Worker's environment gives its routes. */
export type AreaEnv = {
  db: Database
  baseUrl: string
  showRoundTrips: boolean
  /** Told after each write: there may be events to deliver. */
  changed?: (() => Promise<unknown>) | undefined
}

type None = Record<never, never>

/** An operation without an action, which therefore declares its id. */
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
    /** An operation for callers who hold its action. */
    route: take<Access, C>(),
    /** An operation that each caller of these kinds may do for itself: no policy is asked. */
    ownRoute: take<Required<Pick<Access, 'callers'>> & Named, C>(),
    /** An operation that anyone may call. */
    openRoute: take<Named, undefined>(),
  }
}
