import type { Service } from './env.ts'

/**
 * Posts a body as JSON to another Worker of this system. The body of the response is read already.
 * @param url its host is the name of the Worker, for the error
 * @throws Error if the Worker does not respond with success in time
 */
export async function callWorker(
  worker: Service,
  url: string,
  body: unknown,
  withinMs: number,
): Promise<Response> {
  const limit = new AbortController()
  // Not AbortSignal.timeout: its timer stays after the response, and an object with a timer cannot hibernate.
  const timer = setTimeout(() => limit.abort(new Error(`${url} did not respond in time.`)), withinMs)
  try {
    const response = await worker.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: limit.signal,
    })
    if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
    // Read within the limit. Not copied as text: a document has up to 16 MiB. Some responses have no body.
    return new Response(response.body && (await response.arrayBuffer()), response)
  } finally {
    clearTimeout(timer)
  }
}
