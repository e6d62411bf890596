// Calls of the areas to the Worker `realtime`. The edge does not route to its paths below /internal/.

import type { Service } from '../env.ts'

/** The paths that the Worker `realtime` serves to the areas. src/realtime/internal/index.ts has their handlers. */
export type RealtimePath = `/internal/${string}`

/** Posts a body as JSON. @throws Error if the Worker is not available */
export async function callRealtime(realtime: Service, path: RealtimePath, body: unknown): Promise<Response> {
  const response = await realtime.fetch(`http://realtime${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The Worker realtime responded to ${path} with ${response.status}.`)
  return response
}
