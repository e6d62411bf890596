// The request and response types of each operation, which are generated from the OpenAPI document.

import type { Operations } from '../../packages/client/api.ts'

export type Method = keyof Operations

/** The path templates of the operations with this method, for example `/v1/installs/{installSid}/users`. */
export type PathOf<M extends Method> = M extends Method ? keyof Operations[M] : never

type Operation<M extends Method, At extends string> = Operations[M][At & keyof Operations[M]]

/** The type of a member of an operation, or `Otherwise` when the operation has none. */
type Part<O, Name extends string, Otherwise> = O extends { [K in Name]: infer T } ? T : Otherwise

/** The paths whose operation has these members. */
type PathWith<O, Members> = { [At in keyof O]: O[At] extends Members ? At : never }[keyof O]

/** The paths of lists, for `pages` and `items`. */
export type ListPath = PathWith<
  Operations['get'],
  { response: { next: string | null; results: readonly unknown[] } }
>

/** The paths of reports, for `csv`. */
export type ReportPath = PathWith<Operations['get'], { csv: true }>

/** The response body of the operation, as on the wire: an instant is a string such as `2026-11-21T09:30:00.000Z`. */
export type ResponseOf<M extends Method, At extends string> = Part<Operation<M, At>, 'response', never>

/** One item of a list. */
export type ItemOf<At extends ListPath> =
  ResponseOf<'get', At> extends { results: (infer Item)[] } ? Item : never

type None = Record<never, never>

/** A member of a request: absent when the operation has none, optional when all its own members are optional. */
type RequestMember<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: never }
  : None extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

type BodyOf<M extends Method, O> = O extends { upload: string }
  ? { body: Uint8Array | Blob; mediaType: string }
  : M extends 'put'
    ? O extends { body: infer B }
      ? { body: B }
      : { body?: never }
    : RequestMember<'body', Part<O, 'body', undefined>>

type Params<P, Bound extends string> = Omit<P, Bound> & Partial<Pick<P, Bound & keyof P>>

type ParamsOf<O, Bound extends string> = O extends { params: infer P } ? Params<P, Bound> : undefined

/** The request of the operation: path parameters, query and body. `Bound` names the parameters with a default. */
export type RequestOf<M extends Method, At extends string, Bound extends string> = Common &
  RequestMember<'params', ParamsOf<Operation<M, At>, Bound>> &
  RequestMember<'query', Part<Operation<M, At>, 'query', undefined>> &
  BodyOf<M, Operation<M, At>>

type Common = {
  /** Added to the client's headers; a header of the same name replaces it. */
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Replaces the client's timeout. */
  timeoutMs?: number
  /** Replaces the key that the client makes for a write. Store it with your own record to repeat the write later. */
  idempotencyKey?: string
}

/** The request as an argument, optional when all its members are optional. */
export type Given<R> = None extends R ? [request?: R] : [request: R]
