import { expect, test } from 'vitest'
import { makeFaults, noFaults } from '../../../tools/qstash/faults.ts'
import { makeQstash, type QstashWorld } from './world.ts'

const setFaults = async ({ call }: QstashWorld, faults: object): Promise<void> => {
  expect((await call('POST', '/__test/faults', { body: faults })).status).toBe(200)
}

/** Publishes one after the other and returns the result of each. */
async function publishMany({ call, sink }: QstashWorld, count: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let at = 0; at < count; at++)
    outcomes.push(
      await call('POST', `/v2/publish/${sink.at(`/${at}`)}`).then(
        ({ status }) => `status ${status}`,
        () => 'cut',
      ),
    )
  return outcomes
}

test('a publish that fails responds with 500 and stores nothing', async () => {
  const world = await makeQstash()
  await setFaults(world, { failPublish: 1 })
  expect(await publishMany(world, 2)).toEqual(['status 500', 'status 500'])
  await setFaults(world, {})
  expect(await publishMany(world, 1)).toEqual(['status 200'])
  await world.sink.until('/0', 1)
  await world.advance(0)
  expect(world.sink.received()).toHaveLength(1)
})

test('a publish whose response is lost is delivered', async () => {
  const world = await makeQstash()
  await setFaults(world, { loseResponse: 1 })
  expect(await publishMany(world, 2)).toEqual(['cut', 'cut'])
  await world.advance(0)
  expect(
    world.sink
      .received()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['/0', '/1'])
})

test('a duplicate is the same message twice, each with a valid signature', async () => {
  const world = await makeQstash()
  await setFaults(world, { duplicate: 1 })
  await publishMany(world, 1)
  await world.advance(0)
  const received = world.sink.received()
  expect(new Set(received.map(({ headers }) => headers['upstash-message-id'])).size).toBe(1)
  expect(received.map(({ headers }) => headers['upstash-retried'])).toEqual(['0', '0'])
  for (const { headers } of received)
    expect(await world.receiver.verify({ signature: String(headers['upstash-signature']), body: '' })).toBe(
      true,
    )
  const attempts = await world.read<{ duplicate: boolean }[]>('GET', '/__test/attempts')
  expect(attempts.map(({ duplicate }) => duplicate).sort()).toEqual([false, true])
})

test('a duplicate uses up no retry', async () => {
  const world = await makeQstash()
  world.sink.answer('/0', () => ({ status: 500 }))
  await setFaults(world, { duplicate: 1 })
  await publishMany(world, 1)
  await world.advance(30 * 86_400_000)
  const retries = world.sink.received().map(({ headers }) => headers['upstash-retried'])
  expect(retries).toEqual([...'00112233'])
})

test('failure callbacks can be delayed', async () => {
  const world = await makeQstash()
  await setFaults(world, { callbackDelayMs: 5000 })
  world.sink.answer('/down', () => ({ status: 500 }))
  const failureCallback = world.sink.at('/failed')
  await world.client.publish({ url: world.sink.at('/down'), retries: 0, failureCallback })
  await world.advance(4999)
  expect(world.sink.received('/failed')).toEqual([])
  await world.advance(1)
  expect(world.sink.received('/failed')).toHaveLength(1)
})

test('faults happen with their probability, repeatably for the same seed and differently for another', () => {
  const faults = makeFaults()
  const occurrences = (seed: number, failPublish: number) => {
    faults.set({ ...noFaults, failPublish, duplicate: 0.5, seed })
    return Array.from({ length: 10_000 }, (_, at) => {
      if (at % 3 === 0) faults.occurs('duplicate') // other kinds have no effect
      return faults.occurs('failPublish')
    })
  }
  const count = (struck: boolean[]) => struck.filter(Boolean).length
  for (const often of [0.01, 0.3, 0.9]) expect(count(occurrences(1, often)) / 10_000).toBeCloseTo(often, 1)
  expect([count(occurrences(1, 0)), count(occurrences(1, 1))]).toEqual([0, 10_000])
  expect(occurrences(7, 0.3)).toEqual(occurrences(7, 0.3))
  expect(occurrences(7, 0.3)).not.toEqual(occurrences(8, 0.3))
})

test('faults are limited to their bounds, and can be set only if the server has controls', async () => {
  const world = await makeQstash()
  for (const faults of [{ failPublish: 2 }, { unknown: 1 }, 'all'])
    expect((await world.call('POST', '/__test/faults', { body: faults })).status).toBe(400)
  const plain = await makeQstash({ controls: false })
  expect((await plain.call('POST', '/__test/faults', { body: {} })).status).toBe(404)
  expect((await plain.call('GET', '/__test/attempts')).status).toBe(404)
})
