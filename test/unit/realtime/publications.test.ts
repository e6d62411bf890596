// The way of publications from a shard to the topics.
import { expect, test } from 'vitest'
import type { PublishRequest } from '../../../src/realtime/contract/objects.ts'
import { Publications } from '../../../src/realtime/shard/publications.ts'

const publisher = { client: 'c', user: 'u' }
const room = { applicationSid: 'AP1', topic: 'room' }

/** The calls to topics in progress. */
function scene() {
  const calls: { request: PublishRequest; result: PromiseWithResolvers<unknown> }[] = []
  const publications = new Publications(request => {
    const result = Promise.withResolvers<unknown>()
    calls.push({ request, result })
    return result.promise
  })
  const publish = (payload: string, key = room) => publications.publish(key, payload, publisher)
  const payloads = () => calls.map(({ request }) => request.payloads)
  /** Ends the last call. */
  const end = async (error?: Error) => {
    if (error) calls.at(-1)?.result.reject(error)
    else calls.at(-1)?.result.resolve(undefined)
    await new Promise(setImmediate)
  }
  return { calls, publications, publish, payloads, end }
}

test('a topic has one call at a time, and the next one has everything that was published meanwhile, in order', async () => {
  const { calls, publish, payloads, end } = scene()
  const results = ['1', '2', '3'].map(payload => publish(payload))
  expect(payloads()).toEqual([['1']])
  await end()
  expect(payloads()).toEqual([['1'], ['2', '3']])
  expect(calls[1]?.request).toMatchObject({ key: room, publishers: [publisher, publisher] })
  await end()
  await Promise.all(results)
  void publish('4')
  expect(payloads()).toEqual([['1'], ['2', '3'], ['4']])
})

test('a topic does not wait for another one', () => {
  const { publish, payloads } = scene()
  void publish('1')
  void publish('2', { ...room, topic: 'hall' })
  void publish('3', { ...room, applicationSid: 'AP2' })
  expect(payloads()).toEqual([['1'], ['2'], ['3']])
})

test('a call that fails fails its publications, and not those of the next one', async () => {
  const { publish, payloads, end } = scene()
  const results = Promise.allSettled(['1', '2', '3'].map(payload => publish(payload)))
  await end()
  await end(new Error('unavailable'))
  const next = publish('4')
  await end()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await next
  expect(payloads()).toEqual([['1'], ['2', '3'], ['4']])
})

test('a call has at most 500 publications and 4 million characters', async () => {
  const { calls, publish, end } = scene()
  void publish('first')
  for (let n = 0; n < 700; n++) void publish('x')
  for (let n = 0; n < 3; n++) void publish('x'.repeat(3_000_000))
  for (let n = 0; n < 5; n++) await end()
  expect(calls.map(({ request }) => request.payloads.length)).toEqual([1, 500, 201, 1, 1])
})

test('`stored` waits for what was published before, also if it fails, and for nothing else', async () => {
  const { publications, publish, end } = scene()
  await publications.stored(room)
  const log: string[] = []
  publish('1').catch(() => log.push('failed'))
  const waited = publications.stored(room).then(() => log.push('stored'))
  const later = publish('2')
  await end(new Error('unavailable'))
  await waited
  expect(log).toEqual(['failed', 'stored'])
  await end()
  await later
})
