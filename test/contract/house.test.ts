import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'

const root = projectFile('')
const sources = ['functions', 'src', 'db', 'test', 'tools', 'bench', 'tour'].flatMap(folder =>
  filesBelow(folder),
)

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The project's own files that a file imports. */
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))

/** The layers. A layer may import itself and those after it. */
const layers = ['functions', 'src/<area>', 'src/shared', 'db', 'src/verify'] as const

function layerOf(file: string): (typeof layers)[number] | undefined {
  if (file.startsWith('functions/')) return 'functions'
  if (file.startsWith('db/')) return 'db'
  if (file.startsWith('src/shared/')) return 'src/shared'
  if (file.startsWith('src/verify/')) return 'src/verify'
  return /^src\/(edge|realtime|proctoring|sts|platform)\//.test(file) ? 'src/<area>' : undefined
}

/** Imports that run when the file is loaded: type imports do not. */
const runsOf = (file: string): string[] =>
  [...read(file).matchAll(/^(?:import|export) (?!type )(?:[^']|\n)*?from '([^']+)'/gm)].map(
    ([, path = '']) => path,
  )

const areaOf = (file: string) => /^src\/(edge|realtime|proctoring|sts|platform)\//.exec(file)?.[1]

test('no source file is longer than 250 lines', () => {
  expect(sources.filter(file => read(file).trimEnd().split('\n').length > 250)).toEqual([])
})

test('imports point one way: functions -> src/<area> -> src/shared -> db -> src/verify', () => {
  const upward = sources.flatMap(file => {
    const from = layerOf(file)
    if (!from) return []
    return importsOf(file)
      .filter(target => {
        const to = layerOf(target)
        return to === undefined || layers.indexOf(to) < layers.indexOf(from)
      })
      .map(target => `${file} -> ${target}`)
  })
  expect(upward).toEqual([])
})

test('areas do not import each other', () => {
  const across = sources.flatMap(file => {
    const area = areaOf(file)
    if (!area) return []
    return importsOf(file)
      .filter(target => areaOf(target) !== undefined && areaOf(target) !== area)
      .map(target => `${file} -> ${target}`)
  })
  expect(across).toEqual([])
})

test('in the areas, only the entry of a request uses the web framework', () => {
  const meeting = sources.filter(
    file => (layerOf(file) === 'src/shared' || areaOf(file)) && /from 'hono/.test(read(file)),
  )
  expect(meeting.toSorted()).toEqual([
    'src/edge/index.ts',
    'src/shared/http/parameters.ts',
    'src/shared/http/serve.ts',
  ])
})

test('the client imports types of the areas, and runs only its own code', () => {
  const client = sources.filter(file => file.startsWith('src/client/'))
  expect(client.length).toBeGreaterThan(0)
  expect(client.flatMap(runsOf).filter(path => !path.startsWith('./'))).toEqual([])
})

/** The trimmed lines of a file that are not blank, with their numbers. */
const linesOf = (file: string): { text: string; line: number }[] =>
  read(file)
    .split('\n')
    .map((text, at) => ({ text: text.trim(), line: at + 1 }))
    .filter(({ text }) => text !== '')

/** The places at which 12 lines are equal to 12 others, as `<file>:<line> = <file>:<line>`. */
function duplicatesIn(files: { file: string; lines: { text: string; line: number }[] }[]): string[] {
  const seen = new Map<string, string>()
  return files.flatMap(({ file, lines }) =>
    lines.slice(11).flatMap((_, at) => {
      const key = lines
        .slice(at, at + 12)
        .map(({ text }) => text)
        .join('\n')
      const [place, first] = [`${file}:${lines[at]?.line}`, seen.get(key)]
      if (first) return [`${place} = ${first}`]
      seen.set(key, place)
      return []
    }),
  )
}

test('no 12 lines outside of tests are duplicated', () => {
  const lines = Array.from({ length: 13 }, (_, at) => ({ text: `line ${at}`, line: at + 1 }))
  expect(duplicatesIn([{ file: 'a', lines }])).toEqual([])
  expect(
    duplicatesIn([
      { file: 'a', lines },
      { file: 'b', lines: lines.slice(1) },
    ]),
  ).toEqual(['b:2 = a:2'])
  const product = sources.filter(file => !/^test\/|test\.ts$/.test(file))
  expect(duplicatesIn(product.map(file => ({ file, lines: linesOf(file) })))).toEqual([])
})
