import type { Schemas } from '../../packages/client/api.ts'

/** The error codes of the API. */
export type ProblemCode = Schemas['Problem']['code']

/** An error of an invalid request. */
export type FieldError = NonNullable<Schemas['Problem']['errors']>[number]

// Responses without a problem of the API.
const notModified = { code: 'not_modified', detail: 'The record is unchanged.' } as const
const unexpectedAnswer = { code: 'unexpected_answer', detail: 'The response is not from the API.' } as const

/** The API refused the request or failed to handle it. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /**
   * The error code of the API; `not_modified` for a 304, which only a request with a header `If-None-Match` gets;
   * `unexpected_answer` when the response is not from the API, but from a proxy.
   */
  readonly code: ProblemCode | 'not_modified' | 'unexpected_answer'
  /** A sentence for people. */
  readonly detail: string
  /** The field errors of an invalid request. */
  readonly errors: readonly FieldError[]
  /** The id of the request, for support. */
  readonly requestId: string | undefined
  /** The seconds after which the request may be retried, from `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** The whole response body. Some codes have more members, for example the `alternatives` of `slot_full`. */
  readonly body: ProblemBody

  constructor(operation: string, { status, headers }: Response, body: ProblemBody = {}) {
    // A gateway can have problems of its own: with `errors` that are an object, or a `code` that is a number.
    const other = status === 304 ? notModified : unexpectedAnswer
    const code = (textOf(body['code']) as ProblemCode | undefined) ?? other.code
    const detail = textOf(body['detail']) ?? other.detail
    super(`${operation}: ${status} ${code}. ${detail}`)
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = Array.isArray(body['errors']) ? body['errors'] : []
    this.requestId = textOf(body['requestId']) ?? headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
    this.body = body
  }
}

type ProblemBody = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Parses `Retry-After` in seconds. Ignores the date format, which only proxies send. */
export const secondsOf = (retryAfter: string | null): number | undefined =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined

/** Returns the problem of a response that is not successful. */
export async function problemOf(operation: string, answer: Response): Promise<ApiProblem> {
  const type = answer.headers.get('content-type')?.toLowerCase()
  if (type?.startsWith('application/problem+json'))
    return new ApiProblem(operation, answer, objectOf(await answer.text()))
  await answer.body?.cancel() // otherwise the connection remains in use
  return new ApiProblem(operation, answer)
}

/** Parses a JSON object. Returns undefined for anything else, such as the truncated body of an intermediary. */
function objectOf(text: string): ProblemBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ProblemBody)
      : undefined
  } catch {
    return undefined
  }
}
