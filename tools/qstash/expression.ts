// The language of Upstash-Retry-Delay: numbers, `retried`, + - * / and a few functions. Parsed, never evaluated as code.

/** The delay in ms before a retry, from how many there have been: 0 for the first. */
type DelayExpression = (retried: number) => number

const unary: Record<string, (value: number) => number> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  exp: Math.exp,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
}

const binary: Record<string, (left: number, right: number) => number> = {
  pow: Math.pow,
  min: Math.min,
  max: Math.max,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}

const longest = 1000 // characters; it also bounds how deep the parser can recurse

const token = /\s*(\d+(?:\.\d+)?|[a-z]+|[-+*/(),])/y

/** @throws SyntaxError that says what is wrong with the expression, and where */
export function parseExpression(text: string): DelayExpression {
  const tokens = tokenize(text)
  let at = 0

  const peek = () => tokens[at]
  const fail = () =>
    new SyntaxError(peek() === undefined ? 'unexpected end of expression' : `unexpected '${peek()}'`)
  function take(...wanted: string[]): string | undefined {
    const found = peek()
    if (found === undefined || !wanted.includes(found)) return undefined
    at += 1
    return found
  }
  function need(wanted: string): void {
    if (take(wanted) === undefined) throw fail()
  }

  /** Operands joined by operators of the same rank, from left to right. */
  function joined(operand: () => DelayExpression, ...operators: string[]): DelayExpression {
    let left = operand()
    for (let operator = take(...operators); operator !== undefined; operator = take(...operators))
      left = combine(operator, left, operand())
    return left
  }
  const sum = (): DelayExpression => joined(product, '+', '-')
  const product = (): DelayExpression => joined(signed, '*', '/')
  function signed(): DelayExpression {
    if (take('-') === undefined) return primary()
    const value = signed()
    return retried => -value(retried)
  }

  function primary(): DelayExpression {
    if (take('(') !== undefined) {
      const inner = sum()
      need(')')
      return inner
    }
    const word = peek()
    if (word === undefined || !/^[\da-z]/.test(word)) throw fail()
    at += 1
    if (word === 'retried') return retried => retried
    return /^\d/.test(word) ? constant(Number(word)) : call(word)
  }

  function call(name: string): DelayExpression {
    const one = Object.hasOwn(unary, name) ? unary[name] : undefined
    if (!(one || Object.hasOwn(binary, name))) throw new SyntaxError(`unknown name '${name}'`)
    need('(')
    const first = sum()
    if (!one) need(',')
    const result = one ? (retried: number) => one(first(retried)) : combine(name, first, sum())
    need(')')
    return result
  }

  const expression = sum()
  if (peek() !== undefined) throw fail()
  return expression
}

const constant =
  (value: number): DelayExpression =>
  () =>
    value

function combine(name: string, left: DelayExpression, right: DelayExpression): DelayExpression {
  const apply = binary[name]
  if (!apply) throw new SyntaxError(`unknown name '${name}'`)
  return retried => apply(left(retried), right(retried))
}

function tokenize(text: string): string[] {
  if (text.length > longest) throw new SyntaxError(`longer than ${longest} characters`)
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const start = token.lastIndex
    const found = token.exec(trimmed)?.[1]
    if (found === undefined) throw new SyntaxError(`unexpected '${trimmed.slice(start).trim().charAt(0)}'`)
    tokens.push(found)
  }
  return tokens
}
