import autocannon from 'autocannon'

export type Load = {
  name: string
  method?: 'GET' | 'POST'
  path: string
  secret?: string
  body?: () => unknown
}
export type Measured = { name: string; perSecond: number; p50: number; p99: number; failed: number }

const connections = 16
const seconds = 3

/** Sends the same kind of request over 16 connections for 3 s, after a second of warming up. Latencies in ms. */
export async function measure(baseUrl: string, load: Load): Promise<Measured> {
  await run(baseUrl, load, 1)
  const { requests, latency, non2xx, errors } = await run(baseUrl, load, seconds)
  return {
    name: load.name,
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: non2xx + errors,
  }
}

const run = (baseUrl: string, { method = 'GET', path, secret, body }: Load, duration: number) =>
  autocannon({
    url: baseUrl + path,
    connections,
    duration,
    method,
    headers: { ...(secret && { token: secret }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { requests: [{ setupRequest: request => ({ ...request, body: JSON.stringify(body()) }) }] }),
  })
