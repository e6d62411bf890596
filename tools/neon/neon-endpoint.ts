// Neon's HTTP protocol (`POST /sql`), answered by a local database, so that the Workers' unmodified driver works offline.

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
  /** How many requests came so far: one request is one round trip of the Workers to the database. */
  roundTrips(): number
  /** Answers what is under way, then frees the port. The backend stays open. */
  close(): Promise<void>
}

const bodyAtMostBytes = 64 * 1024 * 1024 // Neon's own limit

class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Serves `backend` on a free port of 127.0.0.1. */
export async function startNeonEndpoint(backend: Backend): Promise<NeonEndpoint> {
  let roundTrips = 0
  const underWay = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    roundTrips++
    const done = answer(backend, request, response).finally(() => underWay.delete(done))
    underWay.add(done)
  })
  server.keepAliveTimeout = 0 // the client alone closes idle connections, so none is reset as it is used again
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
      await Promise.all(underWay)
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(backend: Backend, request: IncomingMessage, response: ServerResponse) {
  const abandoned = new AbortController()
  response.once('close', () => abandoned.abort())
  const { status, body } = await respond(backend, request, abandoned.signal).catch(problem)
  const text = Buffer.from(JSON.stringify(body))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length })
  response.end(text)
  await finished(response).catch(() => {}) // who asked may have gone, before the answer or while it is sent
}

async function respond(backend: Backend, request: IncomingMessage, abandoned: AbortSignal) {
  if (request.method !== 'POST' || request.url !== '/sql') throw new Refused(404, 'only POST /sql is served')
  // Neon demands it, and a web page cannot send it across origins without asking first: no page can reach the database.
  if (!request.headers['neon-connection-string']) throw new Refused(400, 'Neon-Connection-String is missing')
  if (!isTrue(request, 'neon-raw-text-output')) throw new Refused(400, 'only Neon-Raw-Text-Output is served')
  const asArrays = isTrue(request, 'neon-array-mode')
  const asked = parse(await read(request))
  if (Array.isArray(asked['queries'])) {
    const results = await backend.run(asked['queries'].map(toStatement), transactionMode(request), abandoned)
    return { status: 200, body: { results: results.map(result => present(result, asArrays)) } }
  }
  const [result] = await backend.run([toStatement(asked)], undefined, abandoned)
  if (!result) throw new Refused(500, 'the database gave no result')
  return { status: 200, body: present(result, asArrays) }
}

function problem(error: unknown) {
  if (error instanceof QueryError) return { status: 400, body: { message: error.message, ...error.fields } }
  if (error instanceof BackendLost) return { status: 503, body: { message: error.message } }
  if (error instanceof Refused) return { status: error.status, body: { message: error.message } }
  return { status: 500, body: { message: error instanceof Error ? error.message : String(error) } }
}

async function read(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyAtMostBytes) throw new Refused(413, 'the request is larger than 64 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw new Refused(400, 'the body is not a JSON object')
}

function toStatement(asked: unknown): Statement {
  const { query, params = [] } = (asked ?? {}) as { query?: unknown; params?: unknown }
  if (typeof query !== 'string' || !Array.isArray(params))
    throw new Refused(400, 'a query needs its text and params')
  return { query, params: params.map(toText) }
}

/** The driver sends text and null; numbers, booleans and JSON of other clients become text too. */
function toText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  return JSON.stringify(value)
}

function transactionMode(request: IncomingMessage): TransactionMode {
  const isolation = request.headers['neon-batch-isolation-level']
  if (isolation !== undefined && !isIsolation(isolation)) throw new Refused(400, 'unknown isolation level')
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

function present({ rows, ...result }: StatementResult, asArrays: boolean) {
  if (asArrays) return { ...result, rows, rowAsArray: true }
  const named = rows.map(row => Object.fromEntries(result.fields.map((field, i) => [field.name, row[i]])))
  return { ...result, rows: named, rowAsArray: false }
}
