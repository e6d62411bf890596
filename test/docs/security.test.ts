import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { readPage } from '../support/docs/blocks.ts'

const promised = readPage('docs/security.md').split(/^## /m)[1] ?? ''
const promises = promised.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| promise'))

test('every security rule names existing tests', () => {
  expect(promises.length).toBeGreaterThan(15)
  for (const promise of promises) {
    const files = [...promise.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, file = '']) => file)
    expect(files, promise).not.toEqual([])
    expect(
      files.filter(file => !(file.endsWith('.test.ts') && existsSync(projectFile(file)))),
      promise,
    ).toEqual([])
  }
})
