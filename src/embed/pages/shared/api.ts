import { language, t } from '../text/texts.ts'
import type { Tokens } from './tokens.ts'

/** One field error of a request, with the path of its member. */
export type FieldError = { path: string; message: string }

/** A failed request, with a message for the user. */
export class Failure extends Error {
  readonly code: string
  readonly fieldErrors: readonly FieldError[]

  constructor(code: string, message: string, fieldErrors: readonly FieldError[] = []) {
    super(message)
    this.code = code
    this.fieldErrors = fieldErrors
  }
}

/** Sends requests to the API below `/v1/`. Throws a Failure, or an AbortError when the embed has ended. */
export type Api = {
  read<T>(path: string): Promise<T>
  /** `body` is called again when the request is retried with the next tokens. Default method: POST. */
  write<T>(path: string, body?: () => unknown, options?: WriteOptions): Promise<T>
  /** Sends a file to its signed address, without the token. */
  upload(url: string, file: Blob): Promise<void>
}

type WriteOptions = {
  method?: 'POST' | 'PUT' | 'DELETE'
  /** The service executes a request with this key once. */
  key?: string
}

/** Called about the connection. */
type Watch = {
  /** Requests wait for the next tokens, because the current stsToken was refused. */
  waiting(isWaiting: boolean): void
  /** The service refused this stsToken. */
  refused(stsToken: string): void
  /** A request takes longer than usual. */
  slow(isSlow: boolean): void
  /** The service responded. */
  reached(): void
  /** The service could not be reached. */
  unreachable(): void
}

// Milliseconds.
const slowAfter = 4_000
const timeout = 30_000
const uploadTimeout = 10 * 60_000

/**
 * Calls the API with the stsToken as bearer. After a 401 response, the request waits for the next token and is retried: once,
 * and again whenever the token was replaced while the request was on its way.
 */
export function apiWith(tokens: Tokens, signal: AbortSignal, watch: Watch): Api {
  const base = new URL('../v1/', location.href)
  let waits = 0

  async function send(method: string, path: string, body?: () => unknown, key?: string) {
    const { stsToken } = tokens.current()
    const sent: RequestInit = {
      method,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      cache: 'no-store',
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${stsToken}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body ? JSON.stringify(body()) : null,
    }
    const slow = setTimeout(() => watch.slow(true), slowAfter)
    try {
      const response = await fetch(new URL(path, base), sent)
      const answer = await parsed(response)
      watch.reached()
      return { stsToken, status: response.status, isOk: response.ok, answer }
    } catch (error) {
      if (signal.aborted) throw error
      watch.unreachable()
      throw new Failure('unreachable', textOf('unreachable'))
    } finally {
      clearTimeout(slow)
      watch.slow(false)
    }
  }

  async function call<T>(...request: Parameters<typeof send>): Promise<T> {
    let sent = await send(...request)
    const isRefused = () => sent.status === 401 && isOfToken(sent.answer)
    const isReplaced = () => sent.stsToken !== tokens.current().stsToken
    for (let retries = 0; isRefused() && (retries === 0 || isReplaced()); retries += 1) {
      waits += 1
      watch.waiting(true)
      watch.refused(sent.stsToken)
      await tokens.after(sent.stsToken)
      waits -= 1
      watch.waiting(waits > 0)
      sent = await send(...request)
    }
    if (isRefused()) watch.refused(sent.stsToken)
    if (!sent.isOk) throw failureOf(sent.answer)
    return sent.answer as T
  }

  return {
    read: path => call('GET', path),
    write: (path, body, { method = 'POST', key } = {}) => call(method, path, body, key),
    async upload(url, file) {
      const over = AbortSignal.any([signal, AbortSignal.timeout(uploadTimeout)])
      const sent: RequestInit = { method: 'PUT', body: file, credentials: 'omit', signal: over }
      const response = await fetch(url, { ...sent, headers: { 'content-type': file.type } }).catch(error => {
        if (signal.aborted) throw error
        watch.unreachable()
        throw new Failure('unreachable', textOf('unreachable'))
      })
      watch.reached()
      if (!response.ok) throw failureOf(await parsed(response))
    },
  }
}

type Problem = { code?: string; detail?: string; errors?: FieldError[] }

const parsed = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined // a proxy responded in another format
  }
}

const isOfToken = (answer: unknown): boolean => (answer as Problem | undefined)?.code === 'credential_invalid'

/** Returns the sentence of a code in the page's language. The service's own sentences are English. */
const textOf = (code: string, detail?: string): string =>
  t.failures[code] ?? ((language === 'en' && detail) || (t.failures['unknown'] ?? code))

function failureOf(answer: unknown): Failure {
  const { code = 'unknown', detail, errors } = (answer ?? {}) as Problem
  const text = code === 'credential_invalid' ? t.frame.tokenRefused : textOf(code, detail)
  return new Failure(code, text, errors)
}
