import { expect, test } from 'vitest'
import { countsOf, readBaseline, retiredByFile, retiredIn } from '../../tools/language/occurrences.ts'

const byFile = retiredByFile()
const baseline = readBaseline()

test('a retired word of the glossary is found, also where it is a part of a name', () => {
  expect(retiredIn('type Reach = 1')).toHaveLength(1)
  expect(retiredIn('/** Unsent: the statement that whoever calls needs. */')).toHaveLength(2)
  expect(retiredIn('settle_sessions and settleSessions')).toHaveLength(2)
  expect(retiredIn('/** Builds the statement; does not execute it. */')).toEqual([])
  expect(retiredIn('history, indeed, news of nowhere')).toEqual([])
})

test('no file has more retired words than the baseline: use the terms of CONTRIBUTING.md', () => {
  const more = Object.entries(byFile)
    .filter(([path, words]) => words.length > (baseline[path] ?? 0))
    .map(([path, words]) => `${path}: ${words.join(', ')}`)
  expect(more).toEqual([])
})

test('the baseline is lowered when words are replaced: npm run words', () => {
  expect(baseline).toEqual(countsOf(byFile))
})
