import type { FieldError, ProblemCode } from '../shared/problems/problem.ts'

/** A request that was refused, or failed on the other side. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /** `unexpected_answer` when something between answered in place of the API: a proxy, say. */
  readonly code: ProblemCode | 'unexpected_answer'
  /** A sentence for people. */
  readonly detail: string
  /** Each fault of a request that is invalid. */
  readonly errors: readonly FieldError[]
  /** What our support asks for. */
  readonly requestId: string | undefined
  /** After how many seconds the same request may succeed, where the answer says so. */
  readonly retryAfterSeconds: number | undefined
  /** All that the answer says: some codes have more members, such as the `alternatives` of `slot_full`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(operation: string, { status, headers }: Response, body: Partial<Body> = {}) {
    const { code = 'unexpected_answer', detail = 'The answer is not one of the API.' } = body
    super(`${operation}: ${status} ${code}. ${detail}`)
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = body.errors ?? []
    this.requestId = body.requestId ?? headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
    this.body = body
  }
}

type Body = { code: ProblemCode; detail: string; requestId: string; errors: FieldError[] }

/** Our own answers say seconds; a date of something between is as good as nothing. */
export const secondsOf = (retryAfter: string | null): number | undefined =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined

/** The problem that an answer is. */
export async function problemOf(operation: string, answer: Response): Promise<ApiProblem> {
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json')
  return new ApiProblem(operation, answer, isProblem ? JSON.parse(await answer.text()) : {})
}
