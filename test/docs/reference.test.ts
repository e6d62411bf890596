import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/shared/auth/policy/actions.ts'
import { operationIdOf } from '../../src/shared/http/route.ts'
import { problems } from '../../src/shared/problems/problem.ts'
import { advice } from '../../tools/docs/reference/descriptions-of-errors.ts'
import { machineRows, workerRows } from '../../tools/docs/reference/environment.ts'
import { machine } from '../../tools/docs/reference/event-descriptions.ts'
import { captured } from '../../tools/docs/reference/events.ts'
import { operationCodes } from '../../tools/docs/reference/operation-codes.ts'
import { everyRoute, nameOf } from '../../tools/docs/reference/operations.ts'
import { referencePages } from '../../tools/docs/reference/pages.ts'
import { projectFile } from '../../tools/project.ts'
import { anchorsOf } from '../support/docs/links.ts'

const made = referencePages()
const page = (name: string) => made[`docs/reference/${name}.md`] ?? ''

test.each(Object.entries(made))('%s is what the code of now makes of it: npm run docs', (path, text) => {
  expect(readFileSync(projectFile(path), 'utf8')).toBe(text)
})

test('every problem has an anchor of its own, which its type leads to, and advice', () => {
  expect([...anchorsOf(page('errors'))]).toEqual(expect.arrayContaining(Object.keys(problems)))
  expect(Object.keys(advice).toSorted()).toEqual(Object.keys(problems).toSorted())
  for (const text of Object.values(advice)) expect(text).toMatch(/\.$/)
})

test('every action is told of', () => {
  for (const action of catalogue) expect(page('actions')).toContain(`| \`${action}\` |`)
})

test('the codes are A1 to A15, B1, B2 and C1 to C17, each of another operation', () => {
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

test('what is captured of each table is told, and never a secret', () => {
  for (const { topic, told } of captured()) {
    expect(told, topic).toEqual(expect.arrayContaining(['sid', 'installSid', 'editDate']))
    expect(told.join()).not.toMatch(/password|secret|accessKey/i)
  }
})

test('every variable of a process has a meaning, and every meaning a variable', () => {
  expect(
    machineRows()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(machine).toSorted())
})

test('the secrets that the guide to deploying sets are those of the code, for the same Workers', () => {
  const secrets = workerRows().filter(({ meaning }) => meaning.kind === 'secret')
  const guide = readFileSync(projectFile('docs/guides/deploy.md'), 'utf8')
  const section = guide.split(/^## /m).find(each => /^\d. Secrets/.test(each)) ?? ''
  const rows = [...section.matchAll(/^\| (`[A-Z_`, ]+`) \| ([\w, ]+) \| .* \|$/gm)]
  const told = rows.flatMap(([, names = '', workers = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, workers]),
  )
  expect(told.toSorted()).toEqual(secrets.map(({ name, workers }) => [name, workers.join(', ')]).toSorted())
})
