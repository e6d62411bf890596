import { existsSync, globSync, readFileSync } from 'node:fs'
import { projectFile } from '../project.ts'
import { retiredWords } from './retired-words.ts'

/** The retired words that are still in the project: their number in each file. It only shrinks. */
export const baselineFile = 'test/contract/retired-words.json'

export type Counts = Record<string, number>

/** Not searched: the list and its test, and the licence texts of packages. */
const excluded = new Set([
  'tools/language/retired-words.ts',
  'test/contract/language.test.ts',
  'docs/licences.md',
])

const searchedFiles = (): string[] =>
  globSync(
    ['{src,functions,db,tools,test,bench,docs,tour,examples}/**/*.{ts,js,sql,md,html,css,sh}', 'README.md'],
    {
      cwd: projectFile(''),
      exclude: path => path.includes('db/migrations'),
    },
  )
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !excluded.has(path))
    .toSorted()

/** Each use of a retired word, as `<word> (use: <replacement>)`. */
export const retiredIn = (text: string): string[] =>
  retiredWords.flatMap(({ pattern, use }) =>
    [...text.matchAll(pattern)].map(([word]) => `${word} (use: ${use})`),
  )

/** The retired words of each file, in its name or its text. Files without any are left out. */
export const retiredByFile = (): Record<string, string[]> =>
  Object.fromEntries(
    searchedFiles()
      .map(path => [path, retiredIn(`${path}\n${readFileSync(projectFile(path), 'utf8')}`)] as const)
      .filter(([, words]) => words.length > 0),
  )

export const countsOf = (byFile: Record<string, readonly string[]>): Counts =>
  Object.fromEntries(Object.entries(byFile).map(([path, words]) => [path, words.length]))

/** The recorded counts; none when the baseline has been deleted. */
export const readBaseline = (): Counts =>
  existsSync(projectFile(baselineFile)) ? JSON.parse(readFileSync(projectFile(baselineFile), 'utf8')) : {}

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
