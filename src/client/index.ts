// A typed client of the HTTP API for any runtime with fetch, and the source of the package @invigil/client.

import type { Operations, Schemas, SidPrefix } from '../../packages/client/api.ts'
import type {
  Given,
  ItemOf,
  ListPath,
  Method,
  PathOf,
  ReportPath,
  RequestOf,
  ResponseOf,
} from './operations.ts'
import type { ClientOptions, ObservedResponse } from './options.ts'
import { ApiProblem, type FieldError, type ProblemCode } from './problem.ts'
import type { ClientRequest } from './request.ts'
import { send } from './send.ts'
import { sid } from './sid.ts'

export type {
  ClientOptions,
  FieldError,
  Given,
  ItemOf,
  ListPath,
  Method,
  ObservedResponse,
  Operations,
  PathOf,
  ProblemCode,
  ReportPath,
  RequestOf,
  ResponseOf,
  Schemas,
  SidPrefix,
}
export { ApiProblem, sid }

type Call<M extends Method, Bound extends string> = <At extends PathOf<M>>(
  path: At,
  ...given: Given<RequestOf<M, At, Bound>>
) => Promise<ResponseOf<M, At>>

/**
 * Each call returns the body of the response and throws ApiProblem for a refusal. Errors of fetch are thrown as they
 * are: `TypeError` (`Error` in Workers) when the connection fails, `TimeoutError` after `timeoutMs`.
 */
export type Client<Bound extends string = never> = { [M in Method]: Call<M, Bound> } & {
  /** Yields the pages of a list, one request at a time. A page has 1,000 items unless the query has a limit. */
  pages<At extends ListPath>(
    path: At,
    ...given: Given<RequestOf<'get', At, Bound>>
  ): AsyncGenerator<ResponseOf<'get', At>, void>
  /** Yields the items of a list, over all its pages. */
  items<At extends ListPath>(
    path: At,
    ...given: Given<RequestOf<'get', At, Bound>>
  ): AsyncGenerator<ItemOf<At>, void>
  /** Requests a report as CSV (RFC 4180): all rows, or one page when the query has a limit. It has no timeout. */
  csv<At extends ReportPath>(path: At, ...given: Given<RequestOf<'get', At, Bound>>): Promise<Response>
}

type Page = { next: string | null; results: unknown[] }

/** @throws TypeError when `installSid` is not a sid of an install */
export function createClient<Install extends string | undefined = undefined>(
  options: ClientOptions<Install>,
): Client<Install extends string ? 'installSid' : never> {
  const { timeoutMs = 35_000 } = options
  const installSid = options.installSid === undefined ? undefined : sid('AI', options.installSid)

  const bound = (request: ClientRequest = {}): ClientRequest => ({
    ...request,
    params: { installSid, ...request.params },
  })

  const call =
    (method: Method) =>
    (path: string, request?: ClientRequest): Promise<unknown> =>
      send(options, method, path, { timeoutMs, ...bound(request) }, response =>
        contentOf(`${method.toUpperCase()} ${path}`, response),
      )

  async function* pages(path: string, request: ClientRequest = {}): AsyncGenerator<Page, void> {
    let query: ClientRequest['query'] = { limit: 1000, ...request.query }
    for (;;) {
      const page = (await call('get')(path, { ...request, query })) as Page
      yield page
      if (page.next === null) return
      // Only the offset of the link is used, so that the credential is sent only to `baseUrl`.
      const offset = Number(new URL(page.next).searchParams.get('offset'))
      if (!(offset > Number(query['offset'] ?? 0)))
        throw new Error(`The next page of ${path} does not advance`)
      query = { ...query, offset }
    }
  }

  async function* items(path: string, request?: ClientRequest) {
    for await (const { results } of pages(path, request)) yield* results
  }

  const csv = (path: string, request: ClientRequest = {}) =>
    send(
      options,
      'get',
      path,
      { ...bound(request), headers: { ...request.headers, accept: 'text/csv' } },
      file => fileOf(`GET ${path}`, file),
    )

  const calls = { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') }
  // The OpenAPI document gives the types. The code is the same for every operation.
  return { ...calls, pages, items, csv } as Client<Install extends string ? 'installSid' : never>
}

/** Returns the parsed body of a successful response, or undefined when it is empty. */
async function contentOf(operation: string, answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiProblem(operation, answer)
  }
}

/** Returns a response with CSV unchanged. A proxy can send a page in place of the file. */
async function fileOf(operation: string, answer: Response): Promise<Response> {
  if (answer.headers.get('content-type')?.toLowerCase().startsWith('text/csv')) return answer
  await answer.body?.cancel() // otherwise the connection remains in use
  throw new ApiProblem(operation, answer)
}
