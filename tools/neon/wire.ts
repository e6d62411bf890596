// The extended query protocol of Postgres: any number of statements as one message, and its replies as results.

import { serialize } from 'pg-protocol'
import type { Field, Statement, StatementResult } from './backend.ts'

/**
 * A statement with the name of its prepared form. `parsed` when the database has already prepared it, and `fields` when it has
 * also described its result, which a prepared statement cannot change.
 */
export type WireStatement = Statement & {
  name?: string
  parsed?: boolean
  fields?: Field[] | undefined
}

const execute = serialize.execute()
const sync = serialize.sync()
const describePortal = serialize.describe({ type: 'P' })

/**
 * Encodes all statements as one message, for one round trip. After an error the database skips the rest up to the sync.
 * A transaction must therefore contain its own `begin` and `commit`.
 */
export function encode(statements: WireStatement[]): Buffer {
  const parts: Buffer[] = []
  for (const { query, params, name = '', parsed, fields } of statements) {
    if (!parsed) parts.push(serialize.parse({ text: query, name }))
    parts.push(serialize.bind({ statement: name, values: params }))
    if (!fields) parts.push(describePortal)
    parts.push(execute)
  }
  parts.push(sync)
  return Buffer.concat(parts)
}

type FieldDescription = Omit<Field, 'format'>

/** Parses the replies to the encoded message of the statements: one result for each completed statement. */
export function collector(statements: readonly WireStatement[]) {
  const results: StatementResult[] = []
  let fields: Field[] | undefined
  let rows: (string | null)[][] = []

  function complete(tag: string) {
    const [command = '', ...numbers] = tag.split(' ')
    const count = Number.parseInt(numbers.at(-1) ?? '', 10) // INSERT 0 5, SELECT 5, CREATE TABLE
    const described = fields ?? statements[results.length]?.fields ?? []
    results.push({ command, rowCount: Number.isNaN(count) ? null : count, rows, fields: described })
    fields = undefined
    rows = []
  }

  return {
    results,
    describe(descriptions: readonly FieldDescription[]) {
      fields = descriptions.map(({ name, tableID, columnID, dataTypeID, dataTypeSize, dataTypeModifier }) => {
        return { name, tableID, columnID, dataTypeID, dataTypeSize, dataTypeModifier, format: 'text' }
      })
    },
    row: (values: (string | null)[]) => void rows.push(values),
    complete,
  }
}
