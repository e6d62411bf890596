// The nesting limit of JSON: 100 levels, counted without parsing.
import { expect, test } from 'vitest'
import { exceedsMaxDepth } from '../../../src/shared/values/json-depth.ts'

const exceeds = (json: string) => exceedsMaxDepth(new TextEncoder().encode(json))
const nested = (levels: number, innermost = '') => `${'['.repeat(levels)}${innermost}${']'.repeat(levels)}`

test('100 levels of arrays and objects are within the limit, and 101 exceed it', () => {
  const mixed = (levels: number) => `${'[{"a":'.repeat(levels / 2)}0${'}]'.repeat(levels / 2)}`
  expect([nested(100), mixed(100), `[${nested(99)}]`].map(exceeds)).toEqual([false, false, false])
  expect([nested(101), mixed(102), `{"a":${nested(100)}}`].map(exceeds)).toEqual([true, true, true])
})

test('closed levels do not count', () => {
  expect(exceeds(`[${Array.from({ length: 50 }, () => nested(99)).join(',')}]`)).toBe(false)
})

test.each([
  ['brackets', '[{'.repeat(200)],
  ['an escaped quote before brackets', `"${'['.repeat(200)}`],
  ['an escaped backslash and an escaped quote before brackets', `\\"${'['.repeat(200)}`],
  ['closing brackets', `${']'.repeat(200)}`],
])('a string with %s has no levels', (_, text) => {
  const string = JSON.stringify(text)
  expect(exceeds(string)).toBe(false)
  expect(exceeds(nested(100, string))).toBe(false)
  expect(exceeds(nested(101, string))).toBe(true)
})

test.each([
  ['a quote', '"'],
  ['a backslash', '\\'],
  ['a backslash and a quote', '\\"'],
  ['a quote and a backslash', '"\\'],
])('the levels after a string that ends with %s count', (_, text) => {
  expect(exceeds(`[${JSON.stringify(text)},${nested(99)}]`)).toBe(false)
  expect(exceeds(`[${JSON.stringify(text)},${nested(100)}]`)).toBe(true)
})
