// Nothing in the documentation stands there untried.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { webhooks } from '../../src/platform/webhooks/events/webhooks.ts'
import { projectFile, workerNames } from '../../tools/project.ts'
import { blocksOf, kindOf, pages, placeOf, readPage } from '../support/docs/blocks.ts'
import { anchorsOf, linksOf } from '../support/docs/links.ts'
import { everyRoute, nameOf } from '../support/routes.ts'

/** Pages whose blocks another test tries, all of them. */
const elsewhere: Record<string, string> = {
  'docs/webhooks.md': 'test/integration/webhooks/receiver.test.ts',
  'docs/client.md': 'test/docs/client.test.ts',
}

const blocks = pages.filter(page => !(page in elsewhere)).flatMap(blocksOf)
const ofKind = (wanted: string) => blocks.filter(block => kindOf(block) === wanted)

test.each(Object.entries(elsewhere))('the blocks of %s are tried by %s', (page, file) => {
  expect(readFileSync(projectFile(file), 'utf8')).toContain(page)
})

test('every block is run or checked: its info string says how (test/support/docs/blocks.ts)', () => {
  expect(blocks.length).toBeGreaterThan(0)
  expect(blocks.filter(block => kindOf(block) === undefined).map(placeOf)).toEqual([])
})

test('output is compared with what a block before it prints', () => {
  const lonely = pages
    .map(page => blocksOf(page).map(block => ({ block, kind: kindOf(block) })))
    .flatMap(each =>
      each.filter(({ block, kind }, at) => {
        if (kind !== 'output') return false
        if (block.purpose === '') return each[at - 1]?.kind !== 'run'
        return !each.slice(0, at).some(before => before.block.purpose === `serves ${block.purpose}`)
      }),
    )
  expect(lonely.map(({ block }) => placeOf(block))).toEqual([])
})

test('a picture fits a screen', () => {
  const wide = ofKind('text').filter(({ text }) => text.split('\n').some(line => line.length > 110))
  expect(wide.map(placeOf)).toEqual([])
})

test.each(ofKind('json').map(block => [placeOf(block), block] as const))(
  '%s is JSON, and what looks like an event is one',
  (_, { text }) => {
    const value: { type?: string; payload?: unknown } = JSON.parse(text)
    if (value.payload === undefined) return
    const { body } = webhooks.find(({ name }) => name === value.type) ?? {}
    expect(body?.parse(value)).toMatchObject({ type: value.type })
  },
)

test('the operations that a page lists are there', () => {
  const known = new Set(everyRoute.map(route => nameOf(route)))
  const listed = ofKind('http').flatMap(({ text }) => text.trim().split('\n'))
  const missing = listed.filter(line => !known.has(line.split(/\s+/).slice(0, 2).join(' ')))
  expect(missing).toEqual([])
})

test('commands that only run elsewhere name scripts, Workers and files that are there', () => {
  const commands = ofKind('remote').flatMap(block => block.text.split('\n').filter(isCommand))
  expect(commands.filter(command => !namesWhatIsThere(command))).toEqual([])
})

const isCommand = (line: string) => line.trim() !== '' && !line.startsWith('#')
const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))

function namesWhatIsThere(command: string): boolean {
  const [, script] = /\bnpm run (?:-s )?([\w:]+)/.exec(command) ?? []
  if (script) return script in scripts
  const [, worker] = /\bnpx wrangler .*--env (\w+)/.exec(command) ?? []
  return workerNames.some(name => name === worker)
}

test.each(pages)('%s: each link within the project leads somewhere', page => {
  const broken = linksOf(readPage(page)).filter(link => !leads(page, link))
  expect(broken).toEqual([])
})

function leads(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(projectFile(target))) return false
  return anchor === undefined || anchorsOf(readPage(target)).has(anchor)
}

test('the index lists every page, and the decisions list every record', () => {
  const listed = ['docs/README.md', 'docs/decisions.md'].flatMap(index =>
    linksOf(readPage(index)).map(link => join('docs', link.replace(/#.*/, ''))),
  )
  expect(pages.filter(page => page !== 'docs/README.md' && !listed.includes(page))).toEqual([])
})

test('each page starts with its title and a sentence that says what it is for', () => {
  const opening = /^# .+\n\n(?:<!--.+-->\n\n)?[A-Z`][^\n]{20,}/
  expect(pages.filter(page => !(page.startsWith('docs/adr/') || opening.test(readPage(page))))).toEqual([])
})
