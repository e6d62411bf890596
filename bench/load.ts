// Sends load to the system. Every response must have the expected status; a request may depend on the previous response.

import autocannon from 'autocannon'

/** One kind of request. `chain` builds the requests of each connection, if they differ or depend on one another. */
export type Load = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  path: string
  headers?: Record<string, string>
  /** Sent as JSON, or as a form if it is `URLSearchParams`. */
  body?: unknown
  status: number
  /** A text that every correct response contains. */
  contains?: string
  /** The number of requests that are possible until `reset`. */
  maxRequests?: number
  /** Removes what earlier requests created. Called before each measurement, whose time does not include it. */
  reset?(): Promise<void>
  chain?(): Promise<Chain> | Chain
}

/** Returns the path and body of a connection's next request, and reads each response. `path` and `body` may be called repeatedly. */
export type Chain = { path(): string; body?(): unknown; onResponse(response: string): void }

/** Latencies in ms. `trips` is the maximum of round trips to the database; only chains report it. */
export type Measured = {
  perSecond: number
  requests: number
  p50: number
  p99: number
  failed: number
  trips: number
}

/** A duration, or a number of requests for each connection. */
export type Extent = { seconds: number } | { requestsPerConnection: number }

export const connections = 16

// The interval in which autocannon checks for the end. Its default is a second.
const sampleMs = 25

/** Sends the same kind of request over 16 connections. @throws Error if a connection fails */
export async function measure(baseUrl: string, load: Load, extent: Extent): Promise<Measured> {
  const { name, method, path, headers = {}, body, status, contains } = load
  const chains = await Promise.all(Array.from({ length: connections }, () => load.chain?.()))
  await load.reset?.()
  let wrong = 0
  let trips = 0
  let lastAt = 0
  const startedAt = performance.now()
  const result = await autocannon({
    url: baseUrl + path,
    connections,
    sampleInt: sampleMs,
    ...('seconds' in extent
      ? { duration: extent.seconds }
      : { amount: extent.requestsPerConnection * connections }),
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': typeOf(body) }) },
    ...(body !== undefined && { body: textOf(body) }),
    ...(contains !== undefined && { verifyBody: text => String(text).includes(contains) }),
    setupClient: client => {
      client.on('response', () => {
        lastAt = performance.now()
      })
      const chain = chains.pop()
      if (chain)
        client.setRequests([
          {
            method,
            headers: { ...headers, 'content-type': typeOf(chain.body?.() ?? body) },
            setupRequest: request => ({
              ...request,
              path: chain.path(),
              body: textOf(chain.body?.() ?? body),
            }),
            onResponse: (code, text, _, headers) => {
              trips = Math.max(trips, tripsIn(JSON.stringify(headers)) ?? 0)
              if (code === status) chain.onResponse(text)
              else wrong += 1
            },
          },
        ])
    },
  })
  if (result.errors > 0) throw new Error(`${name}: ${result.errors} connections failed or timed out.`)
  const correct = result.statusCodeStats?.[`${status}`]?.count ?? 0
  const total = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count = 0 }) => sum + count, 0)
  // For a number of requests, autocannon's duration includes the time until its next check.
  const seconds = 'seconds' in extent ? result.duration : (lastAt - startedAt) / 1000
  return {
    perSecond: result.requests.total / seconds,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: Math.max(wrong, total - correct) + result.mismatches,
    trips,
  }
}

const typeOf = (body: unknown): string =>
  body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json'

const textOf = (body: unknown): string =>
  body instanceof URLSearchParams ? body.toString() : JSON.stringify(body)

/** The duration of a request until the last byte, in ms, and its round trips to the database. */
export type Sent = { ms: number; trips: number }

/** Returns a function that sends one such request. It throws an Error if the response is not correct. */
export async function senderOf(baseUrl: string, load: Load): Promise<() => Promise<Sent>> {
  const { method, headers, status, contains = '' } = load
  const chain = await load.chain?.()
  await load.reset?.()
  return async () => {
    const path = chain?.path() ?? load.path
    const body = chain?.body?.() ?? load.body
    const startedAt = performance.now()
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const ms = performance.now() - startedAt
    if (response.status !== status || !text.includes(contains))
      throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 1000)}`)
    chain?.onResponse(text)
    const trips = tripsIn(response.headers.get('server-timing') ?? '')
    if (trips === undefined) throw new Error(`${method} ${path} has no number of trips.`)
    return { ms, trips }
  }
}

/** Returns the round trips to the database that the headers report. */
function tripsIn(headers: string): number | undefined {
  const trips = /(\d+) trips/.exec(headers)?.[1]
  return trips === undefined ? undefined : Number(trips)
}
