import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExpression } from '../../../tools/qstash/expression.ts'

/** An expression in the language, and the value that JavaScript computes for it. */
type Case = { text: string; value(retried: number): number }

const pairs = ['pow', 'min'] as const

const { product } = fc.letrec<{ product: Case; operand: Case }>(tie => {
  const number = fc.oneof(
    fc.nat(10_000).map(String),
    fc.tuple(fc.nat(99), fc.nat(99)).map(parts => parts.join('.')),
  )
  return {
    operand: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      number.map(text => ({ text, value: () => Number(text) })),
      fc.constant({ text: 'retried', value: (retried: number) => retried }),
      fc.tuple(fc.constantFrom(...pairs), tie('product'), tie('product')).map(([name, left, right]) => ({
        text: `${name}( ${left.text},${right.text})`,
        value: (retried: number) => Math[name](left.value(retried), right.value(retried)),
      })),
    ),
    product: fc.array(tie('operand'), { minLength: 1, maxLength: 3 }).map(operands => ({
      text: operands.map(({ text }) => text).join(' * '),
      value: retried => operands.map(({ value }) => value(retried)).reduce((left, right) => left * right),
    })),
  }
})

test('every expression has the value of the same computation in JavaScript', () => {
  fc.assert(
    fc.property(product, fc.nat(20), ({ text, value }, retried) => {
      fc.pre(text.length <= 1000)
      expect(parseExpression(text)(retried)).toEqual(value(retried))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['min(86400000, 10000 * pow(6, retried))', 2, 360_000],
  ['min(86400000, 10000 * pow(6, retried))', 9, 86_400_000],
  ['  1000*retried  ', 3, 3000],
])('%s after %i retries is %d ms', (text, retried, value) => {
  expect(parseExpression(text)(retried)).toBe(value)
})

test.each([
  ...['', '   ', '1 *', '* 2', 'min(1', '1)', '1 2', 'pow(1)', 'pow(1, 2, 3)', 'min()', 'min', 'min 1'],
  ...['random()', 'constructor', 'toString()', 'retries', 'process.exit()', '1; 2', '1e3', '.5', '1.', 'a'],
  ...['retried(1)', 'pow', '__proto__(1)', '2 ** 3', '2 % 3', '1'.repeat(1001)],
  // Part of the language of the service, but not supported.
  ...['1 + 2', '1 - 2', '1 / 2', '-1', '(1)', 'max(1, 2)', 'sqrt(4)'],
])('%j is not a valid expression', text => {
  expect(() => parseExpression(text)).toThrow(SyntaxError)
})

test('the deepest valid expression does not exhaust the stack', () => {
  expect(parseExpression(`${'min('.repeat(140)}1${',2)'.repeat(140)}`)(0)).toBe(1)
})
