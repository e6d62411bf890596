// A CSV file of a bundle (RFC 4180, UTF-8) as typed rows and errors with their lines.

import type * as z from 'zod'
import { fieldErrorsOf } from '../../shared/problems/field-errors.ts'
import { type Findings, note, type RosterFile } from './findings.ts'
import { eachRecord } from './records.ts'
import { refused } from './zip.ts'

/** How many more records may be read. */
export type Budget = { records: number }

/** Rows of a few letters each would otherwise become ten times the memory of their text, and 20 s of checks. */
const maxRecords = 300_000
export const newBudget = (): Budget => ({ records: maxRecords })

export type Source = {
  file: RosterFile
  content: Uint8Array
  findings: Findings
  /** Shared by all files of a bundle. */
  budget: Budget
  /** Columns without which this file cannot be read, besides those that the schema requires. */
  alsoRequired?: readonly string[]
}

type Column = { name: string; index: number }
type RowOf<S extends z.ZodObject> = z.output<S> & { line: number }

/**
 * The rows that the schema accepts, each with the line on which its record starts; all others are noted. The schema's
 * keys are the columns: they may stand in any order among others. Values lose the white space around them, and an
 * empty value is an absent one. A file whose text, quotes or header cannot be read, or with a field or
 * record that is too long, yields one kind of error, no rows.
 * @throws Problem `invalid_request` at `body` when the bundle has more than 300,000 records
 */
export function readRows<S extends z.ZodObject>(schema: S, source: Source): RowOf<S>[] {
  const text = textOf(source)
  if (text === undefined) return []
  const { file, findings, budget, alsoRequired = [] } = source
  const rows: RowOf<S>[] = []
  const lineOfId = new Map<string, number>()
  let header: string[] | undefined
  let columns: Column[] = []

  const readRow = (fields: readonly string[], width: number, line: number) => {
    if (fields.length !== width) {
      const message = `Expected ${width} fields as in the header, not ${fields.length}.`
      return note(findings, { file, line, code: 'field_count', message })
    }
    const values = valuesOf(fields, columns)
    const id = values['sourcedId']
    const before = id === undefined ? undefined : lineOfId.get(id)
    if (before !== undefined) {
      const message = `The sourcedId stands on line ${before} already.`
      return note(findings, { file, line, column: 'sourcedId', code: 'duplicate', message })
    }
    if (id !== undefined) lineOfId.set(id, line)
    const row = parsed(schema, values, line, source)
    if (row !== undefined && hasAll(alsoRequired, values, line, source)) rows.push({ ...row, line })
  }

  const fault = eachRecord(text, (fields, line) => {
    if (budget.records === 0)
      throw refused('body', 'too_many_records', `Expected at most ${maxRecords} records in all files.`)
    budget.records -= 1
    if (header !== undefined) {
      readRow(fields, header.length, line)
      return true
    }
    header = fields.map(name => name.trim())
    columns = columnsOf(header, schema)
    return isComplete(header, [...requiredOf(schema), ...alsoRequired], columns, source)
  })
  if (header === undefined) isComplete([], [...requiredOf(schema), ...alsoRequired], [], source)
  if (fault === undefined) return rows
  note(findings, { file, ...fault })
  return []
}

function textOf({ file, content, findings }: Source): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    note(findings, { file, line: 1, code: 'not_utf8', message: 'The file is not UTF-8 text.' })
    return undefined
  }
}

const columnsOf = (header: readonly string[], schema: z.ZodObject): Column[] =>
  header.flatMap((name, index) => (Object.hasOwn(schema.shape, name) ? { name, index } : []))

const requiredOf = ({ shape }: z.ZodObject) =>
  Object.keys(shape).filter(name => shape[name]?.safeParse(undefined).success === false)

/** Whether the header has each required column, and no column that is read twice; notes what is wrong. */
function isComplete(
  header: readonly string[],
  required: readonly string[],
  columns: readonly Column[],
  { file, findings }: Source,
): boolean {
  const missing = required.filter(name => !header.includes(name))
  for (const column of missing)
    note(findings, { file, line: 1, column, code: 'missing_column', message: 'The column is missing.' })
  const repeated = columns.filter(({ name, index }) => header.indexOf(name) !== index)
  for (const { name: column } of repeated)
    note(findings, {
      file,
      line: 1,
      column,
      code: 'duplicate_column',
      message: 'The column stands there twice.',
    })
  return missing.length + repeated.length === 0
}

function valuesOf(fields: readonly string[], columns: readonly Column[]) {
  const values: Record<string, string> = {}
  for (const { name, index } of columns) {
    const value = fields[index]?.trim()
    if (value) values[name] = value
  }
  return values
}

function parsed<S extends z.ZodObject>(
  schema: S,
  values: Record<string, string>,
  line: number,
  { file, findings }: Source,
): z.output<S> | undefined {
  const { success, data, error } = schema.safeParse(values, { reportInput: true })
  if (success) return data
  for (const { path, code, message } of fieldErrorsOf(error)) {
    const [column = path] = path.split('.')
    note(findings, { file, line, column, code, message })
  }
  return undefined
}

function hasAll(
  names: readonly string[],
  values: Record<string, string>,
  line: number,
  { file, findings }: Source,
): boolean {
  const missing = names.filter(name => values[name] === undefined)
  for (const column of missing) note(findings, { file, line, column, code: 'required', message: 'Required.' })
  return missing.length === 0
}
