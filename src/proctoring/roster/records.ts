// Splits CSV text (RFC 4180) into records, in linear time: the parser stops at the first fault and never reads a part twice.

/** The first fault of a file, on the line where its record starts. */
export type Fault = { line: number; code: 'malformed_csv' | 'too_big'; message: string }

/** OneRoster 1.2 has at most 23 columns in a file; the longest value that is imported has 255 characters. */
export const maxFields = 200
export const maxFieldLength = 64 * 1024

const comma = 0x2c
const newline = 0x0a
const quote = 0x22

/**
 * Calls `each` with the fields of every record that is not blank, and the line where the record starts, until `each`
 * returns false. CRLF and LF may mix: a CR is white space at the end of a value. White space may stand between a closing
 * quote and the next comma or line end. A quote inside an unquoted field is a character like any other.
 * @returns the first fault; nothing after it is read
 */
export function eachRecord(
  text: string,
  each: (fields: string[], line: number) => boolean,
): Fault | undefined {
  let line = 1
  let at = 0
  while (at < text.length) {
    const record = recordAt(text, at)
    if ('code' in record) return { line, ...record }
    const { fields, end, lines } = record
    if (!(fields.every(isBlank) || each(fields, line))) return undefined
    line += lines
    at = end
  }
  return undefined
}

const isBlank = (field: string) => field === '' || field.trim() === ''

type Record = { fields: string[]; end: number; lines: number }

/** The record that starts at `start`; `end` is where the next one starts. */
function recordAt(text: string, start: number): Record | Omit<Fault, 'line'> {
  const fields: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    const field = text.charCodeAt(at) === quote ? quotedAt(text, at) : plainAt(text, at)
    if ('code' in field) return field
    if (field.value.length > maxFieldLength) return tooLong
    if (fields.length === maxFields) return tooMany
    fields.push(field.value)
    lines += field.lines
    at = field.end + 1
    if (text.charCodeAt(field.end) !== comma) return { fields, end: at, lines }
  }
}

/** `end` is the comma or the newline after the field, or the end of the text. */
type Field = { value: string; end: number; lines: number }

function plainAt(text: string, start: number): Field {
  let end = start
  while (end < text.length && !endsField(text.charCodeAt(end))) end += 1
  return { value: text.slice(start, end), end, lines: 0 }
}

function quotedAt(text: string, start: number): Field | Omit<Fault, 'line'> {
  let closing = text.indexOf('"', start + 1)
  while (closing !== -1 && text.charCodeAt(closing + 1) === quote) {
    // Too long even if it consists of doubled quotes only.
    if (closing - start > 2 * maxFieldLength + 1) return tooLong
    closing = text.indexOf('"', closing + 2)
  }
  if (closing === -1) return malformed('Quoted field unterminated.')
  if (closing - start > 2 * maxFieldLength + 1) return tooLong
  const end = skipSpace(text, closing + 1)
  if (!endsField(text.charCodeAt(end)) && closing + 1 < text.length)
    return malformed('Trailing quote on quoted field is malformed.')
  const value = text.slice(start + 1, closing).replaceAll('""', '"')
  return { value, end, lines: newlinesIn(value) }
}

const endsField = (code: number) => code === comma || code === newline

/** Sticky: matches at `lastIndex`, and moves it to the end of the match. */
const space = /[^\S\n]*/y

function skipSpace(text: string, start: number): number {
  space.lastIndex = start
  space.test(text)
  return space.lastIndex
}

function newlinesIn(value: string): number {
  let count = 0
  for (let at = value.indexOf('\n'); at !== -1; at = value.indexOf('\n', at + 1)) count += 1
  return count
}

const tooLong = {
  code: 'too_big' as const,
  message: `Expected fields of at most ${maxFieldLength} characters.`,
}
const tooMany = { code: 'too_big' as const, message: `Expected records of at most ${maxFields} fields.` }
const malformed = (message: string) => ({ code: 'malformed_csv' as const, message })
