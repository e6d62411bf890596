// POST /api/events: the bodies that are accepted, and the delivered events.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventTypes } from '../../../db/schema/webhook.ts'
import type { Answer } from '../../support/client.ts'
import { anyCodePoint } from '../../support/code-points.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import { rounds } from '../../support/rounds.ts'
import { eventRows, type Listener, listen } from '../../support/webhook-events.ts'
import { type Row, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const slow = 120_000

const system = stackWithSink()
let world: World
let listener: Listener
beforeAll(async () => {
  world = await makeWorld(system.stack)
  listener = await listen(world, system.sink, { events: ['document.updated'] })
})

const body = { topic: 'courses.syllabus', type: 'document.updated', payload: {} }
const publish = (members: unknown): Promise<Answer> => world.admin('POST', '/api/events', { body: members })
const publishRaw = (payload: string): Promise<Answer> =>
  publish(`{"topic":"t","type":"document.updated","payload":${payload}}`)

/** Expects a refusal that names the paths, and that nothing is written. */
async function refused(members: unknown, paths: string[]): Promise<void> {
  const before = await eventRows(world)
  const answer = await publish(members)
  const named = badPaths(answer)
  for (const path of paths)
    expect(
      named.some(each => each.startsWith(path)),
      answer.raw,
    ).toBe(true)
  expect(await eventRows(world)).toEqual(before)
}

describe('refused is a body with', () => {
  test.each<[string, object, string[]]>([
    ['an unknown member', { extra: 1 }, ['extra']],
    ['a source', { source: 'capture' }, ['source']],
    ['metadata', { metadata: {} }, ['metadata']],
    ['no topic', { topic: undefined }, ['topic']],
    ['an empty topic', { topic: '' }, ['topic']],
    ['a topic that is not a string', { topic: 7 }, ['topic']],
    ['a very long topic', { topic: 't'.repeat(10_000) }, ['topic']],
    ['no type', { type: undefined }, ['type']],
    ['an unknown type', { type: 'document.created' }, ['type']],
    ['the type of captured changes', { type: 'database.event' }, ['type']],
    ['a type in another case', { type: 'Document.updated' }, ['type']],
    ['several types', { type: ['document.updated'] }, ['type']],
    ['no payload', { payload: undefined }, ['payload']],
    ['a payload that is null', { payload: null }, ['payload']],
    ['a payload that is a list', { payload: [{}] }, ['payload']],
    ['a payload that is text', { payload: '{}' }, ['payload']],
    ['a payload that is a number', { payload: 7 }, ['payload']],
    ['an empty id', { id: '' }, ['id']],
    ['an id that is null', { id: null }, ['id']],
    ['an id that is not a string', { id: 7 }, ['id']],
  ])('%s', async (_, members, paths) => {
    await refused({ ...body, ...members }, paths)
  })

  test.each(['invigil.', 'invigil.webhook.test', 'invigil.x'])(
    'the topic %s, which is reserved',
    async topic => {
      await refused({ ...body, topic }, ['topic'])
    },
  )

  test.each<[string, string]>([
    ['NUL in a text', '{"a":"x\\u0000y"}'],
    ['NUL in a name', '{"x\\u0000y":1}'],
    ['NUL in a nested text', '{"a":[[{"b":["\\u0000"]}]]}'],
    ['a lone high surrogate', '{"a":"\\ud800"}'],
    ['a lone low surrogate', '{"a":"\\udc00x"}'],
    ['surrogates in the wrong order', '{"a":"\\udc00\\ud800"}'],
    ['a lone surrogate in a name', '{"\\ud83d":1}'],
  ])('%s', async (_, payload) => {
    const before = await eventRows(world)
    const [path] = badPaths(await publishRaw(payload))
    expect(path).toMatch(/^payload/)
    expect(await eventRows(world)).toEqual(before)
  })

  test.each(['topic', 'id'])('NUL and lone surrogates in %s', async name => {
    for (const text of ['a\0b', '\ud800', 'x\udc00']) await refused({ ...body, [name]: text }, [name])
  })

  test('invalid JSON', async () => {
    for (const text of ['', '{', 'null', '[]', '"x"', '{"topic":"t",}']) problemOf(await publish(text), 400)
  })
})

describe('of a large payload', () => {
  const filled = (length: number) => ({ text: 'ä'.repeat(length) })

  test('200 KB are delivered unchanged', async () => {
    for (const payload of [filled(100_000), { text: 'x'.repeat(200_000) }]) {
      const [event] = await listener.eventsOf(() => publish({ ...body, payload }))
      expect(event?.payload).toEqual(payload)
    }
  })

  test('too many characters are 400, and more than 1 MiB is 413', async () => {
    await refused({ ...body, payload: { text: 'x'.repeat(300_000) } }, ['payload'])
    await refused({ ...body, payload: { list: Array.from({ length: 200_000 }, () => 1) } }, ['payload'])
    problemOf(await publish({ ...body, payload: filled(600_000) }), 413)
  })
})

/** The type of change capture cannot be published. */
const types = eventTypes.filter(type => type !== 'database.event')

test('an event of each type that can be published reaches the endpoints of this type, and no others', async () => {
  const own = await makeWorld(system.stack)
  const all = await listen(own, system.sink, { events: [...types] })
  const each = await Promise.all(types.map(type => listen(own, system.sink, { events: [type] })))
  const events = await all.eventsOf(async () => {
    for (const type of types) {
      const answer = await own.admin('POST', '/api/events', { body: { ...body, type, payload: { type } } })
      expect(answer.status, answer.raw).toBe(202)
    }
  })
  expect(events.map(({ type }) => type).toSorted()).toEqual(types.toSorted())
  for (const { source, payload, type } of events) expect([source, payload]).toEqual(['sdk', { type }])
  for (const [at, { receiver }] of each.entries())
    expect(receiver.received.map(({ body: raw }) => JSON.parse(raw).type)).toEqual([types[at]])
})

/** Numbers as JavaScript writes them: those are delivered unchanged. */
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
)
const text = fc.oneof(fc.string(), fc.string({ unit: anyCodePoint })).filter(value => !value.includes('\0'))
const { json } = fc.letrec<{ json: unknown; leaf: unknown }>(tie => ({
  leaf: fc.oneof(number, text, fc.boolean(), fc.constant(null)),
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 4 }),
  ),
}))
const payloads = fc.array(
  fc.dictionary(fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'sid')), json, { maxKeys: 5 }),
  { minLength: 20, maxLength: 20 },
)

/** Objects as lists of their entries: the order does not matter, and `__proto__` counts as any other member. */
function entriesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(entriesIn)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, entriesIn(member)] as const)
  return { entries: entries.toSorted(([one], [other]) => (one < other ? -1 : 1)) }
}

const runs = rounds({ quick: 2, all: 20 })

test(`random JSON is delivered unchanged, ${20 * runs} times`, { timeout: slow }, async () => {
  const property = fc.asyncProperty(payloads, async values => {
    const sent = new Map<string, string>()
    const events = await listener.eventsOf(() =>
      Promise.all(
        values.map(async payload => {
          const answer = await publish({ ...body, payload })
          expect(answer.status, answer.raw).toBe(202)
          sent.set(answer.text('id'), JSON.stringify(payload))
        }),
      ),
    )
    expect(events).toHaveLength(values.length)
    for (const { id, payload } of events)
      expect(entriesIn(payload)).toEqual(entriesIn(JSON.parse(sent.get(id) ?? 'null')))
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
})

test.each([
  '1e400',
  '-1e400',
  '123456789012345678901234567890',
  '0.1000000000000000055511151231257827',
  '-0',
])('the number %s is delivered as JavaScript reads it', async written => {
  const [event] = await listener.eventsOf(() => publishRaw(`{"n":${written}}`))
  const read: Row = JSON.parse(JSON.stringify({ n: Number(written) }))
  expect(event?.payload).toEqual(read)
})
