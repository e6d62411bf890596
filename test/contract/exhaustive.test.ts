import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { exhaustiveFiles } from '../support/exhaustive.ts'

const existing = (name: string) =>
  existsSync(projectFile(`test/${name}.test.ts`)) || existsSync(projectFile(`test/${name}`))

test('the files that only `npm run test:all` runs exist', () => {
  expect(Object.keys(exhaustiveFiles).filter(name => !existing(name))).toEqual([])
})

test('each test that only `npm run test:all` runs names the quick file of the same rule', () => {
  const names = globSync('test/**/*.test.ts', { cwd: projectFile('') }).flatMap(file =>
    [...readFileSync(projectFile(file), 'utf8').matchAll(/\binAll\('(.+?)'\)/g)].map(
      ([, name]) => name ?? '',
    ),
  )
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter(name => !existing(name) || name in exhaustiveFiles)).toEqual([])
})

test('each of them names an existing quick test of the same rule, or what else checks the rule', () => {
  const missing = Object.values(exhaustiveFiles).flatMap(reason =>
    [...reason.matchAll(/\b(?:unit|integration|contract|docs|tools|property)\/[\w/-]+/g)]
      .map(([name]) => name)
      .filter(name => !existing(name) || name in exhaustiveFiles),
  )
  expect(missing).toEqual([])
})
