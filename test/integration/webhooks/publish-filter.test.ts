// Filters of endpoints over the API: every key is an own member of the payload with the same string as its value.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../support/rounds.ts'
import { makeSession, soon } from '../../support/sessions.ts'
import { drained, eventOf, type Listener, listen } from '../../support/webhook-events.ts'
import { type Row, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const type = 'document.updated'

const system = stackWithSink()

const listenWith = (world: World, filter: Row): Promise<Listener> =>
  listen(world, system.sink, { events: [type], filter })

async function publish({ admin }: World, payload: Row): Promise<string> {
  const answer = await admin('POST', '/api/events', { body: { topic: 't', type, payload } })
  expect(answer.status, answer.raw).toBe(202)
  return answer.text('id')
}

/** The payloads that the endpoint received, by event id. */
async function idsOf(listener: Listener): Promise<string[]> {
  const events = await Promise.all(listener.receiver.received.map(each => eventOf(each, listener)))
  return events.map(({ id }) => id)
}

/** An object with `__proto__` as an own member. */
const parsed = (text: string): Row => JSON.parse(text)

describe('a filter', () => {
  test.each<[string, Row, Row[], Row[]]>([
    ['that is empty matches every payload', {}, [{}, { a: 1 }], []],
    [
      'matches values with the same string',
      { a: 1 },
      [{ a: 1 }, { a: '1' }, { a: [1] }],
      [{ a: 2 }, { a: '1.0' }],
    ],
    ['requires each key', { a: 'undefined' }, [{ a: 'undefined' }], [{}, { b: 'undefined' }]],
    [
      'requires all keys to match',
      { a: 1, b: 2 },
      [{ a: 1, b: 2, c: 3 }],
      [{ a: 1 }, { a: 1, b: 3 }, { b: 2 }],
    ],
    ['does not treat keys as paths', { 'n.a': 1 }, [{ 'n.a': 1 }], [{ n: { a: 1 } }, { a: 1 }]],
    ['does not match nested members', { a: 1 }, [{ a: 1, n: {} }], [{ n: { a: 1 } }]],
    ['is case-sensitive', { a: 'x' }, [{ a: 'x' }], [{ a: 'X' }, { A: 'x' }, { a: 'x ' }]],
    [
      'converts null to a string',
      { a: null },
      [{ a: null }, { a: 'null' }],
      [{}, { a: '' }, { a: 0 }, { a: [null] }],
    ],
    ['converts booleans to strings', { a: true }, [{ a: true }, { a: 'true' }], [{ a: 1 }, { a: 'True' }]],
    [
      'converts an empty list to an empty string',
      { a: '' },
      [{ a: '' }, { a: [] }, { a: [null] }],
      [{ a: null }, {}],
    ],
    [
      'converts lists to their joined members',
      { a: '1,2' },
      [{ a: [1, 2] }, { a: [[1], 2] }],
      [{ a: [2, 1] }],
    ],
    [
      'converts lists of the maximum number of levels',
      { a: 7 },
      [parsed(`{"a":${'['.repeat(98)}7${']'.repeat(98)}}`)],
      [parsed(`{"a":${'['.repeat(98)}8${']'.repeat(98)}}`)],
    ],
    [
      'converts every object to the same string',
      { a: '[object Object]' },
      [{ a: {} }, { a: { b: 1 } }],
      [{ a: [] }],
    ],
    ['ignores the sign of zero', { a: 0 }, [{ a: -0 }, { a: '0' }], [{ a: '-0' }, { a: false }]],
    ['converts numbers like JavaScript', { a: '1e+21' }, [{ a: 1e21 }], [{ a: '1e21' }, { a: 1e20 }]],
    [
      'converts numbers to the shortest digits, like JavaScript',
      { a: '1e+23' },
      [{ a: 1e23 }],
      [{ a: 1e22 }],
    ],
    [
      'converts whole numbers to the shortest digits, like JavaScript',
      { a: '31769144527013770' },
      [{ a: 31769144527013770 }],
      [],
    ],
    ['converts small numbers like JavaScript', { a: 0.0000001 }, [{ a: '1e-7' }], [{ a: '0.0000001' }]],
  ])('%s', async (_, filter, taken, left) => {
    const world = await makeWorld(system.stack)
    const listener = await listenWith(world, filter)
    const ids: string[] = []
    for (const payload of taken) ids.push(await publish(world, payload))
    for (const payload of left) await publish(world, payload)
    await drained(world)
    expect((await idsOf(listener)).toSorted()).toEqual(ids.toSorted())
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length'])(
    'matches %s in a payload that has it as an own member only',
    async name => {
      const world = await makeWorld(system.stack)
      const value = name === 'length' ? 1 : String(Reflect.get({}, name))
      const listener = await listenWith(world, parsed(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`))
      await publish(world, {})
      await publish(world, { a: 1 })
      const id = await publish(world, parsed(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`))
      await drained(world)
      expect(await idsOf(listener)).toEqual([id])
    },
  )

  test('cannot have the key __proto__, which parsers drop silently', async () => {
    const { admin } = await makeWorld(system.stack)
    const filter = parsed('{"__proto__":"x"}')
    const body = { url: 'https://hooks.example.com/', secret: 'a secret of ours', events: [type], filter }
    const answer = await admin('POST', '/api/webhooks', { body })
    expect(answer.status, answer.raw).toBe(400)
    expect(answer.raw).toContain('"path":"filter"')
  })

  test('that is changed applies from the next event on', async () => {
    const world = await makeWorld(system.stack)
    const listener = await listenWith(world, { a: 1 })
    const put = (filter: Row) => world.admin('PUT', listener.at, { body: { filter } })
    const before = await publish(world, { a: 1 })
    await publish(world, { a: 2 })
    expect((await put({ a: 2 })).status).toBe(200)
    await publish(world, { a: 1 })
    const after = await publish(world, { a: 2 })
    await drained(world)
    expect((await idsOf(listener)).toSorted()).toEqual([before, after].toSorted())
  })

  test('also applies to captured changes', async () => {
    const world = await makeSession({}, system.stack)
    const ear = (filter: Row) => listen(world, system.sink, { filter })
    const scheduled = await ear({ status: 'Scheduled', previousStatus: 'Needs Proctor' })
    const install = await ear({ installSid: world.installSid })
    const another = await ear({ installSid: `AI${'0'.repeat(32)}` })
    const session = await ear({ sid: world.sessionSid })
    await world.act('POST', '', { appointmentDate: soon(20) })
    await world.act('PUT', '', { appointmentDate: soon(30) })
    await world.user()
    await drained(world)
    const counts = [scheduled, install, another, session].map(({ receiver }) => receiver.received.length)
    expect(counts).toEqual([1, 3, 0, 2])
  })
})

const matches = (filter: Row, payload: Row): boolean =>
  Object.keys(filter).every(
    key => Object.hasOwn(payload, key) && String(payload[key]) === String(filter[key]),
  )

const key = fc.constantFrom('a', 'b', 'constructor', 'a.b')
const scalars = [1, '1', 0, '0', true, 'true', null, 'null', '', 1e21, '1e+21', '1,2', '[object Object]']
const scalar = fc.constantFrom<unknown>(...scalars)
const value = fc.oneof(scalar, fc.constantFrom<unknown>([], [1], [1, 2], {}, { b: 1 }, [null]))
const filters = fc.array(fc.dictionary(key, scalar, { maxKeys: 2 }), { minLength: 20, maxLength: 20 })
const payloads = fc.array(fc.dictionary(key, value, { maxKeys: 4 }), { minLength: 50, maxLength: 50 })

const events = rounds({ quick: 15, all: 50 })
const pairs = 20 * events

test(`of ${pairs.toLocaleString('en')} pairs of an endpoint and an event exactly those are delivered that match in JavaScript`, async () => {
  const world = await makeWorld(system.stack)
  const [given = []] = fc.sample(filters, { numRuns: 1, seed: 16 })
  const sent = fc.sample(payloads, { numRuns: 1, seed: 17 }).flat().slice(0, events)
  const listeners: Listener[] = []
  for (const filter of given) listeners.push(await listenWith(world, filter))
  const ids: string[] = []
  for (const payload of sent) ids.push(await publish(world, payload))
  await drained(world)
  let delivered = 0
  for (const [at, filter] of given.entries()) {
    const expected = ids.filter((_, n) => matches(filter, sent[n] ?? {}))
    const listener = listeners[at]
    if (!listener) throw new Error('There is no such endpoint.')
    expect((await idsOf(listener)).toSorted(), JSON.stringify(filter)).toEqual(expected.toSorted())
    delivered += expected.length
  }
  expect(delivered).toBeGreaterThan(0.1 * pairs)
  expect(delivered).toBeLessThan(0.6 * pairs)
}, 120_000)
