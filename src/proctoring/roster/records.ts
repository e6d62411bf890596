// Splits CSV text (RFC 4180) into records in linear time. Stops at the first error.

/** The first error of a file; `line` is the line on which its record starts. */
export type CsvError = { line: number; code: 'malformed_csv' | 'too_big'; message: string }

/** OneRoster 1.2 files have at most 23 columns; the longest value that is imported has 255 characters. */
export const maxFields = 200
export const maxFieldLength = 64 * 1024

const comma = 0x2c
const newline = 0x0a
const quote = 0x22

/**
 * Calls `callback` with the fields of each record that is not blank, and the line on which the record starts. Stops
 * when `callback` returns false. Lines end with LF; a CR before the LF is white space at the end of a value. White
 * space may follow a closing quote. A quote inside an unquoted field is an ordinary character.
 * @returns the first error, at which reading stops
 */
export function forEachRecord(
  text: string,
  callback: (fields: string[], line: number) => boolean,
): CsvError | undefined {
  let line = 1
  let position = 0
  while (position < text.length) {
    const record = readRecord(text, position)
    if ('code' in record) return { line, ...record }
    const { fields, end, lines } = record
    if (!(fields.every(isBlank) || callback(fields, line))) return undefined
    line += lines
    position = end
  }
  return undefined
}

const isBlank = (field: string) => field === '' || field.trim() === ''

type Record = { fields: string[]; end: number; lines: number }

/** Reads the record that starts at `start`. `end` is the start of the next record. */
function readRecord(text: string, start: number): Record | Omit<CsvError, 'line'> {
  const fields: string[] = []
  let lines = 1
  let position = start
  for (;;) {
    const field =
      text.charCodeAt(position) === quote ? readQuoted(text, position) : readUnquoted(text, position)
    if ('code' in field) return field
    if (field.value.length > maxFieldLength) return fieldTooLong
    if (fields.length === maxFields) return tooManyFields
    fields.push(field.value)
    lines += field.lines
    position = field.end + 1
    if (text.charCodeAt(field.end) !== comma) return { fields, end: position, lines }
  }
}

/** `end` is the position of the comma or newline after the field, or the end of the text. */
type Field = { value: string; end: number; lines: number }

function readUnquoted(text: string, start: number): Field {
  let end = start
  while (end < text.length && !endsField(text.charCodeAt(end))) end += 1
  return { value: text.slice(start, end), end, lines: 0 }
}

function readQuoted(text: string, start: number): Field | Omit<CsvError, 'line'> {
  let closing = text.indexOf('"', start + 1)
  while (closing !== -1 && text.charCodeAt(closing + 1) === quote) {
    // The field exceeds the limit even if all its characters are escaped quotes.
    if (closing - start > 2 * maxFieldLength + 1) return fieldTooLong
    closing = text.indexOf('"', closing + 2)
  }
  if (closing === -1) return malformed('Unterminated quoted field.')
  if (closing - start > 2 * maxFieldLength + 1) return fieldTooLong
  const end = skipSpace(text, closing + 1)
  if (end < text.length && !endsField(text.charCodeAt(end)))
    return malformed(
      `Expected a comma or the end of the line after a quoted field, not ${JSON.stringify(text[end])}.`,
    )
  const value = text.slice(start + 1, closing).replaceAll('""', '"')
  return { value, end, lines: newlinesIn(value) }
}

const endsField = (code: number) => code === comma || code === newline

/** Sticky: matches at `lastIndex` and sets it to the end of the match. */
const spaces = /[^\S\n]*/y

function skipSpace(text: string, start: number): number {
  spaces.lastIndex = start
  spaces.test(text)
  return spaces.lastIndex
}

function newlinesIn(value: string): number {
  let count = 0
  for (let position = value.indexOf('\n'); position !== -1; position = value.indexOf('\n', position + 1))
    count += 1
  return count
}

const fieldTooLong = {
  code: 'too_big' as const,
  message: `Expected fields of at most ${maxFieldLength} characters.`,
}
const tooManyFields = {
  code: 'too_big' as const,
  message: `Expected records of at most ${maxFields} fields.`,
}
const malformed = (message: string) => ({ code: 'malformed_csv' as const, message })
