// The effective configuration of the Workers of an environment: wrangler.toml with the settings of the owner.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Unstable_RawConfig as RawConfig, experimental_readRawConfig as readRawConfig } from 'wrangler'
import { projectFile, type WorkerName, workerNames } from '../project.ts'
import { regions } from './regions.ts'
import { readersOf, type Target } from './settings.ts'

const areas: readonly WorkerName[] = ['proctoring', 'sts', 'platform']

/** The folder of the generated files of an environment, which Git ignores. */
export const folderOf = (environment: string): string => projectFile(`dist/deploy/${environment}`)

export const configurationFile = (environment: string, worker: WorkerName): string =>
  `${folderOf(environment)}/${worker}.json`

/** The configuration with which the Worker `realtime` is created: without bindings to Workers that bind it. */
export const creationFile = (environment: string): string => `${folderOf(environment)}/realtime-creation.json`

/** The name of a Worker on Cloudflare: `invigil-sts`, and `invigil-staging-sts` in another environment. */
export const deployedName = (environment: string, worker: string): string =>
  environment === 'production' ? `invigil-${worker}` : `invigil-${environment}-${worker}`

/** The configuration of each Worker. */
export function configurationsOf(target: Target): Record<WorkerName, RawConfig> {
  const { env = {}, ...shared } = readRawConfig({ config: projectFile('wrangler.toml') }).rawConfig
  const entries = workerNames.map(worker => {
    const own = env[worker]
    if (!own?.main) throw new Error(`wrangler.toml has no Worker ${worker}.`)
    const configuration: RawConfig = {
      ...shared,
      ...own,
      name: deployedName(target.environment, worker),
      main: projectFile(own.main),
      vars: variablesOf(worker, target, own.vars),
      ...(own.services && { services: own.services.map((service: Named) => renamed(service, target)) }),
      ...(own.ratelimits && { ratelimits: own.ratelimits.map((limit: Limit) => separated(limit, target)) }),
      ...(own.r2_buckets && {
        r2_buckets: own.r2_buckets.map((bucket: Bucket) => ownBucket(bucket, target)),
      }),
      ...(target.analyticsDataset && {
        analytics_engine_datasets: [{ binding: 'METRICS', dataset: target.analyticsDataset }],
      }),
      ...(worker === 'edge' && edgeOf(target)),
      ...(areas.includes(worker) && { placement: { region: regions[target.databaseRegion].placement } }),
      ...(worker === 'platform' && target.emailService && { send_email: [{ name: 'EMAIL' }] }),
    }
    return [worker, configuration] as const
  })
  return Object.fromEntries(entries) as Record<WorkerName, RawConfig>
}

/** The edge runs everywhere, at the domain of the origin. */
function edgeOf({ environment, origin }: Target): Pick<RawConfig, 'assets' | 'workers_dev' | 'routes'> {
  const { hostname } = new URL(origin)
  const isWorkersDev = hostname.endsWith('.workers.dev')
  return {
    assets: { directory: `${folderOf(environment)}/assets`, binding: 'ASSETS', run_worker_first: true },
    workers_dev: isWorkersDev,
    ...(!isWorkersDev && { routes: [{ pattern: hostname, custom_domain: true }] }),
  }
}

function variablesOf(
  worker: WorkerName,
  target: Target,
  examples: RawConfig['vars'] = {},
): RawConfig['vars'] {
  const own = Object.entries(target.variables).filter(([name]) => readersOf(name).includes(worker))
  return {
    ...examples,
    BASE_URL: target.origin,
    ...('JWKS' in examples && { JWKS: target.jwks }),
    ...Object.fromEntries(own),
  }
}

type Named = NonNullable<RawConfig['services']>[number]
type Limit = NonNullable<RawConfig['ratelimits']>[number]
type Bucket = NonNullable<RawConfig['r2_buckets']>[number]

const renamed = (service: Named, { environment }: Target): Named => ({
  ...service,
  service: deployedName(environment, service.service.replace(/^invigil-/, '')),
})

/** Each environment has its own bucket: `invigil-staging-files`. */
const ownBucket = (bucket: Bucket, { environment, filesJurisdiction }: Target): Bucket => ({
  ...bucket,
  bucket_name: deployedName(environment, (bucket.bucket_name ?? '').replace(/^invigil-/, '')),
  ...(filesJurisdiction && { jurisdiction: filesJurisdiction }),
})

/** Environments of one account must not share a rate limit. */
function separated(limit: Limit, { environment }: Target): Limit {
  if (environment === 'production') return limit
  const hash = createHash('sha256').update(environment).digest().readUInt16BE()
  return { ...limit, namespace_id: String(Number(limit.namespace_id) + 1 + hash) }
}

/** Writes the configurations to their files. */
export function writeConfigurations(target: Target): void {
  const { environment } = target
  const all = configurationsOf(target)
  for (const worker of workerNames) write(configurationFile(environment, worker), all[worker])
  write(creationFile(environment), withoutServices(all.realtime))
}

/** Returns the configuration without the bindings to other Workers. */
export const withoutServices = ({ services: _, ...configuration }: RawConfig): RawConfig => configuration

function write(file: string, configuration: RawConfig): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(configuration, null, 2)}\n`)
}
