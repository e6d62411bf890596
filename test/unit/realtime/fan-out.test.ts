// The deliveries of a topic to its shards.
import { expect, test } from 'vitest'
import type { Delivery } from '../../../src/realtime/contract/objects.ts'
import { FanOut } from '../../../src/realtime/topic/fan-out.ts'

type Sent = Omit<Delivery, 'key'> & { shard: string; result: PromiseWithResolvers<boolean> }

/** A topic whose newest offset is `top`, and the deliveries in progress. */
function fanOut(stored: { name: string; acknowledged: number }[] = [], top = 0) {
  const state = {
    top,
    sent: [] as Sent[],
    saved: [] as [string, number][],
    forgotten: [] as string[],
    failures: 0,
  }
  const made = new FanOut(
    {
      top: () => state.top,
      next: after =>
        Array.from({ length: Math.min(3, state.top - after) }, (_, at) => ({
          offset: after + 1 + at,
          json: '{}',
        })),
      deliver: (shard, delivery) => {
        const result = Promise.withResolvers<boolean>()
        state.sent.push({ shard, ...delivery, result })
        return result.promise
      },
      save: (shard, acknowledged) => void state.saved.push([shard, acknowledged]),
      forget: shard => void state.forgotten.push(shard),
      retryLater: () => {
        state.failures += 1
      },
    },
    stored,
  )
  const publish = (count: number) => {
    state.top += count
    made.deliverAll()
  }
  /** Completes the last delivery. */
  const complete = async (isKnown = true) => {
    state.sent.at(-1)?.result.resolve(isKnown)
    await new Promise(setImmediate)
  }
  const offsets = () => state.sent.map(({ publications }) => publications.map(({ offset }) => offset))
  return { made, state, publish, complete, offsets }
}

test('a shard has one delivery at a time, and the next one contains what was published meanwhile', async () => {
  const { made, state, publish, complete, offsets } = fanOut()
  expect(made.add('a')).toBe(true)
  expect(made.add('a')).toBe(false)
  publish(1)
  publish(1)
  publish(1)
  expect(offsets()).toEqual([[1]])
  await complete()
  expect(offsets()).toEqual([[1], [2, 3]])
  await complete()
  expect(state.saved).toEqual([
    ['a', 1],
    ['a', 3],
  ])
  expect(state.sent.map(({ previous, isCertain }) => [previous, isCertain])).toEqual([
    [0, true],
    [1, true],
  ])
})

test('a slow shard does not delay another one', async () => {
  const { made, state, publish } = fanOut()
  made.add('slow')
  made.add('fast')
  publish(1)
  state.sent[1]?.result.resolve(true)
  await new Promise(setImmediate)
  publish(1)
  expect(state.sent.map(({ shard }) => shard)).toEqual(['slow', 'fast', 'fast'])
})

test('a failed delivery is repeated, and its publications are not lost', async () => {
  const { made, state, publish, complete, offsets } = fanOut()
  made.add('a')
  publish(1)
  state.sent[0]?.result.reject(new Error('unavailable'))
  await new Promise(setImmediate)
  expect(state.failures).toBe(1)
  publish(1)
  await complete()
  expect(offsets()).toEqual([[1], [1, 2]])
})

test('a repeated delivery is not certain, because the shard may have received the failed one', async () => {
  const { made, state, publish, complete } = fanOut()
  made.add('a')
  publish(1)
  state.sent[0]?.result.reject(new Error('no response'))
  await new Promise(setImmediate)
  made.deliverAll()
  await complete()
  publish(1)
  await complete()
  expect(state.sent.map(({ previous, isCertain }) => [previous, isCertain])).toEqual([
    [0, true],
    [0, false],
    [1, true],
  ])
})

test('after a crash, deliveries continue after the stored offset, and are certain only if nothing was in progress', async () => {
  const { made, state, complete, offsets } = fanOut(
    [
      { name: 'behind', acknowledged: 2 },
      { name: 'current', acknowledged: 4 },
    ],
    4,
  )
  made.deliverAll()
  expect(offsets()).toEqual([[3, 4]])
  expect(state.sent[0]).toMatchObject({ shard: 'behind', previous: 2, isCertain: false })
  await complete()
  state.top = 5
  made.deliverAll()
  expect(state.sent.slice(1).map(({ shard, isCertain }) => [shard, isCertain])).toEqual([
    ['behind', true],
    ['current', true],
  ])
})

test('a shard without subscriptions is removed', async () => {
  const { made, state, publish, complete } = fanOut()
  made.add('a')
  publish(1)
  await complete(false)
  publish(1)
  expect(state.forgotten).toEqual(['a'])
  expect(state.sent).toHaveLength(1)
})

test('joins and leaves are delivered with the next publications', async () => {
  const { made, state, publish, complete } = fanOut()
  made.add('a')
  publish(1)
  made.move('a', [{ name: 'join', info: { client: 'c', user: 'u' } }])
  made.deliverAll()
  await complete()
  expect(state.sent[1]).toMatchObject({ publications: [], moves: [{ name: 'join' }], previous: 1 })
  publish(1)
  await complete()
  expect(state.sent[2]).toMatchObject({ previous: 1, isCertain: true, publications: [{ offset: 2 }] })
})

test('joins and leaves of a failed delivery are delivered with the next one, in their order', async () => {
  const { made, state, complete } = fanOut()
  const move = (name: 'join' | 'leave') => made.move('a', [{ name, info: { client: 'c', user: 'u' } }])
  made.add('a')
  move('join')
  made.deliverAll()
  move('leave')
  state.sent[0]?.result.reject(new Error('unavailable'))
  await new Promise(setImmediate)
  made.deliverAll()
  await complete()
  expect(state.sent.map(({ moves }) => moves.map(({ name }) => name))).toEqual([['join'], ['join', 'leave']])
})

test('a shard that is far behind keeps a bounded number of joins and leaves', async () => {
  const { made, state, complete } = fanOut()
  const move = { name: 'join', info: { client: 'c', user: 'u' } } as const
  made.add('a')
  for (const failures of [1, 2, 3]) {
    made.move('a', Array(5000).fill(move))
    made.deliverAll()
    state.sent.at(-1)?.result.reject(new Error('unavailable'))
    await new Promise(setImmediate)
    expect(state.failures).toBe(failures)
  }
  made.deliverAll()
  await complete()
  expect(state.sent.at(-1)?.moves.length).toBe(4000)
})

test('a shard that subscribes during a delivery that it did not know is not forgotten', async () => {
  const { made, state, publish, complete, offsets } = fanOut()
  made.add('a')
  publish(1)
  expect(made.add('a')).toBe(false)
  await complete(false)
  expect(state.forgotten).toEqual([])
  expect(offsets()).toEqual([[1], [1]])
  await complete(false)
  expect(state.forgotten).toEqual(['a'])
})
