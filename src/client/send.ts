// Sends a request, and sends it again after a failure that may pass.

import { newKey } from './idempotency-key.ts'
import type { Method } from './operations.ts'
import type { ClientOptions } from './options.ts'
import { ApiProblem, problemOf } from './problem.ts'
import { bodyOf, type ClientRequest, urlOf } from './request.ts'

/** Operations that take no key, and that have another effect each time: they are sent once. */
export const sentOnce: ReadonlySet<string> = new Set([
  'post /v1/onboarding/{onboardingSecret}',
  'post /api/auth/setup',
  'post /api/auth/login',
  'post /api/auth/mfa/verify',
  'post /api/auth/forgot-password',
  'post /api/auth/reset-password',
])

const longestPauseSeconds = 60
const keyHeader = 'idempotency-key'

/** Its cause is what a callback of the caller threw: no failure of the network, whatever its type. */
class CallbackError extends Error {}

/**
 * Sends the request and returns what `read` makes of a successful response. A write keeps its `Idempotency-Key` in each
 * attempt, so that it has one effect.
 * @throws ApiProblem for a refusal
 */
export async function send<T>(
  options: ClientOptions,
  method: Method,
  path: string,
  request: ClientRequest,
  read: (response: Response) => Promise<T> | T,
): Promise<T> {
  const retries = sentOnce.has(`${method} ${path}`) ? 0 : (options.retries ?? 2)
  const url = urlOf(options.baseUrl, path, request)
  const { body = null, headers } = headersOf(options, request, method !== 'get' && retries > 0)
  for (let attempt = 0; ; attempt++) {
    try {
      return await read(await sendOnce(options, url, method, path, { ...request, body, headers }))
    } catch (error) {
      if (error instanceof CallbackError) throw error.cause
      const pauseMs = attempt < retries ? pauseAfter(error, attempt) : undefined
      if (pauseMs === undefined) throw error
      await pause(pauseMs, request.signal)
    }
  }
}

function headersOf({ token, headers: shared }: ClientOptions, request: ClientRequest, needsKey: boolean) {
  // The error of `Headers` would contain it.
  if (token !== undefined && !/^[!-~]+$/.test(token)) throw new TypeError('The token is no value of a header')
  const { body, headers: own } = bodyOf(request)
  const headers = new Headers({
    ...own,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...lowerCase(shared),
    ...lowerCase(request.headers),
  })
  if (request.idempotencyKey !== undefined) headers.set(keyHeader, request.idempotencyKey)
  else if (needsKey && !headers.has(keyHeader)) headers.set(keyHeader, newKey())
  return { body, headers }
}

/** A header of the request replaces one of the client with another case. */
const lowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

type Prepared = {
  body: RequestInit['body'] | null
  headers: Headers
  signal?: AbortSignal
  timeoutMs?: number | undefined
}

async function sendOnce(
  { onResponse, fetch = globalThis.fetch }: ClientOptions,
  url: URL,
  method: Method,
  path: string,
  { body = null, headers, signal, timeoutMs }: Prepared,
): Promise<Response> {
  const signals = [
    ...(signal ? [signal] : []),
    ...(timeoutMs === undefined ? [] : [AbortSignal.timeout(timeoutMs)]),
  ]
  const startedAt = performance.now()
  const response = await fetch(url, {
    ...{ method: method.toUpperCase(), headers, body },
    // The API sends no redirects. One of a proxy would turn a write into a read, or send its body to another origin.
    redirect: 'manual',
    signal: AbortSignal.any(signals),
  })
  const durationMs = performance.now() - startedAt
  try {
    onResponse?.({ method, path, status: response.status, headers: response.headers, durationMs })
  } catch (error) {
    await response.body?.cancel() // otherwise the connection remains in use
    throw new CallbackError('', { cause: error })
  }
  if (!response.ok) throw await problemOf(`${method.toUpperCase()} ${path}`, response)
  return response
}

/** Returns the milliseconds after which a failed request is sent again, or undefined when it is not. */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  // From half the time to the whole time, so that clients that failed together do not return together.
  const backOff = 500 * 2 ** attempt * (1 - Math.random() / 2)
  if (!(error instanceof ApiProblem)) return isNetworkError(error) ? backOff : undefined
  const { status, code, retryAfterSeconds } = error
  if (code !== 'idempotency_key_in_use' && status !== 429 && status !== 503) return undefined
  // Problems of the API that may pass have a `Retry-After`. Proxies often send none.
  if (retryAfterSeconds === undefined) return code === 'unexpected_answer' ? backOff : undefined
  return retryAfterSeconds <= longestPauseSeconds ? retryAfterSeconds * 1000 : undefined
}

/**
 * Whether an error is of the network. Workers throw an `Error` with the member `retryable` for a lost connection, and with
 * `remote` for any other failure outside of the program, such as a name without an address. Other runtimes throw a `TypeError`.
 */
const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && (isTrue(error, 'retryable') || isTrue(error, 'remote')))

const isTrue = (error: Error, member: string): boolean => Reflect.get(error, member) === true

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
