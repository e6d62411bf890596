import type { MiniflareOptions } from 'miniflare'
import type { Bundles } from '../build/bundle.ts'
import { projectFile, quietWrangler, type WorkerName, workerNames } from '../project.ts'
import type { Qstash } from '../qstash/server.ts'

/** The addresses and settings of the local stack that the Workers depend on. */
export type LocalSettings = {
  port: number
  baseUrl: string
  databaseUrl: string
  neonPort: number
  localPort: number
  signingKey: string
  sealingKey: string
  jwks: string
  /** The directory of the files for browsers. */
  assets: string
  /** log2 of scrypt's N, for tests, whose passwords need no strong hash. */
  passwordCostLog2?: number | undefined
  /** The delay before the first retry of a delivery, in ms. */
  webhookRetryBaseMs?: number | undefined
  /** The value of `X-Setup-Token` with which the first operator is created. */
  setupToken?: string | undefined
  /** Events that an application may publish in a minute. */
  webhookPublishPerMinute?: number | undefined
  webhookEndpointLimit?: number | undefined
  /** The lowest level that the Workers log. */
  logLevel: string
  qstash: Pick<Qstash, 'url' | 'token' | 'signingKeys'>
}

const external = (port: number) => ({ external: { address: `127.0.0.1:${port}`, http: {} } })

type BindingSettings = Omit<LocalSettings, 'port' | 'neonPort' | 'localPort' | 'assets'>

/** The variables and secrets of production with local values. */
export function bindings(settings: BindingSettings) {
  const { baseUrl, databaseUrl, signingKey, sealingKey, jwks, passwordCostLog2 } = settings
  const { webhookRetryBaseMs, webhookPublishPerMinute, webhookEndpointLimit, setupToken, qstash } = settings
  const everywhere = { BASE_URL: baseUrl, SHOW_TRIPS: 'on', LOG_LEVEL: settings.logLevel }
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
 * The files of the binding ASSETS of the edge, in a Worker of their own: Miniflare sends every request of a Worker with
 * assets through a router, which costs three quarters of the throughput.
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

/** Options of Miniflare for the four Workers. Their bindings come from wrangler.toml. */
export async function miniflareOptions(bundles: Bundles, settings: LocalSettings): Promise<MiniflareOptions> {
  Object.assign(process.env, quietWrangler)
  const { unstable_getMiniflareWorkerOptions: readConfiguration } = await import('wrangler')
  const local = bindings(settings)
  const services = {
    edge: { LOCAL: external(settings.localPort), ASSETS: assetsWorker },
    proctoring: { NEON: external(settings.neonPort) },
    sts: { NEON: external(settings.neonPort) },
    platform: { NEON: external(settings.neonPort), MAIL_CATCHER: external(settings.localPort) },
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
          // Contents, not a path: with a path Miniflare resolves the imports of the bundle again, and fails on dynamic
          // ones.
          modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: bundles[name] }],
          bindings: { ...workerOptions['bindings'], ...local[name] },
          serviceBindings: { ...workerOptions['serviceBindings'], ...services[name] },
          // A direct socket to the Worker: the entry port of Miniflare costs three quarters of the throughput.
          ...(name === 'edge' && { unsafeDirectSockets: [{ host: '127.0.0.1', port: settings.port }] }),
        }
      }),
      assetServer(settings.assets),
    ],
  }
}
