// The part of the language of Upstash-Retry-Delay that the product uses: numbers, `retried`, `*`, `min` and `pow`. An
// expression is parsed, never evaluated as code.

/** The delay in ms before a retry, by the number of retries before it: 0 for the first. */
type DelayExpression = (retried: number) => number

const functions: Record<string, (left: number, right: number) => number> = { min: Math.min, pow: Math.pow }

const maxLength = 1000 // characters, which also bounds the depth of the recursion

const token = /\s*(\d+(?:\.\d+)?|[a-z]+|\S)/gy

/** @throws SyntaxError that describes the error in the expression */
export function parseExpression(text: string): DelayExpression {
  if (text.length > maxLength) throw new SyntaxError(`longer than ${maxLength} characters`)
  const tokens = [...text.matchAll(token)].map(([, part = '']) => part)
  let at = 0

  function fail(): never {
    throw new SyntaxError(at < tokens.length ? `unexpected '${tokens[at]}'` : 'unexpected end of expression')
  }
  function expectToken(expected: string): void {
    if (tokens[at] !== expected) fail()
    at += 1
  }
  function product(): DelayExpression {
    let left = operand()
    while (tokens[at] === '*') {
      at += 1
      const [before, factor] = [left, operand()]
      left = retried => before(retried) * factor(retried)
    }
    return left
  }
  function operand(): DelayExpression {
    const word = tokens[at] ?? fail()
    const apply = Object.hasOwn(functions, word) ? functions[word] : undefined
    if (!(apply || word === 'retried' || /^\d/.test(word))) fail()
    at += 1
    if (apply) return call(apply)
    return word === 'retried' ? retried => retried : () => Number(word)
  }
  function call(apply: (left: number, right: number) => number): DelayExpression {
    expectToken('(')
    const left = product()
    expectToken(',')
    const right = product()
    expectToken(')')
    return retried => apply(left(retried), right(retried))
  }

  const expression = product()
  if (at < tokens.length) fail()
  return expression
}
