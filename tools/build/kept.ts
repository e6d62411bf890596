// The build of `npm start`, which is kept for the next start with the same sources: a build takes most of the time of a start.

import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { access, constants, mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { completeOrAbsent, removeUnused } from '../neon/snapshot.ts'
import type { LocalBuild } from './local.ts'

/** Builds the Workers, and writes the files for browsers to the directory `assets`. */
export type Build = (assets: string, baseUrl: string) => Promise<LocalBuild>

/** Placeholder for the origin in a kept build. */
const placeholder = 'http://origin.invalid'

/** The documents that contain the origin. */
const documents = ['openapi.json', 'home.json']

/** Writes the build of any origin to a folder. */
export async function writeBuild(folder: string, build: Build): Promise<void> {
  await mkdir(folder, { recursive: true })
  writeFileSync(join(folder, 'build.json'), JSON.stringify(await build(join(folder, 'assets'), placeholder)))
}

/** Copies the files for browsers of a written build, with the origin, to a directory. Returns the rest of the build. */
export async function useBuild(folder: string, outDir: string, baseUrl: string): Promise<LocalBuild> {
  await mkdir(outDir, { recursive: true })
  cpSync(join(folder, 'assets'), outDir, { recursive: true })
  writeDocuments(folder, outDir, baseUrl)
  return readBuild(folder)
}

/** Writes the documents of a written build with the origin to a directory. */
export function writeDocuments(folder: string, outDir: string, baseUrl: string): void {
  for (const name of documents) {
    const document = readFileSync(join(folder, 'assets', name), 'utf8')
    rmSync(join(outDir, name), { force: true }) // it may be a link
    writeFileSync(join(outDir, name), document.replaceAll(placeholder, baseUrl))
  }
}

/** The bundles and the configuration of a written build. */
export const readBuild = (folder: string): LocalBuild =>
  JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))

type Kept = {
  /** The folder of the project. */
  project: string
  /** The folder of the builds, of 20 MB each. A new build replaces those that were not used for an hour. */
  cacheFolder: string
  build: Build
}

/** Builds like `build`, or uses the build of an earlier call with the same sources. Keeps nothing in a folder that cannot be written. */
export function keptBuild({ project, cacheFolder, build }: Kept): Build {
  return async (outDir, baseUrl) => {
    if (!(await canWrite(cacheFolder))) return await build(outDir, baseUrl)
    const folder = join(cacheFolder, `build-${hashOfSources(project)}`)
    if (!existsSync(folder)) {
      await removeUnused(cacheFolder, 'build-')
      try {
        await completeOrAbsent(folder, temporary => writeBuild(temporary, build))
      } catch (error) {
        if (!existsSync(folder)) throw error // otherwise another process has kept the same build
      }
    }
    await utimes(folder, new Date(), new Date())
    return await useBuild(folder, outDir, baseUrl)
  }
}

async function canWrite(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The folders and the kinds of files in the root that determine a build. */
const folders = ['db', 'docs', 'examples', 'functions', 'packages', 'src', 'tools']
const isSource = (name: string) => /^[^.].*\.(json|md|toml)$/.test(name)

/** A hash of the sources, of the versions of the installed packages, and of the version of Node. */
function hashOfSources(project: string): string {
  const hash = createHash('sha256').update(process.version)
  const files = [
    ...readdirSync(project).filter(isSource),
    ...folders.flatMap(folder => filesIn(project, folder)),
    'node_modules/.package-lock.json',
  ]
  for (const file of files.toSorted()) {
    const path = join(project, file)
    if (existsSync(path)) hash.update(`\0${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

/** The files of a folder of the project, without those that `npm run build` writes. */
function filesIn(project: string, folder: string): string[] {
  const path = join(project, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true }).flatMap(entry => {
    const name = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return ['dist', 'node_modules'].includes(entry.name) ? [] : filesIn(project, name)
    return entry.isFile() ? [name] : []
  })
}
