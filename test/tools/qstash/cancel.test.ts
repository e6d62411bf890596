import { expect, test } from 'vitest'
import { makeQstash, type QstashWorld } from './world.ts'

const flowControl = { key: 'k', parallelism: 1 }

const cancel = ({ client }: QstashWorld) => client.messages.cancel({ filter: { flowControlKey: 'k' } })

test('the pending messages of a flow control key are cancelled, and no others', async () => {
  const world = await makeQstash()
  const { client, sink, advance } = world
  await client.flowControl.pause('k')
  await client.batch([
    { url: sink.at('/paused'), flowControl },
    { url: sink.at('/delayed'), flowControl, delay: 60 },
    { url: sink.at('/other'), flowControl: { key: 'other', parallelism: 1 }, delay: 60 },
    { url: sink.at('/none'), delay: 60 },
  ])
  expect(await client.flowControl.get('k')).toMatchObject({ waitListSize: 1 })
  expect(await cancel(world)).toEqual({ cancelled: 2 })
  expect(await cancel(world)).toEqual({ cancelled: 0 })
  expect(await client.flowControl.get('k')).toMatchObject({ waitListSize: 0 })
  await client.flowControl.resume('k')
  await advance(100_000)
  expect(
    sink
      .received()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/none', '/other'])
})

test('a message that is cancelled between two attempts is not retried, and has no failure callback', async () => {
  const world = await makeQstash()
  const { client, sink, advance } = world
  sink.answer('/down', () => ({ status: 500 }))
  await client.publish({ url: sink.at('/down'), flowControl, failureCallback: sink.at('/failed') })
  await advance(0)
  expect(await cancel(world)).toEqual({ cancelled: 1 })
  await advance(30 * 86_400_000)
  expect(sink.received().map(({ path }) => path)).toEqual(['/down'])
})

test('a message that is cancelled while it is in flight is not retried, and has no failure callback', async () => {
  const world = await makeQstash()
  const { client, sink, advance } = world
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  sink.answer('/in-flight', async () => {
    await cancelled
    return { status: 500 }
  })
  const failureCallback = sink.at('/failed')
  await client.publish({ url: sink.at('/in-flight'), flowControl, retries: 0, failureCallback })
  await sink.until('/in-flight', 1)
  expect(await cancel(world)).toEqual({ cancelled: 1 })
  resolve()
  await advance(86_400_000)
  expect(sink.received().map(({ path }) => path)).toEqual(['/in-flight'])
})
