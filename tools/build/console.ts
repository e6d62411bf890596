// Builds the console: the scripts and the style of src/console/app, and the page that loads them.

import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { projectFile } from '../project.ts'

const app = projectFile('src/console/app')
const outdir = projectFile('dist/console/assets')

/** The scripts of every first view: the one that sends the first requests, and the console without its other pages. */
export const firstScripts = ['src/console/app/early.ts', 'src/console/app/main.tsx']

/**
 * Lets each page import the router, which has always been loaded before. So the modules of the first view belong to the
 * same entry points, and esbuild puts them in one file instead of a dozen.
 */
const oneFirstChunk: Plugin = {
  name: 'one-first-chunk',
  setup({ onLoad, onResolve }) {
    const lazy = new Set<string>()
    onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
      if (kind === 'dynamic-import') lazy.add(join(resolveDir, path))
      return undefined
    })
    onLoad({ filter: /\/src\/console\/app\/.*\.tsx$/ }, async ({ path }) => {
      if (!lazy.has(path)) return undefined
      const router = JSON.stringify(join(app, 'router.tsx'))
      return { contents: `import ${router}; ${await readFile(path, 'utf8')}`, loader: 'tsx' }
    })
  },
}

/** The options of esbuild for the console. Each page is a chunk, which the browser loads when it is first shown. */
export const consoleOptions = {
  absWorkingDir: projectFile(''),
  entryPoints: [...firstScripts.map(projectFile), join(app, 'style/console.css')],
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
  plugins: [oneFirstChunk],
  // V8 compiles the functions in the background while it receives the script, instead of each at its first call. Other
  // engines ignore the comment (https://v8.dev/blog/explicit-compile-hints).
  banner: { js: '//# allFunctionsCalledOnLoad' },
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

const addressOf = (output: string) => `/console/assets/${basename(output)}`

function pageOf(metafile: Metafile): string {
  const [early = '', main = ''] = firstScripts
  const script = outputOf(metafile, main)
  // Without a preload, the browser would request them only after it has run the first script.
  const preloads = importedBy(metafile, script).map(
    output => `<link rel="modulepreload" href="${addressOf(output)}" />`,
  )
  return readFileSync(join(app, 'page.html'), 'utf8')
    .replace('{style}', addressOf(outputOf(metafile, 'src/console/app/style/console.css')))
    .replace('{preloads}', preloads.join('\n    '))
    .replace('{early}', addressOf(outputOf(metafile, early)))
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
