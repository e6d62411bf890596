import type { MiniflareOptions } from 'miniflare'
import type { Bundles } from '../build/bundle.ts'
import { projectFile, quietWrangler, type WorkerName, workerNames } from '../project.ts'
import type { Qstash } from '../qstash/server.ts'

/** Where the Workers find the rest of the system on this machine. */
export type Surroundings = {
  port: number
  baseUrl: string
  databaseUrl: string
  neonPort: number
  localPort: number
  signingKey: string
  sealingKey: string
  jwks: string
  /** The folder of what browsers are served. */
  assets: string
  /** log2 of scrypt's N, when passwords need not be strong. */
  passwordCostLog2?: number | undefined
  /** The base of the delays between the attempts of a delivery, in ms. */
  webhookRetryBaseMs?: number | undefined
  /** What the first operator must send as `X-Setup-Token`. */
  setupToken?: string | undefined
  /** Events that an application may publish in a minute. */
  webhookPublishPerMinute?: number | undefined
  webhookEndpointLimit?: number | undefined
  /** From which level on they print what happens. */
  logLevel: string
  qstash: Pick<Qstash, 'url' | 'token' | 'signingKeys'>
}

const external = (port: number) => ({ external: { address: `127.0.0.1:${port}`, http: {} } })

type Bound = Omit<Surroundings, 'port' | 'neonPort' | 'localPort' | 'assets'>

/** What production holds as variables and secrets, with the local values in their place. */
export function bindings(around: Bound) {
  const { baseUrl, databaseUrl, signingKey, sealingKey, jwks, passwordCostLog2 } = around
  const { webhookRetryBaseMs, webhookPublishPerMinute, webhookEndpointLimit, setupToken, qstash } = around
  const everywhere = { BASE_URL: baseUrl, SHOW_TRIPS: 'on', LOG_LEVEL: around.logLevel }
  const passwordCost = passwordCostLog2 ? { PASSWORD_COST_LOG2: String(passwordCostLog2) } : {}
  const area = { ...everywhere, DATABASE_URL: databaseUrl }
  return {
    edge: { ...everywhere, JWKS: jwks },
    proctoring: {
      ...area,
      SEALING_KEY: sealingKey,
      ...passwordCost,
    },
    sts: { ...area, SIGNING_KEY: signingKey, JWKS: jwks },
    platform: {
      ...area,
      SIGNING_KEY: signingKey,
      JWKS: jwks,
      SEALING_KEY: sealingKey,
      ...passwordCost,
      QSTASH_URL: qstash.url,
      QSTASH_TOKEN: qstash.token,
      QSTASH_CURRENT_SIGNING_KEY: qstash.signingKeys.current,
      QSTASH_NEXT_SIGNING_KEY: qstash.signingKeys.next,
      WEBHOOK_ALLOW_HOSTS: '127.0.0.1,localhost',
      ENVIRONMENT: 'local',
      ...(setupToken && { SETUP_TOKEN: setupToken }),
      ...(webhookRetryBaseMs && { WEBHOOK_RETRY_BASE_MS: String(webhookRetryBaseMs) }),
      ...(webhookPublishPerMinute && { WEBHOOK_PUBLISH_PER_MINUTE: String(webhookPublishPerMinute) }),
      ...(webhookEndpointLimit && { WEBHOOK_ENDPOINT_LIMIT: String(webhookEndpointLimit) }),
    },
  } satisfies Record<WorkerName, Record<string, string>>
}

const assetsWorker = 'invigil-assets'

/**
 * The files of the edge's binding ASSETS, in a Worker beside it: Miniflare sends every request of a Worker that has
 * assets through a router of its own, which costs three quarters of the throughput.
 */
const assetServer = (directory: string) => ({
  name: assetsWorker,
  compatibilityDate,
  modules: [
    {
      type: 'ESModule' as const,
      path: 'assets.js',
      contents: 'export default { fetch: () => new Response(null, { status: 404 }) }',
    },
  ],
  assets: {
    directory,
    routerConfig: { has_user_worker: false, invoke_user_worker_ahead_of_assets: false },
    assetConfig: { compatibility_date: compatibilityDate, compatibility_flags: ['nodejs_compat'] },
  },
})

export const compatibilityDate = '2026-07-01' // wrangler.toml

/** Miniflare's options for the four Workers; what binds them comes from wrangler.toml. */
export async function miniflareOptions(bundles: Bundles, around: Surroundings): Promise<MiniflareOptions> {
  Object.assign(process.env, quietWrangler)
  const { unstable_getMiniflareWorkerOptions: readConfiguration } = await import('wrangler')
  const local = bindings(around)
  const services = {
    edge: { LOCAL: external(around.localPort), ASSETS: assetsWorker },
    proctoring: { NEON: external(around.neonPort) },
    sts: { NEON: external(around.neonPort) },
    platform: { NEON: external(around.neonPort), MAIL_CATCHER: external(around.localPort) },
  }
  return {
    cf: false,
    host: '127.0.0.1',
    port: 0,
    workers: [
      ...workerNames.map(name => {
        const { assets: _, ...workerOptions } = readConfiguration(
          projectFile('wrangler.toml'),
          name,
        ).workerOptions
        return {
          ...workerOptions,
          name: `invigil-${name}`,
          // Contents, not a path: with a path Miniflare walks the imports of the bundle again, and fails on dynamic ones.
          modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: bundles[name] }],
          bindings: { ...workerOptions['bindings'], ...local[name] },
          serviceBindings: { ...workerOptions['serviceBindings'], ...services[name] },
          // Straight to the Worker: Miniflare's own entry port costs three quarters of the throughput.
          ...(name === 'edge' && { unsafeDirectSockets: [{ host: '127.0.0.1', port: around.port }] }),
        }
      }),
      assetServer(around.assets),
    ],
  }
}
