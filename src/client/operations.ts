// The request and response types of each operation, derived from the route tables.

import type * as z from 'zod'
import type { routes as platform } from '../platform/index.ts'
import type { routes as proctoring } from '../proctoring/index.ts'
import type { routes as sts } from '../sts/index.ts'

type Route = (typeof proctoring)[number] | (typeof sts)[number] | (typeof platform)[number]
type Operations = { [R in Route as `${R['method']} ${R['path']}`]: R }

export type Method = Route['method']

/** The path templates of the operations with this method, for example `/v1/installs/{installSid}/users`. */
export type PathOf<M extends Method> = Extract<Route, { method: M }>['path']

/** The paths of lists, for `pages` and `items`. */
export type ListPath = Extract<
  Route,
  { method: 'get'; returns: { shape: { next: z.ZodType; results: z.ZodType } } }
>['path']

/** The paths of reports, for `csv`. */
export type ReportPath = Extract<PathOf<'get'>, `${string}/reports/${string}`>

type Operation<M extends Method, At extends string> = Operations[`${M} ${At}` & keyof Operations]

/** The response body of the operation, as on the wire: an instant is a string such as `2026-11-21T09:30:00.000Z`. */
export type ResponseOf<M extends Method, At extends string> = z.input<Operation<M, At>['returns']>

/** One item of a list. */
export type ItemOf<At extends ListPath> =
  ResponseOf<'get', At> extends { results: (infer Item)[] } ? Item : never

/** A member of a request: absent when the operation has none, optional when all its own members are optional. */
type Member<Name extends string, T> = string extends keyof T
  ? { [K in Name]?: never }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** A query with typed values. A member that takes a list also takes a single value. */
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

/** The request of the operation: path parameters, query and body. `Bound` names the parameters with a default. */
export type RequestOf<M extends Method, At extends string, Bound extends string> = Common &
  Member<'params', Params<z.input<NonNullable<Operation<M, At>['params']>>, Bound>> &
  Member<'query', Query<NonNullable<Operation<M, At>['query']>>> &
  Body<M, z.input<NonNullable<Operation<M, At>['body']>>>

type Common = {
  /** Added to the client's headers; a header of the same name replaces it. */
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Replaces the client's timeout. */
  timeoutMs?: number
}

/** The request as an argument, optional when all its members are optional. */
export type Given<R> = Record<never, never> extends R ? [request?: R] : [request: R]
