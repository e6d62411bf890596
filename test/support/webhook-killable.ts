// A system that is killed with its database, and started again with the same state and port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from './directory.ts'
import { freePort } from './start.ts'
import { control } from './webhook-faults.ts'

export type Killable = {
  port: number
  url: string
  /** The content of demo.json. */
  demo: Record<string, string>
  start(relayProxy: string): Promise<void>
  /** `kill -9` for all of its processes. */
  kill(): Promise<void>
  /** Runs the scheduled job. */
  sweep(): Promise<void>
  setFaults(faults: object): Promise<void>
  /** Queries the system's database directly. @throws Error when it is not running */
  rows<Row extends pg.QueryResultRow>(query: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

type Said = { url: string; token: string }

/** A system with an empty state that is not started yet. Close it. */
export async function killable(webhookRetryBaseMs: number): Promise<Killable> {
  const stateDir = temporaryDirectory()
  const port = await freePort()
  const stored = (name: string) => readFileSync(join(stateDir, name), 'utf8')
  const postmaster = () => stored('postgres/data/postmaster.pid').split('\n')
  let child: ChildProcess | undefined
  let qstash: Said | undefined
  let pool: pg.Pool | undefined

  const signal = async (name: NodeJS.Signals | 'disconnect') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (name === 'disconnect') child.disconnect()
    else child.kill(name)
    await ended
  }
  const disconnect = async () => {
    const ending = pool
    pool = undefined
    await ending?.end()
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get demo() {
      return JSON.parse(stored('demo.json'))
    },
    async start(relayProxy) {
      child = spawn(process.execPath, [projectFile('test/support/webhook-faults-system.ts')], {
        env: {
          ...process.env,
          ...{ PORT: String(port), STATE_DIR: stateDir, RELAY_PROXY: relayProxy },
          WEBHOOK_RETRY_BASE_MS: String(webhookRetryBaseMs),
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      note(child)
      const exited = once(child, 'exit').then(() => {
        throw new Error('The system ended before it served.')
      })
      exited.catch(() => {})
      const [said]: Said[] = await Promise.race([once(child, 'message'), exited])
      qstash = said
      const [, , , databasePort] = postmaster()
      const password = stored('postgres/password')
      pool = new pg.Pool({
        connectionString: `postgres://postgres:${password}@127.0.0.1:${databasePort}/postgres`,
        max: 4,
      })
      pool.on('error', () => {}) // it is killed, too
    },
    async kill() {
      const database = Number(postmaster()[0])
      process.kill(database, 'SIGKILL')
      await signal('SIGKILL')
      await disconnect()
    },
    async sweep() {
      if (!child) throw new Error('The system is not started.')
      const swept = once(child, 'message')
      child.send('sweep')
      await swept
    },
    async setFaults(faults) {
      if (!qstash) throw new Error('The system is not started.')
      await control(qstash, 'POST', 'faults', faults)
    },
    async rows(query, values = []) {
      if (!pool) throw new Error('The database is not there.')
      return (await pool.query(query, values)).rows
    },
    async close() {
      await disconnect()
      await signal('disconnect')
      // A system that was killed and not started again has left its database running.
      if (child && child.signalCode === 'SIGKILL')
        await (await startEmbeddedPostgres(join(stateDir, 'postgres'))).stop()
    },
  }
}

/** Registers a process for the end of the run (run.ts), until it has ended by itself. */
function note(child: ChildProcess): void {
  const folder = process.env['STARTED_PROCESSES']
  if (folder === undefined || child.pid === undefined) return
  const file = join(folder, String(child.pid))
  writeFileSync(file, '')
  child.once('exit', () => rmSync(file, { force: true }))
}
