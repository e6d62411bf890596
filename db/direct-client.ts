// Sends statements in Neon's HTTP protocol. For each request, Neon's driver parses the URL of the database, encodes the
// text of all statements and looks up the parsers of all columns. This client does each of these once.

import { errorFields, NeonDbError, neonConfig, types } from '@neondatabase/serverless'
import { makePgArray } from 'drizzle-orm/pg-core'

/** A statement as it is sent. With `arrayMode` its rows are arrays, else objects. */
export type DirectQuery = { text: string; params: readonly unknown[]; arrayMode: boolean }

type Field = { name: string; dataTypeID: number }
type RawResult = { fields: Field[]; rows: (string | null)[][]; command: string; rowCount: number | null }
type Parse = (text: string) => unknown

export type DirectResult = Omit<RawResult, 'rows'> & { rows: unknown[] }

/** Sends one request to the endpoint. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/**
 * Opens a client; sends nothing before the first batch.
 * @returns a function that sends statements as one transaction in one request
 * @throws NeonDbError with the fields of the error of Postgres; with `sourceError` if the request failed
 */
export function directClient(
  databaseUrl: string,
  send: Send,
): (queries: readonly DirectQuery[]) => Promise<DirectResult[]> {
  const { hostname, port } = new URL(databaseUrl)
  const { fetchEndpoint } = neonConfig
  const endpoint = typeof fetchEndpoint === 'function' ? fetchEndpoint(hostname, port) : fetchEndpoint
  const headers = {
    'Neon-Connection-String': databaseUrl,
    'Neon-Raw-Text-Output': 'true',
    'Neon-Array-Mode': 'true',
  }
  return async queries => {
    const response = await send(endpoint, { method: 'POST', headers, body: bodyOf(queries) }).catch(failed)
    if (!response.ok) throw await errorOf(response)
    const { results }: { results: RawResult[] } = JSON.parse(await response.text())
    return results.map((result, at) => decoded(result, queries[at]?.arrayMode ?? true))
  }
}

const maxTexts = 2000 // the statements of a Worker; lists with many filters add shapes
const texts = new Map<string, string>()

/** Returns the text of a statement as JSON. Escaping a text of 4 KB takes about as long as executing a read. */
function encodedText(text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  if (texts.size >= maxTexts) texts.clear()
  const encoded = JSON.stringify(text)
  texts.set(text, encoded)
  return encoded
}

function bodyOf(queries: readonly DirectQuery[]): string {
  const encoded = queries.map(
    ({ text, params }) =>
      `{"query":${encodedText(text)},"params":${JSON.stringify(params.map(encodedValue))}}`,
  )
  return `{"queries":[${encoded.join(',')}]}`
}

/** Returns the text of a parameter, which Postgres converts to the type that it infers. */
function encodedValue(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return makePgArray(value)
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/** The parsers of the columns, by their types. */
const parsers = new Map<number, Parse>()

function parserOf(type: number): Parse {
  const known = parsers.get(type)
  if (known) return known
  const parse: Parse = types.getTypeParser(type)
  parsers.set(type, parse)
  return parse
}

function decoded({ rows, ...result }: RawResult, arrayMode: boolean): DirectResult {
  const columns = result.fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
  const valueAt = (row: (string | null)[], at: number, parse: Parse) => {
    const text = row[at]
    return text === null || text === undefined ? null : parse(text)
  }
  const toArray = (row: (string | null)[]) => columns.map(({ parse }, at) => valueAt(row, at, parse))
  const toObject = (row: (string | null)[]) =>
    Object.fromEntries(columns.map(({ name, parse }, at) => [name, valueAt(row, at, parse)]))
  return { ...result, rows: rows.map<unknown>(arrayMode ? toArray : toObject) }
}

function failed(cause: unknown): never {
  const error = new NeonDbError(`Error connecting to database: ${cause}`)
  error.sourceError = cause instanceof Error ? cause : undefined
  throw error
}

/** Neon responds to errors of Postgres with status 400 and their fields. */
async function errorOf(response: Response): Promise<NeonDbError> {
  const text = await response.text()
  if (response.status !== 400)
    return new NeonDbError(`Server error (HTTP status ${response.status}): ${text}`)
  const fields: Partial<Record<(typeof errorFields)[number] | 'message', string>> = JSON.parse(text)
  const error = new NeonDbError(fields.message ?? '')
  for (const name of errorFields) error[name] = fields[name]
  return error
}
