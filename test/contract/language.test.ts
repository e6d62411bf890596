import { expect, test } from 'vitest'
import { filesWithRetiredWords, retiredIn } from '../../tools/language/occurrences.ts'

test('a retired word of the glossary is found, also as a part of a name', () => {
  expect(retiredIn('type Reach = 1')).toHaveLength(1)
  expect(retiredIn('/** Unsent: the statement that whoever calls needs. */')).toHaveLength(2)
  expect(retiredIn('settle_sessions and settleSessions')).toHaveLength(2)
  expect(retiredIn('/** Builds the statement; does not execute it. */')).toEqual([])
  expect(retiredIn('history, indeed, news of nowhere')).toEqual([])
})

test('no file has a retired word: use the terms of CONTRIBUTING.md', () => {
  expect(filesWithRetiredWords()).toEqual([])
})
