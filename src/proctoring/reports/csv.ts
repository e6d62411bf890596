// Reports as CSV (RFC 4180, UTF-8).

import Papa from 'papaparse'
import * as z from 'zod'

/**
 * Returns a function that writes reports as CSV, starting with the header. It writes `'` before text that a spreadsheet
 * evaluates as a formula (OWASP, CSV Injection), also inside a text, but not before numbers.
 */
export const csvOf = <T extends z.ZodObject, R>(item: T, rowsOf: (report: R) => readonly z.output<T>[]) => {
  const columns = columnsOf(item)
  const write = (rows: unknown[][]) => Papa.unparse(rows, { escapeFormulae: formula }) + newline
  return async function* (reports: AsyncIterable<R>): AsyncGenerator<string> {
    yield write([columns.map(path => path.join('.'))])
    for await (const report of reports) {
      const rows = rowsOf(report).map(row => z.encode(item, row))
      if (rows.length > 0) yield write(rows.map(row => columns.map(path => guarded(valueAt(row, path)))))
    }
  }
}

/** Like `csvOf`, for the rows of pages. */
export const csvOfPages = <T extends z.ZodObject>(item: T) =>
  csvOf(item, ({ results }: { results: z.output<T>[] }) => results)

const newline = '\r\n'

/** The formula prefixes of OWASP, and their full-width forms. White space may precede them: spreadsheets ignore it. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/

/**
 * The positions before a formula inside a text. A spreadsheet whose separator is the semicolon, as in German, starts a cell there:
 * it ignores quotes inside a cell.
 */
const innerFormula = /(?<=[;\r\n])(?=[^\S\r\n]*[=+\-@＝＋－＠])/g

const guarded = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(innerFormula, "'") : value

type Path = readonly string[]

/** Returns the paths of the columns: the members of a row, with nested objects flattened. */
function columnsOf(item: z.ZodObject, prefix: Path = []): Path[] {
  return Object.entries(item.shape).flatMap(([name, member]) => {
    const path = [...prefix, name]
    const inner = member instanceof z.ZodNullable ? member.unwrap() : member
    return inner instanceof z.ZodObject ? columnsOf(inner, path) : [path]
  })
}

const valueAt = (row: unknown, path: Path): unknown =>
  path.reduce(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : null),
    row,
  )
