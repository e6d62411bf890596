// The Workers and the browser files are built once per run, not once per stack, and like those of `npm start` kept for the next.

import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Build, keptBuild, readBuild, writeBuild, writeDocuments } from '../../tools/build/kept.ts'
import type { LocalBuild } from '../../tools/build/local.ts'
import { cacheFolder, projectFile } from '../../tools/project.ts'
import { buildInProcess } from '../../tools/stack/build-in-process.ts'
import { onceInRun } from './once.ts'

const kept = keptBuild({ project: projectFile(''), cacheFolder, build: buildInProcess })

/** The folder of the build of the run. A system that a test starts afterwards finds its kept build. */
export const built = (): Promise<string> => onceInRun('build', folder => writeBuild(folder, kept))

/** The build of a stack: the same as without this module, from the build of the run. */
export const buildOnce: Build = async (outDir, baseUrl) => {
  const folder = await built()
  rmSync(outDir, { recursive: true, force: true }) // that of an earlier start
  link(join(folder, 'assets'), outDir)
  writeDocuments(folder, outDir, baseUrl)
  return readBuild(folder)
}

/** Links the files of a folder into another one: copies take a tenth of the start of a stack. */
function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) link(source, target)
    else linkSync(source, target)
  }
}

/** The bundles of the Workers. */
export const builtOnce = async (): Promise<LocalBuild> => readBuild(await built())
