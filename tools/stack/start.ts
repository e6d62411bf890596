// `npm start` and `npm run dev`: serves the whole system until a signal stops it.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '../environment.ts'
import type { DatabaseChoice } from '../neon/database.ts'
import { startStack } from './stack.ts'

const startedAt = performance.now()
const flags = readFlags()
const environment = readEnvironment('npm start')
const { PORT, STATE_DIR, DATABASE_URL, LOG_LEVEL, SETUP_TOKEN } = environment
const { WEBHOOK_RETRY_BASE_MS, WEBHOOK_PUBLISH_PER_MINUTE, WEBHOOK_ENDPOINT_LIMIT } = environment

const database: DatabaseChoice = DATABASE_URL
  ? { kind: 'server', url: DATABASE_URL }
  : { kind: flags.postgres ? 'postgres' : 'pglite' }
const stateDir = resolve(STATE_DIR)
const starting = startStack({
  port: Number(PORT),
  stateDir,
  database,
  watch: flags.watch,
  ...(WEBHOOK_RETRY_BASE_MS && { webhookRetryBaseMs: Number(WEBHOOK_RETRY_BASE_MS) }),
  ...(WEBHOOK_PUBLISH_PER_MINUTE && { webhookPublishPerMinute: Number(WEBHOOK_PUBLISH_PER_MINUTE) }),
  ...(WEBHOOK_ENDPOINT_LIMIT && { webhookEndpointLimit: Number(WEBHOOK_ENDPOINT_LIMIT) }),
  ...(LOG_LEVEL && { logLevel: LOG_LEVEL }),
  ...(SETUP_TOKEN && { setupToken: SETUP_TOKEN }),
})

// The process then ends without exit(), because temporary files are removed until its end.
let isStopping = false
const stop = () => {
  // A second signal does not wait for the requests in progress.
  if (isStopping) process.exit(1)
  isStopping = true
  starting.then(stack => stack.close()).catch(fail)
}
// Not `once`: the handler of wrangler kills the process when it is the only handler left.
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

const stack = await starting.catch(fail)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(
  `Started in ${seconds} s on ${stack.databaseName}; state in ${stateDir}, credentials in demo.json there.`,
)
console.log(`Ready on ${stack.baseUrl}`)

function readFlags() {
  try {
    const options = {
      postgres: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
    } as const
    return parseArgs({ options }).values
  } catch (error) {
    return fail(error)
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
