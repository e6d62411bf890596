// A load on the system: every answer must have its status, and a request may depend on the answer before it.

import autocannon from 'autocannon'

/** One kind of request. `chain` gives each connection turns of its own, for requests that differ or follow from one another. */
export type Load = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  path: string
  headers?: Record<string, string>
  body?: unknown
  status: number
  /** What is in the text of every answer that is right. */
  answers?: string
  chain?(): Promise<Chain> | Chain
}

/** Where a connection's next request goes and what it says, as often as it is asked; and what it learns from the answer. */
export type Chain = { path(): string; body?(): unknown; learn(answer: string): void }

/** Latencies in ms. The most round trips to the database that an answer told of; only chains are told. */
export type Measured = { perSecond: number; p50: number; p99: number; failed: number; trips: number }

/** For how long, or how many requests of each connection. */
export type Extent = { seconds: number } | { turns: number }

export const connections = 16

// How often autocannon looks whether it is done; unless told, once a second.
const sampleMs = 25

/** Sends the same kind of request over 16 connections. @throws Error when a connection breaks */
export async function measure(baseUrl: string, load: Load, extent: Extent): Promise<Measured> {
  const { name, method, path, headers = {}, body, status, answers } = load
  const chains = await Promise.all(Array.from({ length: connections }, () => load.chain?.()))
  let wrong = 0
  let trips = 0
  let lastAt = 0
  const startedAt = performance.now()
  const result = await autocannon({
    url: baseUrl + path,
    connections,
    sampleInt: sampleMs,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.turns * connections }),
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(answers !== undefined && { verifyBody: text => String(text).includes(answers) }),
    setupClient: client => {
      client.on('response', () => {
        lastAt = performance.now()
      })
      const chain = chains.pop()
      if (chain)
        client.setRequests([
          {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            setupRequest: request => ({
              ...request,
              path: chain.path(),
              body: JSON.stringify(chain.body?.() ?? body),
            }),
            onResponse: (code, text, _, headers) => {
              trips = Math.max(trips, tripsIn(JSON.stringify(headers)) ?? 0)
              if (code === status) chain.learn(text)
              else wrong += 1
            },
          },
        ])
    },
  })
  if (result.errors > 0) throw new Error(`${name}: ${result.errors} connections broke or timed out.`)
  const right = result.statusCodeStats?.[`${status}`]?.count ?? 0
  const answered = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count = 0 }) => sum + count, 0)
  // Of a number of requests autocannon counts the time until it looked.
  const seconds = 'seconds' in extent ? result.duration : (lastAt - startedAt) / 1000
  return {
    perSecond: result.requests.total / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: Math.max(wrong, answered - right) + result.mismatches,
    trips,
  }
}

/** How long a request took until its last byte, in ms, and how often it asked the database. */
export type Sent = { ms: number; trips: number }

/** Who sends such requests, one at a time. What it answers throws at an answer that is not right. */
export async function senderOf(baseUrl: string, load: Load): Promise<() => Promise<Sent>> {
  const { method, headers, status, answers = '' } = load
  const chain = await load.chain?.()
  return async () => {
    const path = chain?.path() ?? load.path
    const body = chain?.body?.() ?? load.body
    const startedAt = performance.now()
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const ms = performance.now() - startedAt
    if (answer.status !== status || !text.includes(answers))
      throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 1000)}`)
    chain?.learn(text)
    const trips = tripsIn(answer.headers.get('server-timing') ?? '')
    if (trips === undefined) throw new Error(`${method} ${path} does not say how many trips it took.`)
    return { ms, trips }
  }
}

/** The round trips to the database that an answer took, as the system counts them. */
function tripsIn(headers: string): number | undefined {
  const said = /(\d+) trips/.exec(headers)?.[1]
  return said === undefined ? undefined : Number(said)
}
