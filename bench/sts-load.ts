// A load for the token service: every answer must have its status, and a request may depend on the answer before it.

import autocannon from 'autocannon'

/** One kind of request. `chain` gives each connection a turn of its own, for requests that follow from one another. */
export type Load = {
  name: string
  method: 'GET' | 'POST' | 'OPTIONS'
  path: string
  headers?: Record<string, string>
  body?: unknown
  status: number
  /** What is in the text of every answer that is right. */
  answers?: string
  chain?(): Promise<Chain>
}

/** Where a connection's next request goes, and what it learns from the answer. */
export type Chain = { path(): string; learn(answer: string): void }

export type Measured = { perSecond: number; p50: number; p99: number; failed: number }

const connections = 16

/** Sends the same kind of request over 16 connections. Latencies in ms. @throws Error when a connection breaks */
export async function measure(baseUrl: string, load: Load, seconds: number): Promise<Measured> {
  const { name, method, path, headers = {}, body, status, answers } = load
  const chains = await Promise.all(Array.from({ length: connections }, () => load.chain?.()))
  let wrong = 0
  const result = await autocannon({
    url: baseUrl + path,
    connections,
    duration: seconds,
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(answers !== undefined && { verifyBody: text => String(text).includes(answers) }),
    setupClient: client => {
      const chain = chains.pop()
      if (chain)
        client.setRequests([
          {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
            setupRequest: request => ({ ...request, path: chain.path() }),
            onResponse: (code, text) => {
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
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: Math.max(wrong, answered - right) + result.mismatches,
  }
}
