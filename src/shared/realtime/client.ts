// Calls of the areas to the Worker `realtime`. The edge does not route to its paths below /internal/.

import { callWorker } from '../call-worker.ts'
import type { Service } from '../env.ts'

/** The path at which the Worker `realtime` closes connections whose token has ended. */
export const endedPath = '/internal/ended'

/** The paths that the Worker `realtime` serves to the areas. src/realtime/internal/index.ts has their handlers. */
export type RealtimePath = `/internal/${string}`

/** The path at which the Worker `realtime` receives the exams whose sessions have changed: `{exams: [{applicationSid, examSid}]}`. */
export const monitorPath = '/internal/monitor'

/** The Worker answers at once, unless a topic or a hub of it cannot be reached. */
const maxCallMs = 15_000

/** Posts a body as JSON. @throws Error if the Worker is not available */
export const callRealtime = (realtime: Service, path: RealtimePath, body: unknown): Promise<Response> =>
  callWorker(realtime, `http://realtime${path}`, body, maxCallMs)

const retryDelaysMs = [100, 400, 1500]

/**
 * Returns what notifies the Worker `realtime` that tokens of accounts may have ended. After three retries, the periodic
 * verification of the shards closes the connections.
 */
export const endedNotifier = (realtime: Service | undefined) =>
  realtime &&
  (async (accountSids: readonly string[]): Promise<void> => {
    for (const delayMs of retryDelaysMs) {
      try {
        await callRealtime(realtime, endedPath, { accountSids })
        return
      } catch {
        await new Promise(resolve => setTimeout(resolve, delayMs))
      }
    }
    await callRealtime(realtime, endedPath, { accountSids })
  })
