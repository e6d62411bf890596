// The size of the scripts of the console, and its limits. A small console appears sooner.

import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { consoleOptions, firstScripts, importedBy, outputOf } from './console.ts'

/** The maximum sizes in kB, gzipped: of the scripts of the first view, and of all scripts. */
export const consoleBudgets = { first: 130, all: 260 }

/** Bundles the console in memory and returns the sizes of its scripts in kB, gzipped. */
export async function consoleSize(): Promise<{ first: number; all: number }> {
  const { metafile, outputFiles } = await build(consoleOptions)
  const sizes = new Map(
    outputFiles
      .filter(({ path }) => path.endsWith('.js'))
      .map(({ path, contents }) => [path, gzipSync(contents).length / 1000]),
  )
  const sizeOf = (outputs: Iterable<string>) =>
    [...new Set(outputs)].reduce((sum, output) => {
      const size = [...sizes].find(([path]) => path.endsWith(`/${output}`))?.[1]
      if (size === undefined) throw new Error(`The console has no ${output}.`)
      return sum + size
    }, 0)
  const entries = firstScripts.map(source => outputOf(metafile, source))
  const first = sizeOf(entries.flatMap(entry => [entry, ...importedBy(metafile, entry)]))
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return { first, all }
}

/** The line that `npm run build` prints for the console. */
export const describeConsoleSize = ({ first, all }: { first: number; all: number }): string =>
  `console     ${first.toFixed(1).padStart(6)} of ${consoleBudgets.first} kB gzipped at first, ${all.toFixed(1)} of ${consoleBudgets.all} kB in all`

export const consoleFits = ({ first, all }: { first: number; all: number }): boolean =>
  first <= consoleBudgets.first && all <= consoleBudgets.all
