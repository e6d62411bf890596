import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty directory that is removed when the run ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'invigil-test-'))
  chmodSync(directory, 0o755) // an embedded Postgres that root starts runs as another user
  return directory
}
