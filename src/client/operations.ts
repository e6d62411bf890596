// What each operation takes and answers, from the tables that serve it: types alone, and none written twice.

import type * as z from 'zod'
import type { routes as platform } from '../platform/index.ts'
import type { routes as proctoring } from '../proctoring/index.ts'
import type { routes as sts } from '../sts/index.ts'

type Route = (typeof proctoring)[number] | (typeof sts)[number] | (typeof platform)[number]
type Operations = { [R in Route as `${R['method']} ${R['path']}`]: R }

export type Method = Route['method']

/** The paths that have an operation of the method, as the table writes them: `/v1/installs/{installSid}/users`. */
export type PathOf<M extends Method> = Extract<Route, { method: M }>['path']

/** The paths of lists, which `pages` and `items` walk through. */
export type ListPath = Extract<
  Route,
  { method: 'get'; returns: { shape: { next: z.ZodType; results: z.ZodType } } }
>['path']

/** The paths of reports, which also come as files. */
export type ReportPath = Extract<PathOf<'get'>, `${string}/reports/${string}`>

type Operation<M extends Method, At extends string> = Operations[`${M} ${At}` & keyof Operations]

/** What the operation answers, as it is on the wire: an instant is text such as `2026-11-21T09:30:00.000Z`. */
export type AnswerOf<M extends Method, At extends string> = z.input<Operation<M, At>['returns']>

/** One of what a list lists. */
export type ItemOf<At extends ListPath> =
  AnswerOf<'get', At> extends { results: (infer Item)[] } ? Item : never

/** A member that is not to be given where the operation takes nothing there, and may be left out where nothing is required. */
type Member<Name extends string, T> = string extends keyof T
  ? { [K in Name]?: never }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** What a query may be given: its values as code has them. A list of values may be one. */
type Query<Q extends z.ZodType> = {
  [K in keyof z.input<Q>]: K extends keyof z.output<Q> ? Written<z.output<Q>[K]> : never
}
type Written<T> = T extends Date ? Date | string : T extends readonly (infer One)[] ? One | One[] : T

type Body<M extends Method, B> = [B] extends [undefined]
  ? { body?: never }
  : B extends Uint8Array
    ? { body: B | Blob; mediaType: string }
    : M extends 'put'
      ? { body: B }
      : Member<'body', B>

type Params<P, Bound extends string> = string extends keyof P
  ? P
  : Omit<P, Bound> & Partial<Pick<P, Bound & keyof P>>

/** What the operation takes: what its path names, its query, its body. `Bound` is what the client knows already. */
export type RequestOf<M extends Method, At extends string, Bound extends string> = Common &
  Member<'params', Params<z.input<NonNullable<Operation<M, At>['params']>>, Bound>> &
  Member<'query', Query<NonNullable<Operation<M, At>['query']>>> &
  Body<M, z.input<NonNullable<Operation<M, At>['body']>>>

type Common = {
  /** Beside those of the client, or instead of them. */
  headers?: Record<string, string>
  signal?: AbortSignal
  /** In place of the client's. */
  timeoutMs?: number
}

/** The request as an argument, which may be left out where nothing is required. */
export type Given<R> = Record<never, never> extends R ? [request?: R] : [request: R]
