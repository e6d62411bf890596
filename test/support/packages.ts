// The packages for integrators as they get them: packed, and installed from the file into an empty project.

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type PackageName, packageNames } from '../../tools/build/packages.ts'
import { projectFile } from '../../tools/project.ts'
import { temporaryDirectory } from './directory.ts'
import { onceInRun } from './once.ts'
import { copyProject } from './project-copy.ts'

const run = promisify(execFile)

const packed = () =>
  onceInRun('packages', async folder => {
    const project = temporaryDirectory()
    await copyProject(project)
    mkdirSync(folder, { recursive: true })
    const folders = packageNames.map(name => `./packages/${name}`)
    await run('npm', ['pack', ...folders, '--pack-destination', folder], { cwd: project })
  })

/** The file of a package, packed by `npm pack` once in a run. */
export async function tarballOf(name: PackageName): Promise<string> {
  const folder = await packed()
  const file = readdirSync(folder).find(each => each.startsWith(`invigil-${name}-`) && each.endsWith('.tgz'))
  if (!file) throw new Error(`npm pack has not packed ${name}.`)
  return join(folder, file)
}

/** A project with this package, and nothing else, installed without a network once in a run. */
const installed = (name: PackageName) =>
  onceInRun(`installed-${name}`, async folder => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await run('npm', ['install', '--offline', await tarballOf(name)], { cwd: folder })
  })

/** A new project with this package, and nothing else. */
export async function projectWith(name: PackageName): Promise<string> {
  const folder = temporaryDirectory()
  cpSync(await installed(name), folder, { recursive: true })
  return folder
}

/** Links packages of this project into another one, which they are peers of. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(projectFile(`node_modules/${name}`), link)
  }
}

const strictest = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noPropertyAccessFromIndexSignature: true, noImplicitOverride: true },
  ...{ verbatimModuleSyntax: true, isolatedModules: true, skipLibCheck: false, types: [] },
  ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
}

/** Compiles files in the project in the strictest mode, to JavaScript beside them. Returns the errors. */
export async function compile(
  folder: string,
  files: Record<string, string>,
  options: object = {},
): Promise<string> {
  const names = Object.keys(files)
  const compilerOptions = { ...strictest, ...options }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }))
  const compiler = projectFile('node_modules/typescript/bin/tsc')
  try {
    return (await run(process.execPath, [compiler, '-p', folder], { cwd: folder })).stdout
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

/** Runs a compiled file of the project. Returns what it printed. */
export async function runIn(folder: string, file: string, env: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, [join(folder, file)], { env: { ...process.env, ...env } })
  return stdout
}
