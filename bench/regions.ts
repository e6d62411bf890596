// `npm run bench -- regions`: simulates Workers and a database in different regions. Prints the latency of single requests
// with the areas near the client, where each round trip to the database travels the distance, and with the areas beside the
// database, where only the request travels it, once.

import { join } from 'node:path'
import { end, freePort, start } from '../test/support/start.ts'
import { readArguments } from '../tools/arguments.ts'
import { startEmbeddedPostgres } from '../tools/neon/embedded.ts'
import { startProgress } from '../tools/progress.ts'
import { commands } from './commands.ts'
import { type DelayedProxy, startDelayedProxy } from './delayed-proxy.ts'
import { inDirectory } from './directory.ts'
import { percentile } from './latency.ts'

/** The round-trip times between the region of the client and that of the database, in ms. */
const distances = [20, 80, 150]
const warmUps = 5
const requests = 40

type Send = (baseUrl: string) => Promise<{ ms: number; trips: number; text: string }>

export async function run(args: string[]): Promise<void> {
  readArguments(commands.regions, args)
  await inDirectory(async directory => {
    const server = await startEmbeddedPostgres(join(directory, 'postgres'))
    const url = new URL(server.url)
    const database = await startDelayedProxy(Number(url.port))
    url.port = String(database.port)
    const system = await start(join(directory, 'state'), await freePort(), {
      env: { DATABASE_URL: url.href },
    })
    const client = await startDelayedProxy(Number(new URL(system.baseUrl).port))
    try {
      await compare({ database, client, direct: system.baseUrl, operations: operationsOf(system.demo) })
    } finally {
      await end(system, 'SIGTERM')
      await Promise.all([client.close(), database.close()])
      await server.stop()
    }
  })
}

type Compared = {
  database: DelayedProxy
  client: DelayedProxy
  direct: string
  operations: Record<string, Send>
}

async function compare({ database, client, direct, operations }: Compared): Promise<void> {
  const placed = `http://127.0.0.1:${client.port}`
  const rows: Record<string, string | number>[] = []
  const count = Object.keys(operations).length * distances.length
  const progress = startProgress({ total: count, unit: 'operations' })
  for (const distance of distances)
    for (const [operation, send] of Object.entries(operations)) {
      database.setRoundTrip(distance)
      const near = await measure(() => send(direct))
      database.setRoundTrip(0)
      client.setRoundTrip(distance)
      const beside = await measure(() => send(placed))
      client.setRoundTrip(0)
      rows.push({
        ...{ 'distance, ms': distance, operation, trips: near.trips },
        ...{ 'areas near the client: p50 ms': near.p50, 'p99 ms': near.p99 },
        ...{ 'areas beside the database: p50 ms': beside.p50, 'p99 ms ': beside.p99 },
      })
      progress.advance(1)
    }
  progress.stop()
  console.table(rows)
}

/** Sends one request at a time. */
async function measure(send: () => ReturnType<Send>) {
  const sent = []
  for (let n = 0; n < warmUps + requests; n += 1) sent.push(await send())
  const measured = sent.slice(warmUps)
  const times = measured.map(({ ms }) => ms)
  return {
    p50: Math.round(percentile(times, 50)),
    p99: Math.round(percentile(times, 99)),
    trips: percentile(
      measured.map(({ trips }) => trips),
      50,
    ),
  }
}

function operationsOf(demo: Record<string, string>) {
  const { apiCredential: token = '', installSid, userSid, baseUrl: ownUrl = '' } = demo
  const install = `/v1/installs/${installSid}`
  const tokens = `${install}/sts/tokens`
  const element = { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid }
  const send =
    (method: string, path: string, body?: unknown, credential: Record<string, string> = { token }): Send =>
    async baseUrl => {
      const startedAt = performance.now()
      const response = await fetch(baseUrl + path, {
        method,
        headers: { ...credential, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      const ms = performance.now() - startedAt
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
      return { ms, trips: Number(/(\d+) trips/.exec(response.headers.get('server-timing') ?? '')?.[1]), text }
    }
  const issue = send('POST', tokens, element)
  let newest = ''
  const refresh: Send = async baseUrl => {
    if (newest === '') newest = JSON.parse((await issue(baseUrl)).text).sid
    const sent = await send('POST', `${tokens}/${newest}/refresh`, {})(baseUrl)
    newest = JSON.parse(sent.text).sid
    return sent
  }
  return {
    issue,
    refresh,
    verify: async (baseUrl: string) => {
      const { stsToken, elementToken } = JSON.parse((await issue(baseUrl)).text)
      const credential = { authorization: `Bearer ${stsToken}`, origin: new URL(ownUrl).origin }
      return send('POST', '/v1/embeds/verify', { elementToken }, credential)(baseUrl)
    },
    'read (profile)': send('GET', `${install}/users/${userSid}/profile`),
    'write (user)': send('PUT', `${install}/users/${userSid}`, { firstName: 'Ada' }),
  }
}
