// Events of topics for endpoints, and changes for topics, over `kill -9` of the whole system.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Centrifuge } from 'centrifuge'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../support/directory.ts'
import { endpointOf, recorded } from '../../support/realtime.ts'
import { end, freePort, type Started, start } from '../../support/start.ts'
import { endpointSecret, type Sink, startSink } from '../../support/webhooks.ts'

const publishers = 10
const messages = 1500
const kills = 3

let system: Started | undefined
let sink: Sink | undefined
const clients: Centrifuge[] = []
afterAll(async () => {
  for (const client of clients) client.disconnect()
  if (system) await end(system, 'SIGTERM')
  await sink?.close()
})

function clientOf(baseUrl: string, token: string): Centrifuge {
  const client = new Centrifuge(endpointOf(baseUrl), {
    ...{ token, websocket: WebSocket, minReconnectDelay: 20, maxReconnectDelay: 100, timeout: 30_000 },
  })
  clients.push(client)
  client.connect()
  return client
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Queries the database of a system that runs. */
async function queried<Row extends pg.QueryResultRow>(stateDir: string, query: string): Promise<Row[]> {
  const stored = (name: string) => readFileSync(join(stateDir, 'postgres', name), 'utf8')
  const [, , , port] = stored('data/postmaster.pid').split('\n')
  const connectionString = `postgres://postgres:${stored('password')}@127.0.0.1:${port}/postgres`
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}

/** Works until all have ended, and counts what was accepted. */
function inTurns(count: number, workers: number, work: (n: number) => Promise<boolean>) {
  const accepted = new Set<number>()
  let next = 0
  const one = async () => {
    while (next < count) {
      const n = next++
      if (await work(n)) accepted.add(n)
      else await sleep(50)
    }
  }
  return { accepted, progress: () => next / count, ended: Promise.all(Array.from({ length: workers }, one)) }
}

test('each accepted message is one event of the endpoint, and each change one publication', {
  timeout: 300_000,
}, async () => {
  const [stateDir, port] = [temporaryDirectory(), await freePort()]
  sink = await startSink()
  const restarted = async () => {
    system = await start(stateDir, port, { flags: ['--postgres'] })
    return system
  }
  const { baseUrl, demo } = await restarted()
  const call: Started['call'] = (...request) => (system as Started).call(...request)
  const receiver = sink.receiver()
  const endpoint = { url: receiver.url, secret: endpointSecret, events: ['socket.message'] }
  expect((await call('POST', '/api/webhooks', { body: endpoint })).status).toBe(201)
  const body = { applicationId: demo['applicationId'], permissions: ['subscribe', 'publish'] }
  const token = (await call('POST', '/auth/token', { body })).text('token')
  const { subscription, all } = recorded(clientOf(baseUrl, token), 'proctoring.user')
  subscription.subscribe()
  await subscription.ready(20_000)

  const senders = Array.from({ length: publishers }, () => clientOf(baseUrl, token))
  const messaging = inTurns(messages, publishers, n =>
    succeeds((senders[n % publishers] as Centrifuge).publish('room.killed', { n })),
  )
  const changing = inTurns(120, 2, async n => {
    await sleep(100)
    const user = { firstName: 'Ada', lastName: `${n}`, email: `ada${n}@killed.example` }
    const path = `/v1/installs/${demo['installSid']}/users`
    const isCreated = (await call('POST', path, { body: user }).catch(() => undefined))?.status === 201
    if (!isCreated) await sleep(3000)
    return isCreated
  })
  for (let kill = 1; kill <= kills; kill++) {
    await expect
      .poll(messaging.progress, { timeout: 120_000, interval: 5 })
      .toBeGreaterThan(kill / (kills + 1.5))
    await end(system as Started, 'SIGKILL')
    await restarted()
  }
  await Promise.all([messaging.ended, changing.ended])

  // The deliveries follow from the events. Those that the local queue lost with the kill are published after 15 minutes.
  const events = () =>
    queried<{ n: number; events: number; deliveries: number }>(
      stateDir,
      `select (payload ->> 'n')::int n, count(*)::int events, count(d.sid)::int deliveries
        from event left join webhook_delivery d on d.event_sid = event.sid where topic = 'room.killed' group by 1`,
    )
  await expect
    .poll(
      async () => {
        const stored = new Set((await events()).map(({ n }) => n))
        return [...messaging.accepted].filter(n => !stored.has(n))
      },
      { timeout: 30_000, interval: 500 },
    )
    .toEqual([])
  expect((await events()).filter(each => each.events !== 1 || each.deliveries !== 1)).toEqual([])
  expect(messaging.accepted.size).toBeGreaterThan(messages / 2)

  const names = () => all.map(({ data }) => data.payload.lastName)
  await expect
    .poll(() => [...changing.accepted].filter(n => !names().includes(`${n}`)), { timeout: 90_000 })
    .toEqual([])
  expect(changing.accepted.size).toBeGreaterThan(40)
  expect(new Set(names()).size, 'one publication for each change').toBe(names().length)
  expect(all.map(({ offset }) => offset)).toEqual(all.map((_, at) => at + 1))
})
