import type { MiniflareOptions } from 'miniflare'
import { AllowHosts } from '../../src/shared/target/allow-hosts.ts'
import type { LocalBuild } from '../build/local.ts'
import { type WorkerName, workerNames } from '../project.ts'
import type { Qstash } from '../qstash/server.ts'
import type { MailProvider } from './exposure.ts'
import { outboundWorker, outboundWorkerName } from './outbound.ts'

/** The addresses and settings of the local stack that the Workers depend on. */
export type LocalSettings = {
  /** The port of the edge on loopback. */
  port: number
  /** The origin that clients use. */
  baseUrl: string
  /** The origin of the edge on loopback, for the local QStash. */
  edgeUrl: string
  /** Whether clients on other machines can reach the system. */
  isPublic: boolean
  /** The proxies from which the edge takes the address of a client. */
  trustedProxies: string
  /** Sends mails; without a provider, they are caught. */
  mail?: MailProvider | undefined
  /** Whether `/__local/mail` and `/__local/cron` exist. */
  hasLocalServices: boolean
  /** WEBHOOK_ALLOW_HOSTS: hosts that webhooks may call although they are not public. */
  webhookAllowHosts: string
  /** Days for which events, dead letters and audit records are kept, as variables of the Worker `platform`. */
  retention?: Record<string, string> | undefined
  databaseUrl: string
  neonPort: number
  localPort: number
  signingKey: string
  sealingKey: string
  jwks: string
  /** The directory of the files for browsers. */
  assets: string
  /** The directory of the bucket. */
  bucket: string
  /** The directory of the Durable Objects. */
  objects: string
  /** log2 of scrypt's N, for tests, whose passwords need no strong hash. */
  passwordCostLog2?: number | undefined
  /** The delay before the first retry of a delivery, in ms. */
  webhookRetryBaseMs?: number | undefined
  /** The value of `X-Setup-Token` with which the first operator is created. */
  setupToken?: string | undefined
  /** Events that an application may publish in a minute. */
  webhookPublishPerMinute?: number | undefined
  webhookEndpointLimit?: number | undefined
  /** The bearer token for `/metrics`. */
  metricsToken?: string | undefined
  /** The lowest level that the Workers log. */
  logLevel: string
  qstash: Pick<Qstash, 'url' | 'token' | 'signingKeys'>
}

const external = (port: number) => ({ external: { address: `127.0.0.1:${port}`, http: {} } })

type BindingSettings = Omit<
  LocalSettings,
  'port' | 'neonPort' | 'localPort' | 'assets' | 'bucket' | 'objects' | 'hasLocalServices'
>

/** The variables and secrets of production with local values. */
export function bindings(settings: BindingSettings) {
  const { baseUrl, databaseUrl, signingKey, sealingKey, jwks, passwordCostLog2 } = settings
  const { webhookRetryBaseMs, webhookPublishPerMinute, webhookEndpointLimit, setupToken, qstash } = settings
  const { isPublic, mail } = settings
  const everywhere = {
    ...{ BASE_URL: baseUrl, LOG_LEVEL: settings.logLevel },
    ...(!isPublic && { SHOW_TRIPS: 'on' }),
    ...(settings.metricsToken && { METRICS_TOKEN: settings.metricsToken }),
  }
  const passwordCost = passwordCostLog2 ? { PASSWORD_COST_LOG2: String(passwordCostLog2) } : {}
  const area = { ...everywhere, DATABASE_URL: databaseUrl }
  const environment = isPublic ? 'production' : 'local'
  return {
    edge: { ...everywhere, JWKS: jwks, TRUSTED_PROXIES: settings.trustedProxies },
    realtime: { ...everywhere, ENVIRONMENT: environment },
    proctoring: {
      ...area,
      SEALING_KEY: sealingKey,
      ...passwordCost,
      WEBHOOK_ALLOW_HOSTS: settings.webhookAllowHosts,
    },
    sts: { ...area, SIGNING_KEY: signingKey, SEALING_KEY: sealingKey, JWKS: jwks },
    platform: {
      ...area,
      SIGNING_KEY: signingKey,
      JWKS: jwks,
      SEALING_KEY: sealingKey,
      ...passwordCost,
      QSTASH_URL: qstash.url,
      QSTASH_CALLBACK_URL: settings.edgeUrl,
      QSTASH_TOKEN: qstash.token,
      QSTASH_CURRENT_SIGNING_KEY: qstash.signingKeys.current,
      QSTASH_NEXT_SIGNING_KEY: qstash.signingKeys.next,
      WEBHOOK_ALLOW_HOSTS: settings.webhookAllowHosts,
      ENVIRONMENT: environment,
      ...(mail && { MAIL_FROM: mail.from, MAIL_URL: mail.url, MAIL_KEY: mail.key }),
      ...settings.retention,
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

/** Options of Miniflare for the five Workers. Their bindings come from wrangler.toml. */
export function miniflareOptions(
  { bundles, configuration }: LocalBuild,
  settings: LocalSettings,
): MiniflareOptions {
  const local = bindings(settings)
  const services = {
    edge: {
      ASSETS: assetsWorker,
      ...(settings.hasLocalServices && { LOCAL: external(settings.localPort) }),
    },
    realtime: {},
    proctoring: { NEON: external(settings.neonPort) },
    sts: { NEON: external(settings.neonPort) },
    platform: {
      NEON: external(settings.neonPort),
      ...(!settings.mail && { MAIL_CATCHER: external(settings.localPort) }),
    },
  }
  const exceptions = {
    origins: [settings.qstash.url, ...(settings.mail ? [new URL(settings.mail.url).origin] : [])],
    allowHosts: AllowHosts.parse(settings.webhookAllowHosts),
  }
  return {
    cf: false,
    r2Persist: settings.bucket,
    durableObjectsPersist: settings.objects,
    host: '127.0.0.1',
    port: 0,
    workers: [
      ...workerNames.map(name => {
        const { assets: _, ...workerOptions } = configuration[name]
        return {
          ...workerOptions,
          name: `invigil-${name}`,
          // Contents instead of a path: with a path Miniflare resolves the imports of the bundle again, and fails on
          // dynamic imports.
          modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: bundles[name] }],
          bindings: { ...Object(workerOptions['bindings']), ...local[name] },
          serviceBindings: { ...Object(workerOptions['serviceBindings']), ...services[name] },
          // A direct socket to the Worker: the entry port of Miniflare costs three quarters of the throughput.
          ...(name === 'platform' && settings.isPublic && { outboundService: outboundWorkerName }),
          ...(name === 'edge' && { unsafeDirectSockets: [{ host: '127.0.0.1', port: settings.port }] }),
        }
      }),
      assetServer(settings.assets),
      ...(settings.isPublic ? [outboundWorker(exceptions, compatibilityDate)] : []),
    ],
  }
}
