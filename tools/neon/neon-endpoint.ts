// Serves Neon's HTTP protocol (`POST /sql`) from a local database, so that the driver of the Workers works offline.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { finished } from 'node:stream/promises'
import {
  type Backend,
  BackendLost,
  isolationLevels,
  QueryError,
  type Statement,
  type StatementResult,
  type TransactionMode,
} from './backend.ts'

export type NeonEndpoint = {
  /** For `neonConfig.fetchEndpoint`. */
  url: string
  port: number
  /** The number of requests so far: one request is one round trip of the Workers to the database. */
  roundTrips(): number
  /** Finishes the requests in progress, then releases the port. The backend stays open. */
  close(): Promise<void>
}

const maxBodyBytes = 64 * 1024 * 1024 // the limit of Neon

class RequestError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Serves `backend` on a free port of 127.0.0.1. */
export async function startNeonEndpoint(backend: Backend): Promise<NeonEndpoint> {
  let roundTrips = 0
  const inProgress = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    roundTrips++
    const done = handle(backend, request, response).finally(() => inProgress.delete(done))
    inProgress.add(done)
  })
  server.keepAliveTimeout = 0 // only the client closes idle connections, so that none is reset when it is used again
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/sql`,
    port,
    roundTrips: () => roundTrips,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      await Promise.all(inProgress)
      server.closeAllConnections()
      await closed
    },
  }
}

async function handle(backend: Backend, request: IncomingMessage, response: ServerResponse) {
  const abandoned = new AbortController()
  response.once('close', () => abandoned.abort())
  const { status, body } = await respond(backend, request, abandoned.signal).catch(errorResponse)
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length })
  response.end(text)
  await finished(response).catch(() => {}) // the client may have disconnected
}

async function respond(backend: Backend, request: IncomingMessage, abandoned: AbortSignal) {
  if (request.method !== 'POST' || request.url !== '/sql')
    throw new RequestError(404, 'only POST /sql is served')
  // Neon requires this header. A web page cannot send it to another origin without a preflight, so no page reaches the
  // database.
  if (!request.headers['neon-connection-string'])
    throw new RequestError(400, 'Neon-Connection-String is missing')
  if (!isTrue(request, 'neon-raw-text-output'))
    throw new RequestError(400, 'only Neon-Raw-Text-Output is served')
  const asArrays = isTrue(request, 'neon-array-mode')
  const input = parse(await read(request))
  if (Array.isArray(input['queries'])) {
    const results = await backend.run(input['queries'].map(toStatement), transactionMode(request), abandoned)
    return { status: 200, body: { results: results.map(result => toBody(result, asArrays)) } }
  }
  const [result] = await backend.run([toStatement(input)], undefined, abandoned)
  if (!result) throw new RequestError(500, 'the database returned no result')
  return { status: 200, body: toBody(result, asArrays) }
}

function errorResponse(error: unknown) {
  if (error instanceof QueryError) return { status: 400, body: { message: error.message, ...error.fields } }
  if (error instanceof BackendLost) return { status: 503, body: { message: error.message } }
  if (error instanceof RequestError) return { status: error.status, body: { message: error.message } }
  return { status: 500, body: { message: error instanceof Error ? error.message : String(error) } }
}

async function read(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) throw new RequestError(413, 'the request is larger than 64 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
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

function transactionMode(request: IncomingMessage): TransactionMode {
  const isolation = request.headers['neon-batch-isolation-level']
  if (isolation !== undefined && !isIsolation(isolation))
    throw new RequestError(400, 'unknown isolation level')
  return {
    isolation,
    readOnly: flag(request, 'neon-batch-read-only'),
    deferrable: flag(request, 'neon-batch-deferrable'),
  }
}

function isIsolation(level: string | string[]): level is keyof typeof isolationLevels {
  return typeof level === 'string' && Object.hasOwn(isolationLevels, level)
}

function flag(request: IncomingMessage, header: string) {
  return request.headers[header] === undefined ? undefined : isTrue(request, header)
}

function isTrue(request: IncomingMessage, header: string) {
  return request.headers[header] === 'true'
}

function toBody({ rows, ...result }: StatementResult, asArrays: boolean) {
  if (asArrays) return { ...result, rows, rowAsArray: true }
  const named = rows.map(row => Object.fromEntries(result.fields.map((field, i) => [field.name, row[i]])))
  return { ...result, rows: named, rowAsArray: false }
}
