import { globSync, readFileSync } from 'node:fs'
import { operationIdOf, type Route } from '../../../src/shared/http/route.ts'
import { projectFile } from '../../project.ts'
import { operationCodes } from './operation-codes.ts'
import { everyRoute, nameOf } from './operations.ts'
import { code, heading, table } from './table.ts'

const intro = `
This page lists every operation with the source file that declares it. Comments and tests refer to the operations of the interface by the codes A1 to C17. The other
operations have no code. [Actions](actions.md) lists the requirements of each operation.
`

const columns = ['operationId', 'operation', 'file'] as const

/** The page of all operations with their codes and the files that declare them. */
export function operationsPage(): string {
  const sources = readSources()
  const byId = new Map(everyRoute.map(route => [operationIdOf(route), route]))
  const row = (route: Route<never>) => [
    code(operationIdOf(route)),
    code(nameOf(route)),
    linkTo(fileOf(route, sources)),
  ]
  const coded = Object.entries(operationCodes).map(([each, id]) => {
    const route = byId.get(id)
    if (!route) throw new Error(`The code ${each} has no operation: ${id}.`)
    return [each, ...row(route)]
  })
  const ids = new Set<string>(Object.values(operationCodes))
  const others = everyRoute.filter(route => !ids.has(operationIdOf(route)))
  return [
    heading('Operations', 'the route tables and tools/docs/reference/operation-codes.ts'),
    intro,
    `\n## By code\n\n${table(['code', ...columns], coded)}`,
    `\n## Without a code\n\n${table(columns, others.map(row))}`,
  ].join('')
}

type Source = { path: string; text: string }

const readSources = (): Source[] =>
  globSync('src/{proctoring,sts,platform}/**/*.ts', { cwd: projectFile('') })
    .map(path => path.replaceAll('\\', '/'))
    .toSorted()
    .map(path => ({ path, text: readFileSync(projectFile(path), 'utf8') }))

/** @throws Error unless exactly one file declares the operation */
function fileOf(route: Route<never>, sources: readonly Source[]): string {
  const declaration = route.action ? `action: '${route.action}'` : `operationId: '${route.operationId}'`
  const [file, ...more] = sources.filter(({ text }) => text.includes(declaration))
  if (!file || more.length > 0) throw new Error(`Not exactly one file contains ${declaration}.`)
  return file.path
}

const linkTo = (path: string): string => `[${path}](../../${path})`
