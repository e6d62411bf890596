// `npm run bench -- peers`: measures issue, refresh, introspection and keys beside oidc-provider, on the same Postgres and in
// the same rounds. Prints the table and writes docs/peers.md and docs/peers.json.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { end, freePort, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startEmbeddedPostgres } from '../tools/neon/embedded.ts'
import { startProgress } from '../tools/progress.ts'
import { projectFile } from '../tools/project.ts'
import { commands } from './commands.ts'
import { inDirectory } from './directory.ts'
import { type Load, type Measured, measure } from './load.ts'
import { machineAndVersions } from './machine.ts'
import { loadsOfPeer, type Peer, type PeerReady } from './peers-loads.ts'
import { comparedOf, type PeerRound, pageOf, type Side } from './peers-page.ts'
import { operationsOf } from './sts-operations.ts'
import { highLimits } from './webhooks-client.ts'

const rounds = 5
const pace = { warmUp: { seconds: 2 }, settle: { seconds: 0.3 }, measured: { seconds: 2 } }

/** Enough for every connection of every measurement: a chain of refreshes begins with a token of its own. */
const families = 16 * (1 + 2 * rounds)

export async function run(args: string[]): Promise<void> {
  readArguments(commands.peers, args)
  await inDirectory(async directory => {
    const server = await startEmbeddedPostgres(join(directory, 'postgres'))
    try {
      const [ownUrl, peerUrl] = [
        await createDatabase(server.url, 'invigil'),
        await createDatabase(server.url, 'peer'),
      ]
      const env = { ...highLimits, DATABASE_URL: ownUrl }
      const system = await start(join(directory, 'state'), await freePort(), { env })
      const peer = await startPeer(peerUrl)
      try {
        const own = (await operationsOf(system)).filter(({ name }) => name !== 'authorised read')
        const compared = comparedOf(await measureRounds({ baseUrl: system.baseUrl, loads: own }, peer))
        console.table(compared)
        const machine = machineAndVersions('Postgres')
        const date = new Date().toISOString().slice(0, 10)
        await writeFile(
          projectFile('docs/peers.json'),
          `${JSON.stringify({ date, machine, rounds, compared }, null, 2)}\n`,
        )
        await writeFile(projectFile('docs/peers.md'), pageOf({ date, machine, rounds, compared }))
      } finally {
        await stopPeer(peer.process)
        await end(system, 'SIGTERM')
      }
    } finally {
      await server.stop()
    }
  })
}

/** Returns the URL of a new database of the server. */
async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const connection = new pg.Client({ connectionString: serverUrl })
  await connection.connect()
  await connection.query(`create database ${name}`)
  await connection.end()
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

async function startPeer(databaseUrl: string): Promise<Peer & { process: ChildProcess }> {
  const child = fork(projectFile('bench/peers-provider.ts'), [databaseUrl, String(families)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`oidc-provider ended with ${code}.`)
  })
  const [ready] = await Promise.race([once(child, 'message'), exited])
  exited.catch(() => {})
  const { port, accessToken, refreshTokens }: PeerReady = ready
  return {
    process: child,
    baseUrl: `http://127.0.0.1:${port}`,
    loads: loadsOfPeer({ accessToken, refreshTokens }),
  }
}

async function stopPeer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

/** Measures each operation of both sides, one after the other. The order of the sides alternates. */
async function measureRounds(own: Peer, peer: Peer): Promise<PeerRound[]> {
  const pairs = own.loads.map(load => {
    const match = peer.loads.find(({ name }) => name === load.name)
    if (!match) throw new Error(`oidc-provider has no '${load.name}'.`)
    return {
      name: load.name,
      invigil: { load, baseUrl: own.baseUrl },
      peer: { load: match, baseUrl: peer.baseUrl },
    }
  })
  for (const pair of pairs)
    for (const side of [pair.invigil, pair.peer]) await measure(side.baseUrl, side.load, pace.warmUp)
  const done: PeerRound[] = []
  const progress = startProgress({ total: rounds, unit: 'rounds' })
  for (let round = 0; round < rounds; round += 1) {
    const measured = new Map<string, Record<Side, Measured>>()
    for (const { name, ...sides } of pairs) {
      const settled = (side: { baseUrl: string; load: Load }) => settledMeasure(side.baseUrl, side.load)
      const first: Side = round % 2 === 0 ? 'invigil' : 'peer'
      const early = await settled(sides[first])
      const late = await settled(sides[first === 'peer' ? 'invigil' : 'peer'])
      measured.set(name, first === 'peer' ? { peer: early, invigil: late } : { invigil: early, peer: late })
    }
    done.push(measured)
    progress.advance(1)
  }
  progress.stop()
  return done
}

async function settledMeasure(baseUrl: string, load: Load): Promise<Measured> {
  await measure(baseUrl, load, pace.settle)
  const measured = await measure(baseUrl, load, pace.measured)
  if (measured.failed > 0)
    throw new Error(`${load.name}: ${measured.failed} requests failed: the numbers have no meaning.`)
  return measured
}
