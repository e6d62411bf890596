const timeout = 30_000 // milliseconds

/** The response of the service. `status` is absent when it could not be reached. */
export type Answer = {
  status?: number
  code?: string | undefined
  /** The first field error of the request. */
  fieldError?: { path: string; message: string } | undefined
}

type Problem = { code?: string; errors?: NonNullable<Answer['fieldError']>[] }

/** Sends a body to this origin without cookies, because the body contains the token. */
export async function post(path: string, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    })
    const { code, errors } = await problemOf(response)
    return { status: response.status, code, fieldError: errors?.[0] }
  } catch {
    return {}
  }
}

async function problemOf(response: Response): Promise<Problem> {
  if (response.ok) return {}
  try {
    return (await response.json()) ?? {}
  } catch {
    return {} // a proxy responded in another format
  }
}
