// All parts fail at random, and once the whole system is killed: every event arrives, and arrives again only if a step
// was repeated.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { rounds } from '../../support/rounds.ts'
import { randomFrom } from '../../support/session-crowd.ts'
import { type Answerer, startAnswerer } from '../../support/webhook-faults.ts'
import { type Killable, killable } from '../../support/webhook-killable.ts'
import { type RelayCall, type RelayProxy, startRelayProxy } from '../../support/webhook-relay-proxy.ts'

/** The full size is 2,000, which takes minutes. */
const eventCount = Number(process.env['WEBHOOK_FAULT_EVENTS'] ?? rounds({ quick: 100, all: 400 }))
const endpointCount = 5
const longestMs = 60_000 + eventCount * 100
vi.setConfig({ testTimeout: longestMs + 60_000, hookTimeout: 90_000 })

const qstashFaults = { failPublish: 0.05, loseResponse: 0.05, duplicate: 0.01 }
const deaths = { before: 5, after: 5, unheard: 5 }
const sinkErrors = { percent: 20, most: 3 } // per pair: six failures would make a dead letter

let system: Killable
let proxy: RelayProxy
let sink: Answerer

/** How often each pair of event and endpoint was accepted and refused. */
const accepted = new Map<string, number>()
const refused = new Map<string, number>()
const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
const total = (map: Map<string, number>) => [...map.values()].reduce((sum, each) => sum + each, 0)
let lastArrival = 0
let deadWhenTold = 0
let holds = 0

beforeAll(async () => {
  const random = randomFrom(11)
  sink = await startAnswerer(async ({ headers, body, gone }) => {
    lastArrival = Date.now()
    const pair = `${JSON.parse(body).id} ${headers['x-webhook-endpoint-id']}`
    if (proxy.reached(pair)) {
      count(accepted, pair)
      await Promise.race([gone.then(() => deadWhenTold++), sleep(1000)])
      return 200
    }
    const fails = random(100) < sinkErrors.percent && (refused.get(pair) ?? 0) < sinkErrors.most
    count(fails ? refused : accepted, pair)
    if (fails) return random(2) === 0 ? 500 : undefined
    return 200
  })
  system = await killable(20)
  proxy = await startRelayProxy({ deaths, relayPort: system.port, pairOf })
  await system.start(proxy.url)
})
afterAll(async () => {
  await system?.close()
  await proxy?.close()
  await sink?.close()
})

const sidAs = (prefix: string, column: string) => `'${prefix}' || replace(${column}::text, '-', '')`
const pairs = `select ${sidAs('WD', 'sid')} delivery, ${sidAs('EV', 'event_sid')} || ' ' || ${sidAs('WH', 'endpoint_sid')} pair,
  status, round from webhook_delivery`
type Pair = { delivery: string; pair: string; status: string; round: number }

const pairOf = (deliveryId: string) =>
  system.rows<Pair>(`${pairs} where sid = $1`, [deliveryId.slice(2)]).then(
    ([row]) => row?.pair,
    () => undefined, // the database is killed, too
  )

/** Publishes under an own id until the response arrives, and returns the event's id. */
async function publishSurely(id: string, apiCredential: string): Promise<string> {
  const body = JSON.stringify({ topic: 'courses.syllabus', type: 'document.updated', payload: {}, id })
  for (let tries = 0; tries < 600; tries++) {
    const headers = { token: apiCredential, 'content-type': 'application/json', connection: 'close' }
    const answer = await fetch(`${system.url}/api/events`, { method: 'POST', headers, body }).catch(() => {})
    if (answer?.status === 202) {
      const event: { id: string } = JSON.parse(await answer.text())
      return event.id
    }
    await answer?.body?.cancel()
    await sleep(100)
  }
  throw new Error(`${id} could not be published.`)
}

/** Publishes all, eight at a time, and signals at half of them. */
async function publishAll(apiCredential: string, atHalf: () => void): Promise<string[]> {
  const ids: string[] = []
  let next = 0
  const publisher = async () => {
    while (next < eventCount) {
      next += 1
      ids.push(await publishSurely(`event-${next}`, apiCredential))
      if (ids.length === Math.floor(eventCount / 2)) atHalf()
    }
  }
  await Promise.all(Array.from({ length: 8 }, publisher))
  return ids
}

/** Simulates time: claims count as those of a dead process, and pauses end. Then runs the scheduled job. */
async function passTime(): Promise<void> {
  await system.rows(
    `update webhook_delivery set due_date = now() where status = 'pending' and published_date is null`,
  )
  const held = await system.rows(
    'update webhook_endpoint set held_until = now() where held_until > now() returning sid',
  )
  holds += held.length
  await system.sweep()
}

/** Waits until nothing is pending; simulates time whenever nothing has arrived for two seconds. */
async function drained(): Promise<void> {
  for (const end = Date.now() + longestMs; Date.now() < end; await sleep(250)) {
    const [row] = await system.rows<{ pending: number }>(
      `select count(*)::int pending from webhook_delivery where status = 'pending'`,
    )
    if (row?.pending === 0) return
    if (Date.now() - lastArrival < 2000) continue
    await passTime()
    lastArrival = Date.now()
  }
}

/** Waits, up to a limit, until a kill affects many relays. */
const enoughUnderWay = () =>
  vi
    .waitFor(
      () => expect(proxy.calls.filter(({ endedAt }) => endedAt === undefined).length).toBeGreaterThan(9),
      {
        ...{ timeout: 3000, interval: 1 },
      },
    )
    .catch(() => {})

test('2,000 events (fewer in `npm test`) for 5 endpoints are delivered despite all faults and a kill of the whole system', async () => {
  const startedAt = Date.now()
  const { apiCredential = '' } = system.demo
  const call = callerOf({ baseUrl: system.url }, apiCredential)
  const endpoint = { url: `${sink.url}/hook`, secret: 'a secret of ours', events: ['document.updated'] }
  for (let at = 0; at < endpointCount; at++) {
    const made = await call('POST', '/api/webhooks', { body: endpoint })
    expect(made.status, made.raw).toBe(201)
  }
  await system.setFaults({ ...qstashFaults, seed: 1 })

  const half = Promise.withResolvers<void>()
  const publishing = publishAll(apiCredential, half.resolve)
  await Promise.race([half.promise, publishing])
  await enoughUnderWay()
  const killedAt = Date.now()
  await system.kill()
  const beforeKill = proxy.calls.length
  const underWay = proxy.calls.filter(({ endedAt }) => endedAt === undefined || endedAt >= killedAt)
  await system.start(proxy.url)
  await system.setFaults({ ...qstashFaults, seed: 2 })
  const events = await publishing
  const publishedMs = Date.now() - startedAt
  await drained()
  const drainedMs = Date.now() - startedAt
  const arrivals = total(accepted) + total(refused)

  const deliveries = await system.rows<Pair>(pairs)
  expect(new Set(events)).toHaveLength(eventCount)
  expect(deliveries).toHaveLength(eventCount * endpointCount)
  expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([])
  const missing = deliveries.filter(({ pair }) => !accepted.has(pair))
  expect(missing, 'deliveries that never arrived').toEqual([])

  const injected = injectedTwice(proxy.calls, beforeKill, underWay)
  const twice = deliveries.map(({ delivery, pair, round }) => ({
    ...{ delivery, round, extra: (accepted.get(pair) ?? 0) - 1, injected: injected.get(delivery) ?? 0 },
  }))
  const extra = twice.reduce((sum, each) => sum + each.extra, 0)
  if (process.env['WEBHOOK_FAULT_EVENTS'])
    console.log({
      ...{ events: eventCount, pairs: deliveries.length, publishedMs, drainedMs, arrivals, holds },
      ...{ refused: total(refused), relayCalls: proxy.calls.length, underWayAtTheKill: underWay.length },
      failures: countsOf(proxy.calls.map(({ failure }) => failure)),
      ...{ deadWhenTold, injected: total(injected), arrivedAgain: extra },
      rounds: countsOf(deliveries.map(({ round }) => String(round))),
      outcomes: await system.rows(
        'select coalesce(fault, status_code::text) outcome, count(*) from webhook_attempt group by 1',
      ),
    })
  expect(twice.filter(each => each.extra > each.injected)).toEqual([])
  expect(extra).toBeGreaterThan(0)
  await sleep(1000)
  expect(total(accepted) + total(refused)).toBe(arrivals)
})

const countsOf = (values: string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(values, value => value)).map(([value, all]) => [value, all?.length]),
  )

/**
 * How often each delivery can be repeated: for each relay that ended after a request, for each duplicate message, and for
 * the kill. A message that ends in the middle can repeat all of its deliveries.
 */
function injectedTwice(calls: RelayCall[], beforeKill: number, underWay: RelayCall[]): Map<string, number> {
  const injected = new Map<string, number>()
  const countAll = ({ deliveryIds }: RelayCall) => {
    for (const id of deliveryIds) count(injected, id)
  }
  for (const call of calls) if (call.failure === 'after') countAll(call)
  for (const call of underWay) countAll(call)
  for (const part of [calls.slice(0, beforeKill), calls.slice(beforeKill)]) {
    const seen = new Set<string>()
    for (const call of part) {
      if (seen.has(call.message)) countAll(call)
      seen.add(call.message)
    }
  }
  return injected
}
