// The size of each deployed Worker, and its limit. Cloudflare loads a small Worker faster.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { projectFile, quietWrangler, type WorkerName } from '../project.ts'

const run = promisify(execFile)

/** The maximum size of each Worker in kB, gzipped. */
export const budgets: Record<WorkerName, number> = {
  edge: 60,
  realtime: 160,
  proctoring: 300,
  sts: 300,
  platform: 300,
}

/**
 * Bundles a Worker into the directory, offline, and returns its size in kB, gzipped.
 * @param selection the arguments of Wrangler that select the Worker: `--env sts`, or `--config` with a file
 * @throws Error when wrangler fails, or does not print the size
 */
export async function bundleWorker(selection: readonly string[], outDir: string): Promise<number> {
  const { stdout } = await run('wrangler', ['deploy', '--dry-run', ...selection, '--outdir', outDir], {
    cwd: projectFile(''),
    env: { ...process.env, ...quietWrangler },
  })
  const kibibytes = /gzip: ([\d.]+) KiB/.exec(stdout)?.[1]
  if (kibibytes === undefined) throw new Error(`Wrangler printed no size for ${selection.join(' ')}.`)
  return (Number(kibibytes) * 1024) / 1000
}

/** The line that `npm run build` prints for a Worker. */
export const describeSize = (name: WorkerName, size: number): string =>
  `${name.padEnd(12)}${size.toFixed(1).padStart(6)} of ${budgets[name]} kB gzipped${fits(name, size) ? '' : ': too large'}`

export const fits = (name: WorkerName, size: number): boolean => size <= budgets[name]
