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
    [
      '{src,functions,db,tools,test,bench,docs,tour,examples,deploy}/**/*.{ts,js,sql,md,html,css,sh,yaml,yml,conf,service}',
      '.ci/*',
      '.github/**/*.{md,yaml,yml}',
      '*.{md,yaml,yml}',
    ],
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

/** The glossary lists the retired words in a table. */
const withoutTables = (text: string): string => text.replaceAll(/^\|.*$/gm, '')

/** The files with retired words in their name or text, as `<path>: <words>`. */
export const filesWithRetiredWords = (): string[] =>
  searchedFiles().flatMap(path => {
    const text = readFileSync(projectFile(path), 'utf8')
    const words = retiredIn(`${path}\n${path === 'CONTRIBUTING.md' ? withoutTables(text) : text}`)
    return words.length === 0 ? [] : [`${path}: ${words.join(', ')}`]
  })
