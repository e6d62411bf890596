// The declarations of the packages: what the compiler emits for the entry points, as one file for each.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { projectFile } from '../project.ts'

const run = promisify(execFile)

/** Emits the declarations of all packages into a temporary folder, and removes it after the work. */
export async function withDeclarations<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'invigil-declarations-'))
  const compiler = projectFile('node_modules/typescript/bin/tsc')
  try {
    await run(process.execPath, [compiler, '-p', projectFile('packages'), '--outDir', folder])
    return await work(folder)
  } catch (error) {
    // The compiler prints its errors to the standard output.
    if (error instanceof Error && 'stdout' in error && error.stdout) throw new Error(String(error.stdout))
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the declarations of a source file and of all project files that it imports, without imports between them.
 * @param entries the sources of the other entry points of the package, by the names of their files: they are imported
 */
export async function flatDeclarations(
  folder: string,
  source: string,
  entries: ReadonlyMap<string, string>,
): Promise<string> {
  const files = new Map<string, Declarations>()
  const add = async (file: string): Promise<void> => {
    if (files.has(file)) return
    const declarations = parse(await readFile(join(folder, file.replace(/\.ts$/, '.d.ts')), 'utf8'))
    files.set(file, declarations)
    for (const { from } of declarations.imports) {
      const target = targetOf(file, from)
      if (target && !entries.has(target)) await add(target)
    }
  }
  await add(source)
  const own = files.get(source)
  if (!own) throw new Error(`${source} has no declarations.`)
  const imports = [...files].flatMap(([file, each]) =>
    each.imports.flatMap(({ names, from }) => {
      const target = targetOf(file, from)
      if (!target) return [`import type ${names} from '${from}'`]
      const entry = entries.get(target)
      return entry ? [`import type ${names} from './${entry}.js'`] : []
    }),
  )
  const bodies = [...files.values()].toReversed().map(({ body }) => body)
  checkUnique(source, bodies)
  return [...new Set(imports), ...bodies, `export { ${own.exports.join(', ')} }`, ''].join('\n')
}

type Declarations = { imports: { names: string; from: string }[]; exports: string[]; body: string }

/** Splits the declarations of a file into its imports, the names that it exports, and the rest, in which nothing is exported. */
function parse(text: string): Declarations {
  const imports = [...text.matchAll(/^import (?:type )?(\{[^}]*\}) from ['"]([^'"]+)['"];$/gm)].map(
    ([, names = '', from = '']) => ({
      names: names.replaceAll(/\btype /g, '').replaceAll(/\s+/g, ' '),
      from,
    }),
  )
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\};$/gm)].flatMap(([, names = '']) =>
    names.split(',').map(name => name.trim()),
  )
  const declared = [...text.matchAll(/^export (?:declare )?(?:type|const|class|function) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  const body = text
    .replaceAll(/^import .*;$/gm, '')
    .replaceAll(/^export (?:type )?\{[^}]*\};$/gm, '')
    .replaceAll(/^export (?=declare |type )/gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
  return { imports, exports: [...declared, ...lists.filter(Boolean)], body }
}

/** The project file that an import means, or undefined for a package. */
const targetOf = (file: string, from: string): string | undefined =>
  from.startsWith('.')
    ? relative(projectFile(''), join(projectFile(dirname(file)), from)).replaceAll('\\', '/')
    : undefined

function checkUnique(source: string, bodies: readonly string[]): void {
  const names = bodies.flatMap(body =>
    [...body.matchAll(/^(?:declare )?(?:type|const|class|function) (\w+)/gm)].map(([, name]) => name),
  )
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  if (twice.length > 0) throw new Error(`${source}: ${twice.join(', ')} is declared in two files.`)
}
