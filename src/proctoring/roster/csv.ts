// Reads a CSV file of a bundle (RFC 4180, UTF-8) into typed rows, and errors with their line numbers.

import type * as z from 'zod'
import { fieldErrorsOf } from '../../shared/problems/field-errors.ts'
import { forEachRecord } from './records.ts'
import { addError, type RosterFile, type RowErrors } from './row-errors.ts'
import { invalidBundle } from './zip.ts'

/** The number of records that may still be read. */
export type RecordBudget = { records: number }

/**
 * Limits bundles of many short rows. Without this limit, the objects of such rows need ten times the memory of the
 * text, and their validation takes 20 s.
 */
const maxRecords = 300_000
export const newRecordBudget = (): RecordBudget => ({ records: maxRecords })

export type CsvFile = {
  file: RosterFile
  content: Uint8Array
  errors: RowErrors
  /** Shared by all files of a bundle. */
  budget: RecordBudget
  /** Required columns, in addition to those that the schema requires. */
  alsoRequired?: readonly string[]
}

/**
 * Whether lines end with CR alone, as in a CSV of Excel for "Macintosh": the whole file would be the header. Read as a file without
 * rows, it would withdraw everyone.
 */
function endsLinesWithCr(text: string): boolean {
  const [header = ''] = text.split('\n', 1)
  return /\r[^\r]/.test(header.replaceAll(/"[^"]*"/g, ''))
}

type Column = { name: string; index: number }
type RowOf<S extends z.ZodObject> = z.output<S> & { line: number }

/**
 * Returns the rows that the schema accepts, each with the line on which its record starts, and adds an error for each
 * other row. The keys of the schema are the columns. The file may contain them in any order, and other columns. Values
 * are trimmed; an empty value is absent. Returns no rows if the file is not UTF-8, has invalid quotes or an invalid
 * header, or contains a field or record above the limits.
 * @throws Problem `invalid_request` at `body` if the bundle has more than 300,000 records
 */
export function readRows<S extends z.ZodObject>(schema: S, csvFile: CsvFile): RowOf<S>[] {
  const text = decode(csvFile)
  if (text === undefined) return []
  const { file, errors, budget, alsoRequired = [] } = csvFile
  if (endsLinesWithCr(text)) {
    const message = 'Expected lines that end with LF or CRLF, not with CR alone.'
    addError(errors, { file, line: 1, code: 'malformed_csv', message })
    return []
  }
  const rows: RowOf<S>[] = []
  const lineOfId = new Map<string, number>()
  let header: string[] | undefined
  let columns: Column[] = []

  const readRow = (fields: readonly string[], width: number, line: number) => {
    if (fields.length !== width) {
      const message = `Expected ${width} fields as in the header, not ${fields.length}.`
      return addError(errors, { file, line, code: 'field_count', message })
    }
    const values = valuesOf(fields, columns)
    const id = values['sourcedId']
    const firstLine = id === undefined ? undefined : lineOfId.get(id)
    if (firstLine !== undefined) {
      const message = `Duplicate sourcedId, first used on line ${firstLine}.`
      return addError(errors, { file, line, column: 'sourcedId', code: 'duplicate', message })
    }
    if (id !== undefined) lineOfId.set(id, line)
    const row = parseRow(schema, values, line, csvFile)
    if (row !== undefined && hasValues(alsoRequired, values, line, csvFile)) rows.push({ ...row, line })
  }

  const formatError = forEachRecord(text, (fields, line) => {
    if (budget.records === 0)
      throw invalidBundle('body', 'too_many_records', `Expected at most ${maxRecords} records in all files.`)
    budget.records -= 1
    if (header !== undefined) {
      readRow(fields, header.length, line)
      return true
    }
    header = fields.map(name => name.trim())
    columns = columnsOf(header, schema)
    return isValidHeader(header, [...requiredOf(schema), ...alsoRequired], columns, csvFile)
  })
  if (header === undefined) isValidHeader([], [...requiredOf(schema), ...alsoRequired], [], csvFile)
  if (formatError === undefined) return rows
  addError(errors, { file, ...formatError })
  return []
}

function decode({ file, content, errors }: CsvFile): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    addError(errors, { file, line: 1, code: 'not_utf8', message: 'The file is not UTF-8 text.' })
    return undefined
  }
}

const columnsOf = (header: readonly string[], schema: z.ZodObject): Column[] =>
  header.flatMap((name, index) => (Object.hasOwn(schema.shape, name) ? { name, index } : []))

const requiredOf = ({ shape }: z.ZodObject) =>
  Object.keys(shape).filter(name => shape[name]?.safeParse(undefined).success === false)

/** Returns whether the header has each required column and no duplicate column. Adds an error for each violation. */
function isValidHeader(
  header: readonly string[],
  required: readonly string[],
  columns: readonly Column[],
  { file, errors }: CsvFile,
): boolean {
  const missing = required.filter(name => !header.includes(name))
  const message = `Required column.${otherSeparator(header)}`
  for (const column of missing) addError(errors, { file, line: 1, column, code: 'missing_column', message })
  const repeated = columns.filter(({ name, index }) => header.indexOf(name) !== index)
  for (const { name: column } of repeated)
    addError(errors, {
      file,
      line: 1,
      column,
      code: 'duplicate_column',
      message: 'Duplicate column.',
    })
  return missing.length + repeated.length === 0
}

/** Returns the sentence for a header whose columns are not separated by commas. */
function otherSeparator([columns = '', ...others]: readonly string[]): string {
  const [separator] = others.length === 0 ? (/[;\t|]/.exec(columns) ?? []) : []
  if (separator === undefined) return ''
  return ` The columns are separated by ${separator === '\t' ? 'tabs' : `"${separator}"`}, not by commas.`
}

function valuesOf(fields: readonly string[], columns: readonly Column[]) {
  const values: Record<string, string> = {}
  for (const { name, index } of columns) {
    const value = fields[index]?.trim()
    if (value) values[name] = value
  }
  return values
}

function parseRow<S extends z.ZodObject>(
  schema: S,
  values: Record<string, string>,
  line: number,
  { file, errors }: CsvFile,
): z.output<S> | undefined {
  const { success, data, error } = schema.safeParse(values, { reportInput: true })
  if (success) return data
  for (const { path, code, message } of fieldErrorsOf(error)) {
    const [column = path] = path.split('.')
    addError(errors, { file, line, column, code, message })
  }
  return undefined
}

function hasValues(
  names: readonly string[],
  values: Record<string, string>,
  line: number,
  { file, errors }: CsvFile,
): boolean {
  const missing = names.filter(name => values[name] === undefined)
  for (const column of missing)
    addError(errors, { file, line, column, code: 'required', message: 'Required.' })
  return missing.length === 0
}
