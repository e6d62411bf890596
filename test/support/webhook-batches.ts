// Messages with several deliveries, which the tests let QStash send or send themselves.
import { Buffer } from 'node:buffer'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { delivery } from '../../db/schema/webhook.ts'
import { callbacks } from '../../src/platform/webhooks/delivery/queue.ts'
import { makeSigner } from '../../tools/qstash/signature.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { sidOf } from './tokens.ts'
import { clientOf } from './webhook-faults.ts'
import { act, makeEndpoint, publish, type Receiver, type Row, type stackWithSink } from './webhooks.ts'
import { makeWorld, type World } from './world.ts'

/** Calls a callback as QStash does. */
export async function callAsQstash(
  { qstash, baseUrl }: Pick<Stack, 'qstash' | 'baseUrl'>,
  callback: keyof typeof callbacks,
  message: object,
): Promise<Response> {
  const [url, body] = [baseUrl + callbacks[callback], JSON.stringify(message)]
  const sign = await makeSigner(qstash.signingKeys.current)
  const signature = await sign({ url, body: Buffer.from(body), now: Date.now() })
  return fetch(url, { method: 'POST', body, headers: { 'upstash-signature': signature } })
}

/** The scenes of a test file with a system of its own. */
export function batchScenes(system: ReturnType<typeof stackWithSink>) {
  const rowsOf = ({ applicationSid }: World) =>
    system.stack.db
      .select()
      .from(delivery)
      .where(eq(delivery.applicationSid, sidOf('AP', applicationSid)))

  const callRelay = (message: object) => callAsQstash(system.stack, 'relay', message)

  /** Events that an endpoint has missed. `recover` publishes them, up to 20 in a message. */
  async function missed(count: number, receiver: Receiver = system.sink.receiver(), payload: Row = {}) {
    const world = await makeWorld(system.stack)
    const endpoint = await makeEndpoint(world, receiver)
    await act(world, endpoint, 'deactivate')
    const events = await Promise.all(
      Array.from({ length: count }, (_, n) => publish(world, { n, ...payload })),
    )
    await act(world, endpoint, 'activate')
    const recover = () => act(world, endpoint, 'recover', { since: '2026-01-01T00:00:00Z' })
    return { world, endpoint, events, receiver, recover }
  }

  /** The same, with the messages held by QStash: the test sends the message itself, as often as it wants. */
  async function held(count: number, receiver?: Receiver) {
    const scene = await missed(count, receiver)
    const { world, endpoint, recover } = scene
    const { flowControl } = clientOf(system.stack.qstash)
    await flowControl.pause(`wh_${endpoint.id}`)
    await recover()
    const published = async () => (await rowsOf(world)).filter(row => row.publishedDate !== null)
    await expect.poll(published).toHaveLength(count)
    const deliveries = (await rowsOf(world)).map(({ sid, round }) => ({ id: sid, round }))
    return {
      ...scene,
      deliveries,
      send: () => callRelay({ endpointId: endpoint.id, deliveries }),
      resume: () => flowControl.resume(`wh_${endpoint.id}`),
    }
  }

  return { rowsOf, callRelay, missed, held }
}
