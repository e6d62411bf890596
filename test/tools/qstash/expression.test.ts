import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExpression } from '../../../tools/qstash/expression.ts'

/** An expression as the language writes it, and what JavaScript computes for it. */
type Case = { text: string; value(retried: number): number }

const functions = ['sqrt', 'abs', 'exp', 'floor', 'ceil', 'round'] as const
const pairs = ['pow', 'min', 'max'] as const

const operators: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}

const { expression } = fc.letrec<{ expression: Case }>(tie => {
  const number = fc.oneof(
    fc.nat(10_000).map(String),
    fc.tuple(fc.nat(99), fc.nat(99)).map(parts => parts.join('.')),
  )
  const inner = tie('expression')
  return {
    expression: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'expression' },
      number.map(text => ({ text, value: () => Number(text) })),
      fc.constant({ text: 'retried', value: (retried: number) => retried }),
      inner.map(({ text, value }) => ({ text: `-(${text})`, value: (retried: number) => -value(retried) })),
      fc.tuple(inner, fc.constantFrom(...Object.keys(operators)), inner).map(([left, operator, right]) => ({
        text: `(${left.text} ${operator} ${right.text})`,
        value: (retried: number) =>
          operators[operator]?.(left.value(retried), right.value(retried)) ?? Number.NaN,
      })),
      fc.tuple(fc.constantFrom(...functions), inner).map(([name, { text, value }]) => ({
        text: `${name}( ${text} )`,
        value: (retried: number) => Math[name](value(retried)),
      })),
      fc.tuple(fc.constantFrom(...pairs), inner, inner).map(([name, left, right]) => ({
        text: `${name}(${left.text},${right.text})`,
        value: (retried: number) => Math[name](left.value(retried), right.value(retried)),
      })),
    ),
  }
})

test('every expression is what the same computation is in JavaScript', () => {
  fc.assert(
    fc.property(expression, fc.nat(20), ({ text, value }, retried) => {
      fc.pre(text.length <= 1000)
      expect(parseExpression(text)(retried)).toEqual(value(retried))
    }),
    { numRuns: 2000 },
  )
})

test('without parentheses, operators bind as in JavaScript', () => {
  const number = fc.integer({ min: 1, max: 99 }).map(String)
  const flat = fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), number), { maxLength: 12 })
  fc.assert(
    fc.property(number, flat, (head, rest) => {
      const text = head + rest.map(([operator, operand]) => ` ${operator} ${operand}`).join('')
      // Products first, each from left to right.
      const sums = text.split(/ (?=[+-] )/).map(term => {
        const [, sign = '', product = ''] = /^([+-] )?(.*)$/.exec(term) ?? []
        const value = product.split(/ (?=[*/] )/).reduce((total, part, at) => {
          const operand = Number(part.replace(/^[*/] /, ''))
          return at === 0 ? operand : part.startsWith('*') ? total * operand : total / operand
        }, 0)
        return sign.startsWith('-') ? -value : value
      })
      expect(parseExpression(text)(0)).toBe(sums.reduce((total, value) => total + value))
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['10000 * pow(6, retried) * 1.07', 2, 385_200],
  ['min(86400000, exp(2.5 * (retried + 1)) * 1000)', 9, 86_400_000],
  ['  1000*(1+retried)  ', 3, 4000],
  ['2 - -2', 0, 4],
  ['--2', 0, 2],
])('%s is as the documents mean it', (text, retried, value) => {
  expect(parseExpression(text)(retried)).toBeCloseTo(value, 6)
})

test.each([
  ...['', '   ', '1 +', '* 2', '(1', '1)', '1 2', 'pow(1)', 'pow(1, 2, 3)', 'sqrt()', 'sqrt(1, 2)'],
  ...['random()', 'constructor', 'toString()', 'retries', 'process.exit()', '1; 2', '1e3', '.5', '1.', 'a'],
  ...['retried(1)', 'pow', '__proto__(1)', '2 ** 3', '2 % 3', 'x'.repeat(1001), `${'('.repeat(1001)}1`],
])('%j is no expression', text => {
  expect(() => parseExpression(text)).toThrow(SyntaxError)
})

test('the deepest expression that is taken does not exhaust the stack', () => {
  expect(parseExpression(`${'('.repeat(499)}1${')'.repeat(499)}`)(0)).toBe(1)
  expect(parseExpression(`${'-'.repeat(998)}1`)(0)).toBe(1)
})
