// Measures the time of a new isolate until its first response: workerd with only one Worker.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { freePort } from '../test/support/start.ts'
import type { Bundles } from '../tools/build/bundle.ts'
import { boundDatabaseUrl } from '../tools/neon/database.ts'
import { type WorkerName, workerNames } from '../tools/project.ts'
import { localKeys, localSealingKey } from '../tools/stack/local-keys.ts'
import { bindings, compatibilityDate } from '../tools/stack/workers.ts'

export type ColdStart = {
  worker: WorkerName
  gzippedKb: number
  /** For each round, the additional time compared with an empty Worker. */
  ms: number[]
}

/** Requests that a Worker responds to without the database: the keys, or a 401 without a credential. */
const requests: Record<WorkerName, string> = {
  edge: '/.well-known/jwks.json',
  realtime: '/connection/websocket',
  proctoring: '/v1/installs',
  sts: '/v1/installs/AI0123456789abcdef0123456789abcdef/sts/tokens',
  platform: '/api/webhooks',
}

const empty = "export default { fetch: () => new Response('hello') }"
const startsWithinMs = 10_000

type PreparedWorker = { config: string; path: string }

/** Starts every Worker and an empty one in each round. `directory` is an empty directory for the bench. */
export async function coldStarts(bundles: Bundles, directory: string, rounds: number): Promise<ColdStart[]> {
  const { signingKey, jwks } = await localKeys(directory)
  const texts = bindings({
    ...{ baseUrl: 'http://127.0.0.1', edgeUrl: 'http://127.0.0.1', isPublic: false },
    ...{ trustedProxies: '', webhookAllowHosts: '', databaseUrl: boundDatabaseUrl, signingKey, jwks },
    sealingKey: await localSealingKey(directory),
    logLevel: 'error',
    qstash: { url: 'http://127.0.0.1', token: 'none', signingKeys: { current: 'none', next: 'none' } },
  })
  const prepared = new Map<WorkerName | 'empty', PreparedWorker>()
  prepared.set('empty', { config: await prepare(directory, 'empty', empty, {}), path: '/' })
  for (const name of workerNames) {
    const config = await prepare(directory, name, bundles[name], texts[name])
    prepared.set(name, { config, path: requests[name] })
  }
  const measured = new Map(workerNames.map(name => [name, [] as number[]]))
  for (const worker of prepared.values()) await timeToFirstResponse(worker) // afterwards the files are in the page cache
  for (let round = 0; round < rounds; round += 1) {
    const times = new Map<string, number>()
    for (const [name, worker] of prepared) times.set(name, await timeToFirstResponse(worker))
    for (const name of workerNames)
      measured.get(name)?.push((times.get(name) ?? Number.NaN) - (times.get('empty') ?? Number.NaN))
  }
  return workerNames.map(worker => ({
    worker,
    gzippedKb: gzipSync(bundles[worker]).length / 1000,
    ms: measured.get(worker) ?? [],
  }))
}

/** Writes a Worker and its workerd configuration. Returns the path of the configuration. */
async function prepare(
  directory: string,
  name: string,
  source: string,
  texts: Record<string, string>,
): Promise<string> {
  const folder = join(directory, name)
  await mkdir(folder)
  await writeFile(join(folder, 'worker.js'), source)
  const bound = Object.entries(texts).map(
    ([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`,
  )
  bound.push('(name = "FILES", r2Bucket = "main")') // no request of the measurement uses it
  await writeFile(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [${bound.join(', ')}],
);
`,
  )
  return join(folder, 'config.capnp')
}

/** Returns the milliseconds from the start of the process to the last byte of its first response. */
async function timeToFirstResponse({ config, path }: PreparedWorker): Promise<number> {
  const { default: workerd } = createRequire(import.meta.resolve('miniflare'))('workerd')
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(workerd, ['serve', `--socket-addr=http=127.0.0.1:${port}`, config], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    while (performance.now() - startedAt < startsWithinMs) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
      if (response && response.status < 500) {
        await response.arrayBuffer()
        return performance.now() - startedAt
      }
      if (response) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
      await sleep(1)
    }
    throw new Error(`${config} does not respond.`)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}
