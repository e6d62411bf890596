// The position of an error in JSON, compared with the parser of the runtime.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonErrorPosition } from '../../src/shared/values/json-position.ts'
import { rounds } from '../support/rounds.ts'

/** The result of V8: undefined for valid JSON, else its position if it reports one. */
function parsed(text: string): { valid: boolean; line?: number; column?: number } {
  try {
    JSON.parse(text)
    return { valid: true }
  } catch (error) {
    const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(String(error)) ?? []
    return { valid: false, ...(line && column && { line: Number(line), column: Number(column) }) }
  }
}

test.each([
  ['{"a":x}', 1, 6],
  ['{"a":1,}', 1, 8],
  ['{"a" 1}', 1, 6],
  ['[1 2]', 1, 4],
  ['{a:1}', 1, 2],
  ['{"a":1}x', 1, 8],
  ['', 1, 1],
  ['{"a":', 1, 6],
  ['{\n  "a": 1,\n  "b": tru\n}', 3, 8],
  ['[1,]', 1, 4],
  ['{"a":[1}', 1, 8],
  [']', 1, 1],
  ['{,}', 1, 2],
])('%j is not JSON at line %i, column %i', (text, line, column) => {
  expect(jsonErrorPosition(text)).toEqual({ line, column })
})

test('a text has a position exactly if it is not JSON, and of two errors the earlier one is reported', () => {
  const broken = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '{', '"', ':', '0', 'x', '\\', ' ', '\n', '-', '.', 'e'),
    )
    .map(
      ([text, at, put]) =>
        text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + (at % 2)),
    )
  fc.assert(
    fc.property(fc.oneof(fc.json(), broken), text => {
      const position = jsonErrorPosition(text)
      const { valid, line, column } = parsed(text)
      expect(position === undefined).toBe(valid)
      if (!(position && line && column)) return
      // This one reports the start of the token, V8 the character within it.
      expect(position.line).toBeLessThanOrEqual(line)
      if (position.line === line) expect(position.column).toBeLessThanOrEqual(column)
    }),
    { numRuns: rounds({ quick: 700, all: 50_000 }) },
  )
})

test('the time is linear in the text: 1 MiB of open brackets, quotes or escapes', () => {
  for (const text of [
    '['.repeat(2 ** 20),
    '"'.padEnd(2 ** 20, '\\"'),
    '"'.padEnd(2 ** 20, 'a'),
    `[${'1,'.repeat(2 ** 19)}`,
    `"${'\\u0041'.repeat(2 ** 17)}`,
  ])
    expect(jsonErrorPosition(text)).toBeDefined()
})
