import type { Method } from './operations.ts'

export type ClientOptions<Install extends string | undefined = string | undefined> = {
  /** The base URL of the API, for example `https://invigil.example`. */
  baseUrl: string
  /**
   * The secret of an API credential, a token or a session, or a JWT. A page at the origin of the API needs none: the
   * browser sends the cookie of the sign-in.
   */
  token?: string | undefined
  /** The default `installSid` of paths. A request may override it. */
  installSid?: Install
  /** Headers of every request, for example `X-Application-Id` for an operator with several applications. */
  headers?: Record<string, string>
  /** The timeout of a request in milliseconds. Default: 35,000. */
  timeoutMs?: number
  /**
   * How often a request is sent again after a network error, 429 or 503, when `Retry-After` has passed. Default: 2. Writes carry an
   * `Idempotency-Key`, so that they have one effect. With 0, nothing is sent again, and no key is made.
   */
  retries?: number
  /** Called with each response, including refusals. Use it for logs and measurements. What it throws, the call throws. */
  onResponse?(response: ObservedResponse): void
  /** Replaces the runtime's `fetch`. */
  fetch?(url: URL, init: RequestInit): Promise<Response>
}

export type ObservedResponse = {
  method: Method
  /** The path template of the operation, for example `/v1/installs/{installSid}/users/{userSid}`. */
  path: string
  status: number
  headers: Headers
  durationMs: number
}
