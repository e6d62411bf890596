// Builds the files for browsers: the SDK, the embedded pages, the console and the documentation.

import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { homeDocument, homePage } from '../docs/site/home.ts'
import { documentationPages } from '../docs/site/pages.ts'
import { referenceScript } from '../docs/site/reference.ts'
import { imageFolder } from '../docs/site/render.ts'
import { buildDocument } from '../openapi/build.ts'
import { projectFile } from '../project.ts'
import { buildConsoleApp } from './console.ts'
import { sdkTypes } from './sdk-types.ts'

const pages = projectFile('src/embed/pages')
const consolePages = projectFile('src/console/pages')

/** The embedded pages by the name of their script, with their titles. */
const embedTitles = {
  'assessment-viewer': 'Exam record',
  'exam-session': 'Your exam',
  'not-allowed': 'Your exam',
  'proctoring-session': 'Proctoring',
}

const sdk = (name: string) => projectFile(`src/embed/sdk/${name}.ts`)

const options = {
  // Otherwise esbuild reads the tsconfig.json of the working directory.
  absWorkingDir: projectFile(''),
  // Paths in source maps are relative to this directory, so they do not depend on the real output directory.
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
 * each embedded page as `<name>.js` and their style as `style.css`, all with source maps, the HTML
 * of the pages, and the types of the SDK as `v1.d.ts`. Writes the console, and the other pages, to the directory itself, and their scripts and styles to `console/`.
 * `openapi.json` documents the interface at its origin, `docs` shows it, and the pages of the documentation are in
 * `docs/`, with their pictures. `home.html` and `home.json` are served as `/`. The output depends only on the sources.
 * @param baseUrl the origin
 * @throws esbuild's BuildFailure when a source has an error
 */
export async function buildAssets(outDir: string, baseUrl: string): Promise<void> {
  await mkdir(outDir, { recursive: true })
  await Promise.all([
    buildEmbed(outDir),
    buildConsole(outDir),
    buildConsoleApp(outDir),
    writeDocument(outDir, baseUrl),
    writeDocumentation(outDir),
    writeHome(outDir, baseUrl),
  ])
}

const writeDocument = async (outDir: string, baseUrl: string) =>
  writeFile(join(outDir, 'openapi.json'), JSON.stringify(await buildDocument(baseUrl)))

async function writeHome(outDir: string, baseUrl: string): Promise<void> {
  await writeFile(join(outDir, 'home.html'), homePage())
  await writeFile(join(outDir, 'home.json'), JSON.stringify(homeDocument(baseUrl)))
}

async function writeDocumentation(outDir: string): Promise<void> {
  for (const [address, html] of Object.entries(documentationPages())) {
    const file = join(outDir, `${address}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }
  await cp(projectFile(imageFolder), join(outDir, imageFolder), { recursive: true })
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
    writeFile(join(folder, 'v1.d.ts'), sdkTypes()),
    ...Object.entries(embedTitles).map(([name, title]) =>
      writeFile(join(folder, `${name}.html`), embedPage(name, title)),
    ),
  ])
}

const embedPage = (name: string, title: string): string =>
  readFileSync(join(pages, 'page.html'), 'utf8').replaceAll('{title}', title).replace('{name}', name)

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
