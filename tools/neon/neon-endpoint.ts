// Serves Neon's HTTP protocol (`POST /sql`) from a local database, so that the driver of the Workers works offline.

import {
  type Backend,
  BackendLost,
  type Field,
  isolationLevels,
  QueryError,
  type Statement,
  type StatementResult,
  type TransactionMode,
} from './backend.ts'
import { type HttpRequest, RequestError } from './http-request.ts'
import { type HttpResponse, startHttpServer } from './http-server.ts'

export type NeonEndpoint = {
  /** For `neonConfig.fetchEndpoint`. */
  url: string
  port: number
  /** Serves a request of this process without a connection, which costs more than most statements. */
  send(init: RequestInit): Promise<Response>
  /** The number of requests so far: one request is one round trip of the Workers to the database. */
  roundTrips(): number
  /** Finishes the requests in progress, then releases the port. The backend stays open. */
  close(): Promise<void>
}

/** Serves `backend` on a free port of 127.0.0.1. */
export async function startNeonEndpoint(backend: Backend): Promise<NeonEndpoint> {
  let roundTrips = 0
  const serve = (request: HttpRequest, disconnected: AbortSignal) => {
    roundTrips++
    return respond(backend, request, disconnected).catch(errorResponse)
  }
  const { port, close } = await startHttpServer(serve)
  async function send({ headers, body, signal }: RequestInit): Promise<Response> {
    const abandoned = signal ?? new AbortController().signal
    abandoned.throwIfAborted()
    const request = { headers: new Map(new Headers(headers)), body: Buffer.from(String(body)) }
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    abandoned.addEventListener('abort', () => reject(abandoned.reason), { once: true })
    const { status, body: text } = await Promise.race([serve(request, abandoned), aborted])
    return new Response(new Uint8Array(text), { status, headers: { 'content-type': 'application/json' } })
  }
  return { url: `http://127.0.0.1:${port}/sql`, port, send, roundTrips: () => roundTrips, close }
}

async function respond(backend: Backend, { headers, body }: HttpRequest, disconnected: AbortSignal) {
  // Browsers send it with every POST. A page whose host name resolves to this machine needs no preflight for other headers.
  if (headers.has('origin')) throw new RequestError(403, 'web pages are not served')
  if (!headers.get('neon-connection-string')) throw new RequestError(400, 'Neon-Connection-String is missing')
  if (!isTrue(headers, 'neon-raw-text-output'))
    throw new RequestError(400, 'only Neon-Raw-Text-Output is served')
  const asArrays = isTrue(headers, 'neon-array-mode')
  const input = parse(body.toString())
  if (Array.isArray(input['queries'])) {
    const results = await backend.run(
      input['queries'].map(toStatement),
      transactionMode(headers),
      disconnected,
    )
    return withBody(200, `{"results":[${results.map(result => resultBody(result, asArrays)).join(',')}]}`)
  }
  const [result] = await backend.run([toStatement(input)], undefined, disconnected)
  if (!result) throw new RequestError(500, 'the database returned no result')
  return withBody(200, resultBody(result, asArrays))
}

const withBody = (status: number, body: string): HttpResponse => ({ status, body: Buffer.from(body) })

const toResponse = (status: number, body: object): HttpResponse => withBody(status, JSON.stringify(body))

function errorResponse(error: unknown): HttpResponse {
  if (error instanceof QueryError) return toResponse(400, { message: error.message, ...error.fields })
  if (error instanceof BackendLost) return toResponse(503, { message: error.message })
  if (error instanceof RequestError) return toResponse(error.status, { message: error.message })
  return toResponse(500, { message: error instanceof Error ? error.message : String(error) })
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw new RequestError(400, 'the body is not a JSON object')
}

function toStatement(input: unknown): Statement {
  const { query, params = [] } = (input ?? {}) as { query?: unknown; params?: unknown }
  if (typeof query !== 'string' || !Array.isArray(params))
    throw new RequestError(400, 'a query needs its text and params')
  return { query, params: params.map(toText) }
}

/** The driver sends text and null; numbers, booleans and JSON of other clients become text too. */
function toText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  return JSON.stringify(value)
}

type Headers = HttpRequest['headers']

function transactionMode(headers: Headers): TransactionMode {
  const isolation = headers.get('neon-batch-isolation-level')
  if (isolation !== undefined && !isIsolation(isolation))
    throw new RequestError(400, 'unknown isolation level')
  return {
    isolation,
    readOnly: flag(headers, 'neon-batch-read-only'),
    deferrable: flag(headers, 'neon-batch-deferrable'),
  }
}

const isIsolation = (level: string): level is keyof typeof isolationLevels =>
  Object.hasOwn(isolationLevels, level)

const flag = (headers: Headers, name: string) => (headers.has(name) ? isTrue(headers, name) : undefined)

const isTrue = (headers: Headers, name: string) => headers.get(name) === 'true'

function resultBody({ command, rowCount, rows, fields }: StatementResult, asArrays: boolean): string {
  const described = fieldsBody(fields)
  const members = `"command":${JSON.stringify(command)},"rowCount":${rowCount},"rowAsArray":${asArrays}`
  const named = () => rows.map(row => Object.fromEntries(fields.map((field, i) => [field.name, row[i]])))
  return `{${members},"fields":${described},"rows":${JSON.stringify(asArrays ? rows : named())}}`
}

/** The descriptions of results as JSON. That of a prepared statement is the same object each time. */
const fieldsBodies = new WeakMap<Field[], string>()

function fieldsBody(fields: Field[]): string {
  const known = fieldsBodies.get(fields)
  if (known !== undefined) return known
  const body = JSON.stringify(fields)
  fieldsBodies.set(fields, body)
  return body
}
