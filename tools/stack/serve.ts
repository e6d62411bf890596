// Serves the whole system until a signal stops it.

import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readArguments } from '../arguments.ts'
import { collectLess } from '../garbage-collection.ts'
import type { DatabaseChoice } from '../neon/database.ts'
import type { MailProvider } from './exposure.ts'

const { values: flags } = readArguments({
  name: 'npm start',
  description:
    'Serves the whole system until a signal stops it. docs/reference/environment.md lists its variables.',
  options: {
    postgres: { type: 'boolean', description: 'Runs an embedded Postgres instead of PGlite.' },
    watch: { type: 'boolean', description: 'Reloads the Workers when a source file changes.' },
  },
})

// Imported after the arguments are read, so that the help appears at once.
const { readEnvironment } = await import('../environment.ts')
const { exposureWarnings, isPublic } = await import('./exposure.ts')
const { startStack } = await import('./stack.ts')

const startedAt = performance.now()
collectLess()
const environment = readEnvironment('npm start')
const { PORT, HOST, STATE_DIR, DATABASE_URL, LOG_LEVEL, SEALING_KEY, METRICS_TOKEN } = environment
const { WEBHOOK_RETRY_BASE_MS, WEBHOOK_PUBLISH_PER_MINUTE, WEBHOOK_ENDPOINT_LIMIT } = environment
const { EVENT_RETENTION_DAYS, DEAD_LETTER_RETENTION_DAYS, AUDIT_RETENTION_DAYS, FILE_RETENTION_DAYS } =
  environment
const retention = {
  EVENT_RETENTION_DAYS,
  DEAD_LETTER_RETENTION_DAYS,
  AUDIT_RETENTION_DAYS,
  FILE_RETENTION_DAYS,
}
const exposure = {
  host: HOST,
  baseUrl: environment.BASE_URL,
  trustedProxies: environment.TRUSTED_PROXIES,
  setupToken: environment.SETUP_TOKEN,
  webhookAllowHosts: environment.WEBHOOK_ALLOW_HOSTS,
  mail: mailProvider(),
  mailList: environment.MAIL_LIST && environment.MAIL_LIST === 'on',
}

const database: DatabaseChoice = DATABASE_URL
  ? { kind: 'server', url: DATABASE_URL }
  : { kind: flags.postgres ? 'postgres' : 'pglite' }
const stateDir = resolve(STATE_DIR)
const starting = startStack({
  ...exposure,
  retention: Object.fromEntries(
    Object.entries(retention).flatMap(([name, days]) => (days === undefined ? [] : [[name, String(days)]])),
  ),
  port: PORT,
  stateDir,
  database,
  hasDemoData: environment.DEMO === 'S',
  watch: flags.watch,
  ...(WEBHOOK_RETRY_BASE_MS && { webhookRetryBaseMs: WEBHOOK_RETRY_BASE_MS }),
  ...(WEBHOOK_PUBLISH_PER_MINUTE && { webhookPublishPerMinute: WEBHOOK_PUBLISH_PER_MINUTE }),
  ...(WEBHOOK_ENDPOINT_LIMIT && { webhookEndpointLimit: WEBHOOK_ENDPOINT_LIMIT }),
  ...(LOG_LEVEL && { logLevel: LOG_LEVEL }),
  ...(SEALING_KEY && { sealingKey: SEALING_KEY }),
  ...(METRICS_TOKEN && { metricsToken: METRICS_TOKEN }),
})

// After the first signal the process ends without exit(), because temporary files are removed until its end.
let stoppingSince: number | undefined
const stop = (signal: NodeJS.Signals) => {
  if (stoppingSince !== undefined) {
    // Ctrl-C arrives twice: from the terminal, and from npm, which passes it on.
    if (signal === 'SIGINT' && performance.now() - stoppingSince < 1000) return
    // A second signal does not wait for the requests in progress.
    process.exit(1)
  }
  stoppingSince = performance.now()
  starting.then(stack => stack.close()).catch(fail)
}
// Not `once`: the handler of wrangler kills the process when it is the only handler left.
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

const stack = await starting.catch(fail)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
const isDemo = !isPublic(exposure)
for (const line of exposureWarnings(exposure, stateDir)) console.warn(line)
console.log(
  `Started in ${seconds} s on ${stack.databaseName}; state in ${stateDir}${isDemo ? ', credentials in demo.json there' : ''}.`,
)
if (!isDemo) console.log(`Listening on ${HOST}, port ${stack.port}`)
console.log(`Ready on ${stack.baseUrl}`)
collectGarbage()

/** Releases the memory of the start, about 100 MB, because V8 collects nothing in an idle process. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function mailProvider(): MailProvider | undefined {
  const { MAIL_FROM: from, MAIL_URL: url, MAIL_KEY: key } = environment
  if (from && url && key) return { from, url, key }
  return from || url || key ? fail(new Error('Set MAIL_FROM, MAIL_URL and MAIL_KEY together.')) : undefined
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
