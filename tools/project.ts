import { fileURLToPath } from 'node:url'

/** A file of this project by its path from the root. */
export const projectFile = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const workerNames = ['edge', 'realtime', 'proctoring', 'sts', 'platform'] as const
export type WorkerName = (typeof workerNames)[number]

/** The folder of `migrations/` and `sql/`. */
export const schemaFolder = projectFile('db')
export const cacheFolder = projectFile('node_modules/.cache/invigil')

/**
 * Variables with which Wrangler sends no telemetry and does not check for updates, so that all commands work offline, and
 * writes no log files into the home of the user, which a service need not have.
 */
export const quietWrangler = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
}
