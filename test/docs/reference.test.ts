import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/shared/auth/policy/actions.ts'
import { operationIdOf } from '../../src/shared/http/route.ts'
import { problems } from '../../src/shared/problems/problem.ts'
import type { Variable } from '../../tools/check-variables.ts'
import { commandRows, workerRows } from '../../tools/docs/reference/environment.ts'
import { descriptions } from '../../tools/docs/reference/error-descriptions.ts'
import { captured } from '../../tools/docs/reference/events.ts'
import { operationCodes } from '../../tools/docs/reference/operation-codes.ts'
import { everyRoute, nameOf } from '../../tools/docs/reference/operations.ts'
import { referencePages } from '../../tools/docs/reference/pages.ts'
import { commands } from '../../tools/environment.ts'
import { projectFile } from '../../tools/project.ts'
import { anchorsOf } from '../support/docs/links.ts'

const made = referencePages()
const page = (name: string) => made[`docs/reference/${name}.md`] ?? ''

test.each(Object.entries(made))('%s is up to date with the code: npm run docs', (path, text) => {
  expect(readFileSync(projectFile(path), 'utf8')).toBe(text)
})

test('every problem has its own anchor, which its type links to, and a description', () => {
  expect([...anchorsOf(page('errors'))]).toEqual(expect.arrayContaining(Object.keys(problems)))
  expect(Object.keys(descriptions).toSorted()).toEqual(Object.keys(problems).toSorted())
  for (const text of Object.values(descriptions)) expect(text).toMatch(/\.$/)
})

test('every action has a row', () => {
  for (const action of catalogue) expect(page('actions')).toContain(`| \`${action}\` |`)
})

test('the codes are A1 to A15, B1, B2 and C1 to C17, one per operation', () => {
  const numbered = (area: string, last: number) => Array.from({ length: last }, (_, at) => `${area}${at + 1}`)
  expect(Object.keys(operationCodes)).toEqual([
    ...numbered('A', 15),
    ...numbered('B', 2),
    ...numbered('C', 17),
  ])
  const ids = Object.values(operationCodes)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the page of operations lists every operation once, with the file that declares it', () => {
  for (const route of everyRoute) {
    const row = `| \`${operationIdOf(route)}\` | \`${nameOf(route)}\` | [src/`
    expect(page('operations').split(row).length - 1, row).toBe(1)
  }
})

test('every captured table has its payload members, without secrets', () => {
  for (const { topic, members } of captured()) {
    expect(members, topic).toEqual(expect.arrayContaining(['sid', 'installSid']))
    expect(members.join()).not.toMatch(/password|secret|accessKey/i)
  }
})

test('every command has a row for each of its variables', () => {
  for (const [command, variables] of Object.entries(commands)) {
    const rows = commandRows().filter(row => row.commands.includes(command))
    expect(rows.map(({ name }) => name).toSorted(), command).toEqual(Object.keys(variables).toSorted())
  }
})

test('only the table of variables reads the environment of the commands', () => {
  const readers = globSync(['tools/**/*.ts', 'tour/**/*.ts'], { cwd: projectFile('') })
    .filter(file => readFileSync(projectFile(file), 'utf8').includes('process.env'))
    .toSorted()
  expect(readers).toEqual([...others, 'tools/environment.ts'].toSorted())
})

/** Files that pass the environment to another process, set a variable of it, or search the PATH. */
const others = [
  'tools/build/build.ts',
  'tools/build/console.ts',
  'tools/build/local.ts',
  'tools/build/worker-size.ts',
  'tools/neon/embedded.ts',
  'tools/ops/deploy.ts',
  'tools/screenshots/browser.ts',
  'tools/stack/runtime.ts',
]

// The example can be copied, so it reads its variables itself.
test('npm run example has the variables and defaults that its file reads', () => {
  const lines = readFileSync(projectFile('examples/host-backend/server.ts'), 'utf8').split('\n')
  const read = lines.filter(line => line.endsWith('process.env')).join()
  const variables: [string, Variable][] = Object.entries(commands['npm run example'])
  expect([...read.matchAll(/[A-Z]+_?[A-Z]+/g)].map(([name]) => name)).toEqual(variables.map(([name]) => name))
  for (const [name, variable] of variables)
    if (variable.default) expect(read).toContain(`${name} = '${variable.default}'`)
})

test('the deployment guide sets exactly the secrets of the code, for the same Workers', () => {
  const secrets = workerRows().filter(({ description }) => description.kind === 'secret')
  const guide = readFileSync(projectFile('docs/guides/deploy.md'), 'utf8')
  const section = guide.split(/^## /m).find(each => /^\d. Secrets/.test(each)) ?? ''
  const rows = [...section.matchAll(/^\| (`[A-Z_`, ]+`) \| ([\w, ]+) \| .* \|$/gm)]
  const listed = rows.flatMap(([, names = '', workers = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, workers]),
  )
  expect(listed.toSorted()).toEqual(secrets.map(({ name, workers }) => [name, workers.join(', ')]).toSorted())
})
