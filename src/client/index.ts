// A client of the HTTP interface for any runtime that has fetch. What it knows of operations are types; none of it runs.

import type {
  AnswerOf,
  Given,
  ItemOf,
  ListPath,
  Method,
  PathOf,
  ReportPath,
  RequestOf,
} from './operations.ts'
import { ApiProblem, problemOf, secondsOf } from './problem.ts'
import { type Asked, bodyOf, urlOf } from './request.ts'
import { sid } from './sid.ts'

export type { AnswerOf, ItemOf, ListPath, Method, PathOf, ReportPath, RequestOf }
export { ApiProblem, sid }

export type ClientOptions<Install extends string | undefined = string | undefined> = {
  /** Where the API is: `https://invigil.example`. */
  baseUrl: string
  /** Whose requests they are: the secret of an API credential, a token or a session, or a JWT. Nobody's without one. */
  token?: string | undefined
  /** Named in every path that has an `installSid`, unless the request says another. */
  installSid?: Install
  /** Sent with every request, such as `X-Application-Id` of an operator who has several. */
  headers?: Record<string, string>
  /** How long an answer may take: 30,000 unless said otherwise. */
  timeoutMs?: number
  /** How often a read is sent again that the API was too busy for (503): 2 times unless said otherwise. */
  retries?: number
  /** Told of each answer, a refusal too: for logs and measurements. */
  onAnswer?(answer: Answered): void
  /** In place of the runtime's own. */
  fetch?(url: URL, init: RequestInit): Promise<Response>
}

export type Answered = {
  method: Method
  /** As the table of routes writes it, with `{userSid}` and not anybody's. */
  path: string
  status: number
  headers: Headers
  durationMs: number
}

type Call<M extends Method, Bound extends string> = <At extends PathOf<M>>(
  path: At,
  ...given: Given<RequestOf<M, At, Bound>>
) => Promise<AnswerOf<M, At>>

/**
 * Each call answers the body of the answer, and throws ApiProblem for a refusal. What fetch throws, it throws: a
 * `TypeError` when nobody answers, a `TimeoutError` when the answer takes too long.
 */
export type Client<Bound extends string = never> = { [M in Method]: Call<M, Bound> } & {
  /** The pages of a list, each asked for when the one before it is done with; of 1,000 unless the query has a limit. */
  pages<At extends ListPath>(
    path: At,
    ...given: Given<RequestOf<'get', At, Bound>>
  ): AsyncGenerator<AnswerOf<'get', At>, void>
  /** What these pages list, one after another. */
  items<At extends ListPath>(
    path: At,
    ...given: Given<RequestOf<'get', At, Bound>>
  ): AsyncGenerator<ItemOf<At>, void>
  /** A report as a file (RFC 4180): all of it, or a page where the query has a limit. It takes as long as it takes. */
  csv<At extends ReportPath>(path: At, ...given: Given<RequestOf<'get', At, Bound>>): Promise<Response>
}

type Page = { next: string | null; results: unknown[] }

/** @throws TypeError when the `installSid` is none */
export function createClient<Install extends string | undefined = undefined>(
  options: ClientOptions<Install>,
): Client<Install extends string ? 'installSid' : never> {
  const { timeoutMs = 30_000 } = options
  const installSid = options.installSid === undefined ? undefined : sid('AI', options.installSid)

  const send = (method: Method, path: string, asked: Asked = {}) =>
    sendUntilServed(options, method, path, { ...asked, params: { installSid, ...asked.params } })

  const call =
    (method: Method) =>
    async (path: string, asked: Asked = {}): Promise<unknown> =>
      contentOf(`${method.toUpperCase()} ${path}`, await send(method, path, { timeoutMs, ...asked }))

  async function* pages(path: string, asked: Asked = {}): AsyncGenerator<Page, void> {
    let query: Asked['query'] = { limit: 1000, ...asked.query }
    for (;;) {
      const page = (await call('get')(path, { ...asked, query })) as Page
      yield page
      if (page.next === null) return
      // Of the link, only where it goes on: the credential goes nowhere but to `baseUrl`.
      const offset = Number(new URL(page.next).searchParams.get('offset'))
      if (!(offset > Number(query['offset'] ?? 0))) throw new Error(`The pages of ${path} lead nowhere`)
      query = { ...query, offset }
    }
  }

  async function* items(path: string, asked?: Asked) {
    for await (const { results } of pages(path, asked)) yield* results
  }

  const csv = (path: string, asked: Asked = {}) =>
    send('get', path, { ...asked, headers: { ...asked.headers, accept: 'text/csv' } })

  const calls = { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') }
  // The types are those of the tables; what is above is the same for every operation.
  return { ...calls, pages, items, csv } as Client<Install extends string ? 'installSid' : never>
}

const longestPauseSeconds = 10

/** Sends the request; a read is sent again when the API says that it is busy, and for how long. */
async function sendUntilServed(
  options: ClientOptions,
  method: Method,
  path: string,
  asked: Asked,
): Promise<Response> {
  const { retries = 2 } = options
  for (let left = method === 'get' ? retries : 0; ; left--) {
    const answer = await sendOnce(options, method, path, asked)
    if (answer.ok) return answer
    if (answer.status !== 503 || left <= 0) throw await problemOf(`${method.toUpperCase()} ${path}`, answer)
    const pauseSeconds = secondsOf(answer.headers.get('retry-after')) ?? 1
    await answer.body?.cancel()
    await new Promise(resolve => setTimeout(resolve, Math.min(pauseSeconds, longestPauseSeconds) * 1000))
  }
}

async function sendOnce(
  options: ClientOptions,
  method: Method,
  path: string,
  asked: Asked,
): Promise<Response> {
  const { baseUrl, token, onAnswer, fetch = globalThis.fetch } = options
  const { body = null, headers } = bodyOf(asked)
  const signals = [
    ...(asked.signal ? [asked.signal] : []),
    ...(asked.timeoutMs === undefined ? [] : [AbortSignal.timeout(asked.timeoutMs)]),
  ]
  const startedAt = performance.now()
  const answer = await fetch(urlOf(baseUrl, path, asked), {
    method: method.toUpperCase(),
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...options.headers,
      ...asked.headers,
    },
    body,
    signal: AbortSignal.any(signals),
  })
  const durationMs = performance.now() - startedAt
  onAnswer?.({ method, path, status: answer.status, headers: answer.headers, durationMs })
  return answer
}

/** What an answer that is no refusal says; nothing when it is empty. */
async function contentOf(operation: string, answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiProblem(operation, answer)
  }
}
