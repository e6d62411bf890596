// The fenced blocks of the documentation, and what each kind of them is held to.

import { globSync, readFileSync } from 'node:fs'
import { projectFile } from '../../../tools/project.ts'

export type Block = {
  /** The page, from the project's root on. */
  page: string
  line: number
  /** The first word after the fence, as GitHub colours it. */
  language: string
  /** What follows it: what the block is for. */
  purpose: string
  text: string
}

/** The pages of the documentation, but for the README, which has a test of its own. */
export const pages = globSync('docs/**/*.md', { cwd: projectFile('') }).toSorted()

export const readPage = (page: string): string => readFileSync(projectFile(page), 'utf8')

const fence = /^(?<indent> *)```(?<info>[^\n]*)\n(?<text>.*?)^\k<indent>```$/gms

/** The blocks of a page, in its order. */
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

/** How a test tells which block it means. */
export const placeOf = ({ page, line, language, purpose }: Block): string =>
  `${page}:${line} (${`${language} ${purpose}`.trim() || 'no kind'})`

/** What becomes of a block. */
export type Kind = 'run' | 'serve' | 'remote' | 'output' | 'file' | 'sql' | 'text' | 'json' | 'http'

/**
 * The kind of a block, by its info string:
 * - `sh` runs in the page's terminal, and `output` after it is what it prints; `output 9000` is among what the server
 *   of that port prints;
 * - `sh serves 9000` runs in a terminal of its own, until the page is done;
 * - `sh remote` needs an account elsewhere, or too long for a test: the scripts, files and flags that it names exist;
 * - `js receiver.mjs`: a file that the reader saves; `sql` is run by a superuser of the page's Postgres;
 * - `text` is a picture, `json` an event unless it says otherwise, `http` a list of operations.
 */
export function kindOf({ language, purpose }: Block): Kind | undefined {
  if (language === 'sh') return shells.find(({ form }) => form.test(purpose))?.kind
  if (language === 'output' && /^(\d{4})?$/.test(purpose)) return 'output'
  if (['js', 'html', 'json', 'csv', 'toml'].includes(language) && /^[\w-]+\.\w+$/.test(purpose)) return 'file'
  return purpose === '' ? plain.find(kind => kind === language) : undefined
}

const plain = ['sql', 'text', 'json', 'http'] as const
const shells = [
  { form: /^$/, kind: 'run' },
  { form: /^serves \d{4}$/, kind: 'serve' },
  { form: /^remote$/, kind: 'remote' },
] as const

/** Whether the page is a guide: something of it runs. */
export const isGuide = (page: string): boolean =>
  blocksOf(page).some(block => ['run', 'serve', 'file'].includes(kindOf(block) ?? ''))
