// Every code block of the documentation is run or checked.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { webhooks } from '../../src/platform/webhooks/events/webhooks.ts'
import { projectFile, workerNames } from '../../tools/project.ts'
import { blocksOf, kindOf, pages, placeOf, readPage } from '../support/docs/blocks.ts'
import { anchorsOf, linksOf } from '../support/docs/links.ts'
import { everyRoute, nameOf } from '../support/routes.ts'

/** Pages whose blocks are all covered by another test. */
const elsewhere: Record<string, string> = {
  'docs/webhooks.md': 'test/integration/webhooks/receiver.test.ts',
}

const blocks = pages.filter(page => !(page in elsewhere)).flatMap(blocksOf)
const ofKind = (wanted: string) => blocks.filter(block => kindOf(block) === wanted)

test.each(Object.entries(elsewhere))('%s: the blocks are covered by %s', (page, file) => {
  expect(readFileSync(projectFile(file), 'utf8')).toContain(page)
})

test('every block is run or checked, as its info string selects (test/support/docs/blocks.ts)', () => {
  expect(blocks.length).toBeGreaterThan(0)
  expect(blocks.filter(block => kindOf(block) === undefined).map(placeOf)).toEqual([])
})

test('an output block is compared with the output of an earlier block', () => {
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

test('a diagram is at most as wide as a screen', () => {
  const wide = ofKind('text').filter(({ text }) => text.split('\n').some(line => line.length > 110))
  expect(wide.map(placeOf)).toEqual([])
})

test.each(ofKind('json').map(block => [placeOf(block), block] as const))(
  '%s is valid JSON, and an event matches its schema',
  (_, { text }) => {
    const value: { type?: string; payload?: unknown } = JSON.parse(text)
    if (value.payload === undefined) return
    const { body } = webhooks.find(({ name }) => name === value.type) ?? {}
    expect(body?.parse(value)).toMatchObject({ type: value.type })
  },
)

const operations = new Set(everyRoute.map(route => nameOf(route)))

test('the operations that a page lists exist', () => {
  const listed = ofKind('http').flatMap(({ text }) => text.trim().split('\n'))
  const missing = listed.filter(line => !operations.has(line.split(/\s+/).slice(0, 2).join(' ')))
  expect(missing).toEqual([])
})

test('commands that only run elsewhere name existing scripts, Workers and files', () => {
  const commands = ofKind('remote').flatMap(block => block.text.split('\n').filter(isCommand))
  expect(commands.filter(command => !namesWhatIsThere(command))).toEqual([])
})

/** Programs that are installed where the command runs. */
const others = /^(?:df|git|npm --prefix|pg_dump|pg_restore|psql|sudo (?:-u postgres|install|systemctl)) /

const isCommand = (line: string) => line.trim() !== '' && !line.startsWith('#')
const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))

function namesWhatIsThere(command: string): boolean {
  if (others.test(command)) return true
  const [, script] = /\bnpm run (?:-s )?([\w:]+)/.exec(command) ?? []
  if (script) return script in scripts
  const [, bucket] = /^npx wrangler r2 bucket create (\S+)/.exec(command) ?? []
  if (bucket) return /^invigil(?:-staging)?-files$/.test(bucket)
  const [, worker] = /\bnpx wrangler .*(?:--env |--name invigil-)(\w+)/.exec(command) ?? []
  return workerNames.some(name => name === worker)
}

test('commands on a server use existing files, systemd units, services of compose.yaml and operations', () => {
  const commands = ofKind('server').flatMap(block => block.text.split('\n').filter(isCommand))
  expect(commands.length).toBeGreaterThan(10)
  for (const command of commands) {
    const files = [...command.matchAll(/\b(?:deploy|tools)\/[\w./-]+/g)].map(([file]) => file)
    for (const file of files) expect(existsSync(projectFile(file)), file).toBe(true)
    const [, service] = /^docker compose (?:exec|logs) (\w+)/.exec(command) ?? []
    if (service) expect(Object.keys(services)).toContain(service)
    const [, path] = /^curl .*https:\/\/[\w.]+(\/\S+)/.exec(command) ?? []
    if (path) expect(operations, command).toContain(`POST ${path}`)
    if (/\b(?:enable|--unit)\b.* invigil\b/.test(command))
      expect(existsSync(projectFile('deploy/systemd/invigil.service'))).toBe(true)
  }
})

const { services }: { services: object } = parse(readFileSync(projectFile('compose.yaml'), 'utf8'))

test.each(pages)('%s: each link within the project has a target', page => {
  const broken = linksOf(readPage(page)).filter(link => !leads(page, link))
  expect(broken).toEqual([])
})

function leads(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(projectFile(target))) return false
  return anchor === undefined || anchorsOf(readPage(target)).has(anchor)
}

test('the index lists every page, and the list of decisions every record', () => {
  const listed = ['docs/README.md', 'docs/decisions.md'].flatMap(index =>
    linksOf(readPage(index)).map(link => join('docs', link.replace(/#.*/, ''))),
  )
  expect(pages.filter(page => page !== 'docs/README.md' && !listed.includes(page))).toEqual([])
})

test('each page starts with its title and a sentence with its purpose', () => {
  const opening = /^# .+\n\n(?:<!--.+-->\n\n)?[A-Z`][^\n]{20,}/
  expect(pages.filter(page => !(page.startsWith('docs/adr/') || opening.test(readPage(page))))).toEqual([])
})

test('a page whose programs need more than the Node of the start page names it', () => {
  const needsMore = /from '(?:centrifuge|y-websocket)'|^node \S+\.ts$/m
  const silent = pages
    .filter(page => blocksOf(page).some(({ text }) => needsMore.test(text)))
    .filter(page => !/Node 22(?:\.\d+)? (?:or|and) newer/.test(readPage(page)))
  expect(silent).toEqual([])
})

test('git ignores the files that a reader of the guides makes in the clone', () => {
  const ignored = new Set(readFileSync(projectFile('.gitignore'), 'utf8').split('\n'))
  const named = blocks.map(({ purpose }) => purpose)
  const written = ofKind('run').flatMap(({ text }) => [
    ...text.matchAll(/(?:> |-o |writeFileSync\(')(\w[\w.-]*\.(?:csv|html|json|mjs|ts|txt|zip))\b/g),
  ])
  const made = [...named, ...written.map(([, file = '']) => file)].flatMap(file => {
    const [, folder, name = '', extension] = /^([\w-]+\/)?([\w.-]+\.(\w+))$/.exec(file) ?? []
    if (folder) return [[`/${folder}`]]
    return name === '' ? [] : [[`/${name}`, `/*.${extension}`]]
  })
  expect(made.length).toBeGreaterThan(10)
  expect(made.filter(patterns => !patterns.some(each => ignored.has(each))).flat()).toEqual([])
})
