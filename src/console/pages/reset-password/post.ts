const patience = 30_000 // milliseconds until an answer is not waited for any more

/** What the service said; no status when it could not be reached. */
export type Answer = {
  status?: number
  code?: string | undefined
  /** The first fault of the request. */
  fault?: { path: string; message: string } | undefined
}

type Problem = { code?: string; errors?: NonNullable<Answer['fault']>[] }

/** Sends a body to this origin, without cookies: what is asked here holds its own proof. */
export async function post(path: string, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(patience),
    })
    const { code, errors } = await problemOf(response)
    return { status: response.status, code, fault: errors?.[0] }
  } catch {
    return {}
  }
}

async function problemOf(response: Response): Promise<Problem> {
  if (response.ok) return {}
  try {
    return (await response.json()) ?? {}
  } catch {
    return {} // what stands between us and the service answers in its own words
  }
}
