import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { readPage } from '../support/docs/blocks.ts'

const page = readPage('docs/security.md')
const promised = page.split(/^## /m)[1] ?? ''
const promises = promised.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| promise'))

const testsIn = (text: string) => [...text.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, file = '']) => file)

test('every security rule names a test', () => {
  expect(promises.length).toBeGreaterThan(40)
  for (const promise of promises) expect(testsIn(promise), promise).not.toEqual([])
})

test('every test that the page names exists, once in its row', () => {
  const isTest = (file: string) => file.endsWith('.test.ts') && existsSync(projectFile(file))
  for (const line of page.split('\n')) {
    const files = testsIn(line)
    expect(
      files.filter((file, at) => !isTest(file) || files.indexOf(file) !== at),
      line,
    ).toEqual([])
  }
})
