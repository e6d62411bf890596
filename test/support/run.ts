import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives the whole run one folder for its temporary files. At the end, removes it and stops the processes that are listed in
 * it: a fork is killed, and cannot stop the processes that it has started.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'invigil-'))
  chmodSync(folder, 0o755) // an embedded Postgres that root starts runs as another user
  const started = join(folder, 'started')
  mkdirSync(started)
  process.env['TMPDIR'] = folder
  process.env['STARTED_PROCESSES'] = started
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled') // most tests of commands start the same programs
  // No test needs them, and each start of a stack copies its configuration once per certificate.
  delete process.env['NODE_EXTRA_CA_CERTS']
  const end = () => {
    for (const pid of readdirSync(started)) endIfAlive(Number(pid))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', end) // a run that is interrupted ends without calling the returned function
  return () => {
    process.off('exit', end)
    end()
  }
}

function endIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended, as expected.
  }
}
