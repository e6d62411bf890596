import { globSync, readFileSync } from 'node:fs'
import { projectFile } from '../project.ts'
import { retiredWords } from './retired-words.ts'

/** Not searched: the list and its test, the licence texts of packages, and files with names of earlier databases. */
const excluded = new Set([
  'tools/language/retired-words.ts',
  'test/contract/language.test.ts',
  'docs/licences.md',
  'tools/migrator/adopt.ts',
  'test/tools/earlier-state.test.ts',
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

/** The files with retired words in their name or text, as `<path>: <words>`. */
export const filesWithRetiredWords = (): string[] =>
  searchedFiles().flatMap(path => {
    const words = retiredIn(`${path}\n${readFileSync(projectFile(path), 'utf8')}`)
    return words.length === 0 ? [] : [`${path}: ${words.join(', ')}`]
  })
