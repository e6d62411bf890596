// Builds the console: the scripts and the style of src/console/app, and the page that loads them.

import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { projectFile } from '../project.ts'

const app = projectFile('src/console/app')
const outdir = projectFile('dist/console/assets')

/** The options of esbuild for the console. Each page is a chunk, which the browser loads when it is first shown. */
export const consoleOptions = {
  absWorkingDir: projectFile(''),
  entryPoints: [join(app, 'main.tsx'), join(app, 'style/console.css')],
  outdir,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  sourcemap: true,
  target: 'es2022',
  charset: 'utf8',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'error',
  metafile: true,
  write: false,
} satisfies BuildOptions

/** Writes the page `console.html` in the directory, and the assets below `console/assets`. */
export async function buildConsoleApp(outDir: string): Promise<void> {
  const { outputFiles, metafile } = await build(consoleOptions)
  const folder = join(outDir, 'console/assets')
  await mkdir(folder, { recursive: true })
  await Promise.all([
    ...outputFiles.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)),
    writeFile(join(outDir, 'console.html'), pageOf(metafile)),
  ])
}

/** The modules that nearly every first view needs, in few kB: the frame of the pages, and the sign-in. */
const firstModules = ['src/console/app/shell/shell.tsx', 'src/console/app/pages/sign-in/sign-in-page.tsx']

const addressOf = (output: string) => `/console/assets/${basename(output)}`

function pageOf(metafile: Metafile): string {
  const script = outputOf(metafile, 'src/console/app/main.tsx')
  // Without a preload, the browser would request them only after it has run the first script.
  const next = firstModules.map(source => outputOf(metafile, source))
  const outputs = [script, ...next].flatMap(output => [output, ...importedBy(metafile, output)])
  const sizeOf = (output: string) => metafile.outputs[output]?.bytes ?? 0
  // The largest first: a browser that speaks HTTP/1.1 requests six at once.
  const preloads = [...new Set(outputs)]
    .filter(output => output !== script)
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
    .map(output => `<link rel="modulepreload" href="${addressOf(output)}" />`)
  return readFileSync(join(app, 'page.html'), 'utf8')
    .replace('{style}', addressOf(outputOf(metafile, 'src/console/app/style/console.css')))
    .replace('{preloads}', preloads.join('\n    '))
    .replace('{script}', addressOf(script))
}

/** Returns the output of an entry point, or of a module that is imported when it is needed. */
export function outputOf({ outputs }: Metafile, source: string): string {
  const output = Object.keys(outputs).find(path => outputs[path]?.entryPoint === source)
  if (!output) throw new Error(`The console has no ${source}.`)
  return output
}

/** Returns the chunks that an output imports at once, and those that they import. */
export function importedBy({ outputs }: Metafile, output: string, known = new Set<string>()): string[] {
  for (const { path, kind } of outputs[output]?.imports ?? []) {
    if (kind !== 'import-statement' || known.has(path)) continue
    known.add(path)
    importedBy({ inputs: {}, outputs }, path, known)
  }
  return [...known]
}
