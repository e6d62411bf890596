import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the whole run one folder for its temporary files, and removes it in the end: a fork is killed, not ended. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'invigil-'))
  chmodSync(folder, 0o755) // an embedded Postgres that root starts runs as somebody else
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
