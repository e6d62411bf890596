// Builds the packages for integrators from the sources of the project.

import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { projectFile } from '../project.ts'
import { flatDeclarations, withDeclarations } from './package-types.ts'

/** The entry points of each package: the names of their files, and their sources. */
const packageEntries = {
  client: { index: 'src/client/index.ts' },
  embed: { index: 'src/embed/sdk/module.ts', react: 'src/embed/react.ts' },
  verify: { index: 'src/verify/index.ts', sign: 'src/verify/sign.ts' },
} as const satisfies Record<string, Record<string, string>>

export type PackageName = keyof typeof packageEntries

/** The folders of `packages/`. */
export const packageNames: readonly PackageName[] = ['client', 'embed', 'verify']

/** The maximum size of the code of a package in bytes, gzipped. */
export const packageBudget = 8000

export type PackageSize = { name: PackageName; bytes: number }

/** The line that `npm run build` prints for a package. */
export const describePackage = ({ name, bytes }: PackageSize): string =>
  `@invigil/${name.padEnd(7)}${(bytes / 1000).toFixed(1).padStart(5)} of ${packageBudget / 1000} kB gzipped${bytes <= packageBudget ? '' : ': too large'}`

/**
 * Writes `dist/` of the packages: one ES module and one file of types for each entry point.
 * @throws Error when a source has an error
 */
export const buildPackages = (names: readonly PackageName[]): Promise<PackageSize[]> =>
  withDeclarations(declarations => Promise.all(names.map(name => buildPackage(name, declarations))))

async function buildPackage(name: PackageName, declarations: string): Promise<PackageSize> {
  const folder = projectFile(`packages/${name}`)
  const dist = join(folder, 'dist')
  const entries = Object.entries(packageEntries[name])
  const { outputFiles } = await build({
    // Otherwise esbuild reads the tsconfig.json of the working directory.
    absWorkingDir: projectFile(''),
    entryPoints: Object.fromEntries(entries.map(([entry, source]) => [entry, projectFile(source)])),
    outdir: dist,
    // Node prints the line of code that throws. A page loads the embed, so its size counts.
    ...{ bundle: true, splitting: true, minify: name === 'embed', sourcemap: true, write: false },
    ...{ format: 'esm', target: 'es2022', charset: 'utf8', platform: 'neutral', logLevel: 'error' },
    external: ['react'],
  })
  const files = new Map<string, string | Uint8Array>(
    outputFiles.map(({ path, contents }) => [basename(path), contents]),
  )
  for (const [entry, source] of entries) {
    const others = new Map(entries.flatMap(([name, other]) => (other === source ? [] : [[other, name]])))
    files.set(`${entry}.d.ts`, await flatDeclarations(declarations, source, others))
  }
  await copyFile(projectFile('LICENSE'), join(folder, 'LICENSE'))
  await replaceFiles(dist, files)
  const code = outputFiles.filter(({ path }) => path.endsWith('.js'))
  return { name, bytes: code.reduce((sum, { contents }) => sum + gzipSync(contents).byteLength, 0) }
}

/** Replaces the files of a folder one by one, so that another process that builds or packs the same sources is not disturbed. */
async function replaceFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = `.${process.pid}.tmp`
  for (const [name, contents] of files) {
    await writeFile(join(folder, `${name}${unfinished}`), contents)
    await rename(join(folder, `${name}${unfinished}`), join(folder, name))
  }
  const old = (await readdir(folder)).filter(name => !(files.has(name) || name.endsWith('.tmp')))
  await Promise.all(old.map(name => rm(join(folder, name))))
}
