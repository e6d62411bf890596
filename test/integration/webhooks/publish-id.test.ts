// The id of a publication: publishing again with the same id changes nothing and returns the same event.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { type Call, callerOf } from '../../support/client.ts'
import { sidOf } from '../../support/tokens.ts'
import { eventRows, type Listener, listen } from '../../support/webhook-events.ts'
import { type Row, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()
let world: World
let listener: Listener
beforeAll(async () => {
  world = await makeWorld(system.stack)
  listener = await listen(world, system.sink, { events: ['document.updated'] })
})

async function publish(members: Row, call: Call = world.admin): Promise<string> {
  const body = { topic: 't', type: 'document.updated', payload: {}, ...members }
  const answer = await call('POST', '/api/events', { body })
  expect(answer.status, answer.raw).toBe(202)
  return answer.text('id')
}

test('50 simultaneous publications with one id create one event and one delivery to each endpoint', async () => {
  const own = await makeWorld(system.stack)
  const ears: Listener[] = []
  for (let count = 0; count < 3; count++)
    ears.push(await listen(own, system.sink, { events: ['document.updated'] }))
  const [ear] = ears
  let ids: string[] = []
  const events = await ear?.eventsOf(async () => {
    const send = () => publish({ id: 'syllabus-7-v12', payload: { version: 12 } }, own.admin)
    ids = await Promise.all(Array.from({ length: 50 }, send))
  })
  const [id] = ids
  expect(ids).toHaveLength(50)
  expect(new Set(ids).size).toBe(1)
  expect(events).toMatchObject([{ id, payload: { version: 12 } }])
  expect(await eventRows(own)).toHaveLength(1)
  const isOwn = eq(delivery.applicationSid, sidOf('AP', own.applicationSid))
  expect(await system.stack.db.$count(delivery, isOwn)).toBe(3)
  for (const { receiver } of ears) expect(receiver.received).toHaveLength(1)
})

test('the first publication with an id is delivered, whatever later ones contain', async () => {
  let first = ''
  const events = await listener.eventsOf(async () => {
    first = await publish({ id: 'again', payload: { n: 1 } })
    for (const members of [{ payload: { n: 2 } }, { topic: 'other' }, { type: 'socket.message' }])
      expect(await publish({ id: 'again', ...members })).toBe(first)
  })
  expect(events).toMatchObject([{ id: first, topic: 't', type: 'document.updated', payload: { n: 1 } }])
  expect(await listener.eventsOf(() => publish({ id: 'again', payload: { n: 3 } }))).toEqual([])
})

test('an id is shared by all publishers of the application', async () => {
  const jwt = await world.admin('POST', '/auth/token', {
    body: { applicationId: world.applicationSid, permissions: ['publish'] },
  })
  const bearer: Call = (method, path, options) =>
    callerOf(system.stack)(method, path, {
      ...options,
      headers: { authorization: `Bearer ${jwt.text('token')}` },
    })
  const first = await publish({ id: 'shared' })
  expect(await publish({ id: 'shared' }, bearer)).toBe(first)
})

test('ids that differ in case or blanks are different, and so are those of two applications', async () => {
  const other = await makeWorld(system.stack)
  const ids = [await publish({ id: 'x' }), await publish({ id: 'X' }), await publish({ id: 'x ' })]
  ids.push(await publish({ id: 'x' }, other.admin))
  expect(new Set(ids).size).toBe(4)
})

test('without an id each publication creates an event', async () => {
  const events = await listener.eventsOf(() => Promise.all(Array.from({ length: 20 }, () => publish({}))))
  expect(new Set(events.map(({ id }) => id)).size).toBe(20)
})

test('an id can have 200 characters, and no more', async () => {
  const longest = 'ß'.repeat(200)
  expect(await publish({ id: longest })).toBe(await publish({ id: longest }))
  const body = { topic: 't', type: 'document.updated', payload: {}, id: `${longest}x` }
  expect((await world.admin('POST', '/api/events', { body })).status).toBe(400)
})
