// Finds where a text stops being JSON. V8 reports the position for some errors only, and repeats a part of the text, which can
// contain secrets.

/** A line and a column, from 1 on. The column counts UTF-16 code units. */
export type TextPosition = { line: number; column: number }

const whitespace = /[ \t\n\r]*/y
// A string has no control characters. What follows a number or a literal is checked too: `01` and `truex` are neither.
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const numberOrLiteral = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end'

/** The first characters of the permitted tokens; `0` stands for a number or a literal. */
const permitted: Record<Expected, string> = {
  value: '{["0',
  'value or ]': '{["0]',
  name: '"',
  'name or }': '"}',
  ':': ':',
  ', or end': ',}]',
}

/**
 * Returns the position of the first token that JSON (RFC 8259) does not permit, or of the end of the text if it is
 * incomplete. Takes time linear in the text. Returns undefined for valid JSON.
 */
export function jsonErrorPosition(text: string): TextPosition | undefined {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = endOf(whitespace, text, at) ?? at
    if (at === text.length && expected === ', or end' && open.length === 0) return undefined
    const end = endOfToken(text, at, expected)
    const next: Expected | undefined =
      end === undefined ? undefined : expectedAfter(text[at] ?? '', expected, open)
    if (end === undefined || next === undefined) return positionOf(text, at)
    at = end
    expected = next
  }
}

/** Returns the end of the token, or undefined if there is no permitted one. */
function endOfToken(text: string, at: number, expected: Expected): number | undefined {
  const start = text[at] ?? ''
  const kind = '{}[]:,"'.includes(start) ? start : '0'
  if (start === '' || !permitted[expected].includes(kind)) return undefined
  if (kind === '"') return endOf(string, text, at)
  return kind === '0' ? endOf(numberOrLiteral, text, at) : at + 1
}

/** Returns what follows a token, or undefined for a bracket that closes nothing of its kind. */
function expectedAfter(start: string, expected: Expected, open: string[]): Expected | undefined {
  switch (start) {
    case '{':
    case '[':
      open.push(start)
      return start === '{' ? 'name or }' : 'value or ]'
    case '}':
    case ']':
      return open.pop() === (start === '}' ? '{' : '[') ? ', or end' : undefined
    case ':':
      return 'value'
    case ',':
      return open.at(-1) === '{' ? 'name' : open.length > 0 ? 'value' : undefined
    default:
      return expected.startsWith('name') ? ':' : ', or end'
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function positionOf(text: string, at: number): TextPosition {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
