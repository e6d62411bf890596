// The fenced blocks of the documentation, and the test of each kind.

import { globSync, readFileSync } from 'node:fs'
import { projectFile } from '../../../tools/project.ts'

export type Block = {
  /** The page, as a path from the project's root. */
  page: string
  line: number
  /** The language: the first word after the fence, as on GitHub. */
  language: string
  /** The rest of the info string: the purpose of the block. */
  purpose: string
  text: string
}

/** The pages of the documentation, except the README, which has its own test. */
export const pages = globSync('docs/**/*.md', { cwd: projectFile('') }).toSorted()

export const readPage = (page: string): string => readFileSync(projectFile(page), 'utf8')

const fence = /^(?<indent> *)```(?<info>[^\n]*)\n(?<text>.*?)^\k<indent>```$/gms

/** The blocks of a page, in order. */
export const blocksOf = (page: string): Block[] => {
  const content = readPage(page)
  return [...content.matchAll(fence)].map(({ groups = {}, index }) => {
    const { info = '', text = '', indent = '' } = groups
    const [language = '', ...purpose] = info.trim().split(' ')
    return {
      ...{ page, language, purpose: purpose.join(' ') },
      line: content.slice(0, index).split('\n').length,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }
  })
}

/** The name of a block in tests. */
export const placeOf = ({ page, line, language, purpose }: Block): string =>
  `${page}:${line} (${`${language} ${purpose}`.trim() || 'no kind'})`

/** How a block is tested. */
export type Kind =
  | 'run'
  | 'serve'
  | 'stop'
  | 'remote'
  | 'server'
  | 'output'
  | 'file'
  | 'sql'
  | 'text'
  | 'json'
  | 'http'

/**
 * The kind of a block, by its info string:
 * - `sh` runs in the page's terminal, and `output` after it is what it prints; `output 9000` is among what the server
 *   of that port prints;
 * - `sh serves 9000` runs in its own terminal, until the end of the page or a block `sh stops 9000`;
 * - `sh remote` needs an account elsewhere, or too much time: the scripts, files and flags that it names exist;
 * - `sh server` installs on a server: the files, units and services of the project that it names exist;
 * - `js receiver.mjs`: a file that the reader saves; `sql` is run by a superuser of the page's Postgres;
 * - `text` is a diagram, `json` an event by default, `http` a list of operations.
 */
export function kindOf({ language, purpose }: Block): Kind | undefined {
  if (language === 'sh') return shells.find(({ form }) => form.test(purpose))?.kind
  if (language === 'output' && /^(\d{4})?$/.test(purpose)) return 'output'
  if (
    ['js', 'ts', 'html', 'json', 'csv', 'toml', 'yaml', 'tsx'].includes(language) &&
    /^(?:[\w-]+\/)?[\w-]+\.\w+$/.test(purpose)
  )
    return 'file'
  return purpose === '' ? plain.find(kind => kind === language) : undefined
}

const plain = ['sql', 'text', 'json', 'http'] as const
const shells = [
  { form: /^$/, kind: 'run' },
  { form: /^serves \d{4}$/, kind: 'serve' },
  { form: /^stops \d{4}$/, kind: 'stop' },
  { form: /^remote$/, kind: 'remote' },
  { form: /^server$/, kind: 'server' },
] as const

/** Whether the page is a guide: some of its blocks run. */
export const isGuide = (page: string): boolean =>
  blocksOf(page).some(block => ['run', 'serve', 'file'].includes(kindOf(block) ?? ''))
