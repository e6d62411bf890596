// Builds the packages for integrators from the sources of the project.

import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
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
    ...{ bundle: true, splitting: true, minify: true, sourcemap: true, write: false },
    ...{ format: 'esm', target: 'es2022', charset: 'utf8', platform: 'neutral', logLevel: 'error' },
    external: ['react'],
  })
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  const files = new Map(entries.map(([entry, source]) => [source, entry]))
  await Promise.all([
    copyFile(projectFile('LICENSE'), join(folder, 'LICENSE')),
    ...outputFiles.map(({ path, contents }) => writeFile(join(dist, basename(path)), contents)),
    ...entries.map(async ([entry, source]) => {
      const others = new Map([...files].filter(([other]) => other !== source))
      await writeFile(join(dist, `${entry}.d.ts`), await flatDeclarations(declarations, source, others))
    }),
  ])
  const code = outputFiles.filter(({ path }) => path.endsWith('.js'))
  return { name, bytes: code.reduce((sum, { contents }) => sum + gzipSync(contents).byteLength, 0) }
}
