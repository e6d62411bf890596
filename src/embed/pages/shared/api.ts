import type { Tokens } from './tokens.ts'

/** One field error of a request, with the path of its member. */
export type Fault = { path: string; message: string }

/** A failed request, with a message for the user. */
export class Failure extends Error {
  readonly code: string
  readonly faults: readonly Fault[]

  constructor(code: string, message: string, faults: readonly Fault[] = []) {
    super(message)
    this.code = code
    this.faults = faults
  }
}

/** Sends requests to the API below `/v1/`. Throws a Failure, or an AbortError when the embed has ended. */
export type Api = {
  read<T>(path: string): Promise<T>
  /** `body` is called again when the request is retried with the next tokens. */
  write<T>(path: string, body?: () => unknown): Promise<T>
}

/**
 * Calls the API with the stsToken as bearer. After a 401 response, the request waits for the next token and is retried
 * once.
 * @param waiting called with true while a request waits for tokens
 */
export function apiWith(tokens: Tokens, signal: AbortSignal, waiting: (isWaiting: boolean) => void): Api {
  const base = new URL('../v1/', location.href)
  let waits = 0

  async function send(method: string, path: string, body?: () => unknown) {
    const { stsToken } = tokens.current()
    const sent: RequestInit = {
      method,
      signal,
      cache: 'no-store',
      credentials: 'omit',
      headers: { authorization: `Bearer ${stsToken}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body()) : null,
    }
    const response = await fetch(new URL(path, base), sent).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new Failure('unreachable', 'The service cannot be reached. Please check your connection.')
    })
    return { stsToken, status: response.status, isOk: response.ok, answer: await parsed(response) }
  }

  async function call<T>(method: string, path: string, body?: () => unknown): Promise<T> {
    let sent = await send(method, path, body)
    if (sent.status === 401 && isOfToken(sent.answer)) {
      waits += 1
      waiting(true)
      await tokens.after(sent.stsToken)
      waits -= 1
      waiting(waits > 0)
      sent = await send(method, path, body)
    }
    if (!sent.isOk) throw failureOf(sent.answer)
    return sent.answer as T
  }

  return {
    read: path => call('GET', path),
    write: (path, body) => call('POST', path, body),
  }
}

type Problem = { code?: string; detail?: string; errors?: Fault[] }

const parsed = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined // a proxy responded in another format
  }
}

const isOfToken = (answer: unknown): boolean => (answer as Problem | undefined)?.code === 'credential_invalid'

function failureOf(answer: unknown): Failure {
  const { code, detail, errors } = (answer ?? {}) as Problem
  return new Failure(code ?? 'unknown', detail ?? 'The service could not answer.', errors)
}
