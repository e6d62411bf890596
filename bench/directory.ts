import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` in a temporary directory. Others may enter it: an embedded Postgres of root runs as another user. */
export async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'invigil-bench-'))
  try {
    await chmod(directory, 0o755)
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}
