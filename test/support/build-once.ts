// The Workers and the browser files are built once per run, not once per stack.

import { type Build, readBuild, useBuild, writeBuild } from '../../tools/build/kept.ts'
import { buildLocal, type LocalBuild } from '../../tools/build/local.ts'
import { onceInRun } from './once.ts'

const built = () => onceInRun('build', folder => writeBuild(folder, buildLocal))

/** The build of a stack: the same as without this module, from the build of the run. */
export const buildOnce: Build = async (outDir, baseUrl) => useBuild(await built(), outDir, baseUrl)

/** The bundles of the Workers. */
export const builtOnce = async (): Promise<LocalBuild> => readBuild(await built())
