// Builds the files for browsers: the SDK, the embedded pages, the console and the documentation.

import { readdirSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { documentationPages } from '../docs/site/pages.ts'
import { referenceScript } from '../docs/site/reference.ts'
import { buildDocument } from '../openapi/build.ts'
import { projectFile } from '../project.ts'

const pages = projectFile('src/embed/pages')
const consolePages = projectFile('src/console/pages')
const sdk = (name: string) => projectFile(`src/embed/sdk/${name}.ts`)

const options = {
  // Otherwise esbuild reads the tsconfig.json of the working directory.
  absWorkingDir: projectFile(''),
  // Not the output directory: paths in source maps are relative to it, and so do not depend on the output directory.
  outdir: projectFile('dist/embed'),
  bundle: true,
  minify: true,
  sourcemap: true,
  target: 'es2022',
  charset: 'utf8',
  logLevel: 'error',
  write: false,
} satisfies BuildOptions

/**
 * Writes `embed/` in the directory: the SDK as `v1.js` (classic, global `Invigil`) and `v1.mjs` (module), the script of
 * each embedded page as `<name>.js` and their style as `style.css`, all with source maps, and the HTML files of the
 * pages. Writes the pages of the console to the directory itself, and their scripts and styles to `console/`.
 * `openapi.json` documents the interface at its origin, `docs` shows it, and the pages of the documentation are in
 * `docs/`. The output depends only on the sources.
 * @param baseUrl the origin
 * @throws esbuild's BuildFailure when a source has an error
 */
export async function buildAssets(outDir: string, baseUrl: string): Promise<void> {
  await mkdir(outDir, { recursive: true })
  await Promise.all([
    buildEmbed(outDir),
    buildConsole(outDir),
    writeDocument(outDir, baseUrl),
    writeDocumentation(outDir),
  ])
}

const writeDocument = async (outDir: string, baseUrl: string) =>
  writeFile(join(outDir, 'openapi.json'), JSON.stringify(await buildDocument(baseUrl)))

async function writeDocumentation(outDir: string): Promise<void> {
  for (const [address, html] of Object.entries(documentationPages())) {
    const file = join(outDir, `${address}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }
}

async function buildEmbed(outDir: string): Promise<void> {
  const folder = join(outDir, 'embed')
  const names = readdirSync(pages).toSorted()
  const results = await Promise.all([
    build({
      ...options,
      entryPoints: { v1: sdk('classic') },
      format: 'iife',
      globalName: 'Invigil',
    }),
    build({
      ...options,
      entryPoints: { v1: sdk('index') },
      format: 'esm',
      outExtension: { '.js': '.mjs' },
    }),
    build({ ...options, entryPoints: sourcesIn(pages, names), format: 'iife' }),
  ])
  await mkdir(folder, { recursive: true })
  const files = results.flatMap(({ outputFiles }) => outputFiles)
  await Promise.all([
    ...files.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)),
    ...names
      .filter(name => extname(name) === '.html')
      .map(name => copyFile(join(pages, name), join(folder, name))),
  ])
}

/** The scripts and styles of pages, which are bundled. */
const sourcesIn = (folder: string, names: readonly string[]): string[] =>
  names.filter(name => /\.(ts|css)$/.test(name)).map(name => join(folder, name))

async function buildConsole(outDir: string): Promise<void> {
  const folder = join(outDir, 'console')
  const names = readdirSync(consolePages).toSorted()
  const { outputFiles } = await build({
    ...options,
    outdir: projectFile('dist/console'),
    entryPoints: sourcesIn(consolePages, names),
    format: 'iife',
  })
  await mkdir(folder, { recursive: true })
  await Promise.all([
    ...outputFiles.map(({ path, contents }) => writeFile(join(folder, basename(path)), contents)),
    writeFile(join(folder, 'scalar.js'), referenceScript()),
    ...names
      .filter(name => extname(name) === '.html')
      .map(name => copyFile(join(consolePages, name), join(outDir, name))),
  ])
}
