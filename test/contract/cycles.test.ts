import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'

type Graph = Map<string, Set<string>>

const root = projectFile('')
const files = ['functions', 'src', 'db', 'tools', 'test'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name))),
)

/** The project's own files that a file imports, types included. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+\.ts)'/g)].map(
    ([, path = '']) => join(dirname(file), path),
  )

/** `index.ts` and `env.ts` of an area import from all its folders, so each is a separate node. */
const folderOf = (file: string): string => (/^src\/[^/]+\/[^/]+\.ts$/.test(file) ? file : dirname(file))

/** The first folder below an area. A file beside these folders, such as `env.ts`, is a node of its own. */
const topFolderOf = (file: string): string =>
  /^src\/[^/]+\/[^/]+/.exec(file)?.[0] ?? /^[^/]+/.exec(file)?.[0] ?? file

const isProduct = (file: string) => /^(?:functions|src|db)\//.test(file)

function graphOf(nodeOf: (file: string) => string, among: string[]): Graph {
  const graph: Graph = new Map()
  for (const file of among)
    for (const target of importsOf(file)) {
      const [from, to] = [nodeOf(file), nodeOf(target)]
      if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  return graph
}

/** Returns the first cycle that a depth-first search finds, as a path. */
function cycleIn(graph: Graph): string[] {
  const done = new Set<string>()
  const visit = (node: string, path: string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return []
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node])
      if (cycle.length > 0) return cycle
    }
    done.add(node)
    return []
  }
  for (const node of graph.keys()) {
    const cycle = visit(node, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

test('a cycle is found, and a graph without one has none', () => {
  const chain: Graph = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set(['c'])],
  ])
  expect(cycleIn(chain)).toEqual([])
  expect(cycleIn(new Map([...chain, ['c', new Set(['b'])]]))).toEqual(['b', 'c', 'b'])
})

test('files do not import each other in a cycle', () => {
  expect(files.length).toBeGreaterThan(800)
  expect(cycleIn(graphOf(file => file, files))).toEqual([])
})

test('folders of the product do not import each other in a cycle', () => {
  expect(cycleIn(graphOf(folderOf, files.filter(isProduct)))).toEqual([])
})

test('no import points up: the folders and root files of each area have an order', () => {
  expect(topFolderOf('src/platform/webhooks/delivery/env.ts')).toBe('src/platform/webhooks')
  expect(topFolderOf('src/platform/env.ts')).toBe('src/platform/env.ts')
  expect(cycleIn(graphOf(topFolderOf, files.filter(isProduct)))).toEqual([])
})
