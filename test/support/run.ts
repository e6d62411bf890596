import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives the whole run one folder for its temporary files, and removes it in the end together with the processes that
 * were noted there: a fork is killed, not ended, and cannot see to what it has started.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'invigil-'))
  chmodSync(folder, 0o755) // an embedded Postgres that root starts runs as somebody else
  const started = join(folder, 'started')
  mkdirSync(started)
  process.env['TMPDIR'] = folder
  process.env['STARTED_PROCESSES'] = started
  return () => {
    for (const pid of readdirSync(started)) endIfAlive(Number(pid))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function endIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself, as it should.
  }
}
