// The filters of endpoints as the database evaluates them, compared with JavaScript.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batch, type Database } from '../../db/client.ts'
import { delivery, type EventType, event, eventTypes, webhookEndpoint } from '../../db/schema/webhook.ts'
import { newSid } from '../../db/sid.ts'
import { connectThrough, openDatabase } from '../../tools/neon/database.ts'
import { startNeonEndpoint } from '../../tools/neon/neon-endpoint.ts'
import { insertTenant, newTenant } from '../../tools/ops/tenant.ts'
import { migratedDatabase } from '../support/postgres.ts'

const slow = { timeout: 120_000 }

// A database without a stack, which would send the events of these tests.
let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  const database = await openDatabase({ kind: 'server', url: await migratedDatabase(), connections: 1 }, '')
  const endpoint = await startNeonEndpoint(database.backend)
  db = connectThrough(endpoint)
  close = async () => {
    await endpoint.close()
    await database.close()
  }
})
afterAll(() => close())

/** The result of `js_string` for each of the JSON texts. */
async function asked(texts: string[]): Promise<(string | null)[]> {
  const { rows } = await db.execute<{ text: string | null }>(sql`
    select js_string(value) as text
    from jsonb_array_elements(${`[${texts.join(',')}]`}::jsonb) with ordinality as elements (value, place)
    order by place`)
  return rows.map(({ text }) => text)
}

/** The JSON texts for which the database and String() differ, with both results. */
async function disagreements(texts: string[]): Promise<unknown[]> {
  const answers = await asked(texts)
  expect(answers).toHaveLength(texts.length)
  return texts.flatMap((text, at) => {
    const expected = String(JSON.parse(text))
    return answers[at] === expected ? [] : [{ text, database: answers[at], string: expected }]
  })
}

// A member that replaces one of these makes String() throw, so there is no result to compare with.
const throwing = new Set(['toString', 'valueOf'])
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })).filter(value => !value.includes('\0'))
const name = text.filter(value => !throwing.has(value))

const double = fc.double({ noNaN: true, noDefaultInfinity: true })
const written = (value: number) => JSON.stringify(value)
/** Few enough digits that JavaScript keeps them, at any magnitude. */
const fewDigits = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
const odd = [-0, 5e-324, 2.2250738585072014e-308, Number.MAX_VALUE, 2 ** 53, 2 ** 64, 1e21, 1e23, 1e-6, 1e-7]

/** Numbers of every magnitude as JavaScript writes them, which is how they are stored, and with the zeros that JSON allows. */
const numberText = fc.oneof(
  double.map(written),
  double.map(value => value.toExponential()),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(value => written(Number(value))),
  fc.maxSafeInteger().map(written),
  fc.constantFrom(...odd).map(written),
  fc.tuple(fewDigits, fc.integer({ min: -300, max: 290 })).map(([m, e]) => `${m}E${e < 0 ? e : `+${e}`}`),
  fc
    .tuple(fc.nat(), fc.nat({ max: 9999 }), fc.nat({ max: 25 }))
    .map(([a, b, zeros]) => `${a}.${b}${'0'.repeat(zeros)}`),
  fc.constantFrom('-0', '0.0', '-0.0', '0e5', '-0E-9', '1000e-3', '100000000000000000000000'),
)

const scalarText = fc.oneof(
  numberText,
  text.map(value => JSON.stringify(value)),
  fc.constantFrom('null', 'true', 'false', '""', '"null"', '"1"'),
)

const { jsonText } = fc.letrec<{ jsonText: string }>(tie => ({
  jsonText: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalarText,
    fc.array(tie('jsonText'), { maxLength: 4 }).map(values => `[${values.join(',')}]`),
    fc
      .array(fc.tuple(name, tie('jsonText')), { maxLength: 3 })
      .map(members => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
}))

describe("js_string is JavaScript's String()", () => {
  const batches = (texts: fc.Arbitrary<string>) =>
    fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1000, maxLength: 1000 }), async batch => {
        expect(await disagreements(batch)).toEqual([])
      }),
      { numRuns: 15, endOnFailure: true },
    )

  test('of 15,000 random JSON values', slow, () => batches(jsonText))
  test('of 15,000 random numbers, in any notation', slow, () => batches(numberText))

  test('of every power of ten and its neighbours', async () => {
    const powers = Array.from({ length: 632 }, (_, n) => Number(`1e${n - 323}`))
    const texts = powers.flatMap(power =>
      [power, -power, power * (1 + Number.EPSILON), power * (1 - Number.EPSILON / 2), power * 1.5]
        .filter(Number.isFinite)
        .map(value => JSON.stringify(value)),
    )
    expect(texts.length).toBeGreaterThan(3000)
    expect(await disagreements(texts)).toEqual([])
  })

  test('of nested arrays, with nulls', async () => {
    const texts = ['[]', '[null]', '[[]]', '[[],[]]', '[null,null]', '[1,[2,[3,null]],{}]', '[[null],""]']
    expect(await disagreements(texts)).toEqual([])
    expect(await disagreements([`${'['.repeat(20)}1.50${']'.repeat(20)}`])).toEqual([])
  })

  test('of objects, also if String() throws', async () => {
    expect(await disagreements(['{}', '{"a":1}', '{"__proto__":1}', '{"constructor":2}', '[{}]'])).toEqual([])
    const object = '[object Object]'
    expect(await asked(['{"toString":1}', '[{"toString":1,"valueOf":2}]'])).toEqual([object, object])
  })
})

type Row = Record<string, unknown>

/** The rule of the interface: all keys, own members, compared as strings. */
const matches = (filter: Row, payload: Row): boolean =>
  Object.keys(filter).every(
    key => Object.hasOwn(payload, key) && String(payload[key]) === String(filter[key]),
  )

// Few names and few values with equal strings, so that matches and mismatches are both frequent.
const key = fc.constantFrom(
  ...['a', 'b', 'a.b', 'constructor', '__proto__', 'hasOwnProperty', 'length', '0', ''],
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[1, '1', [1], 1.5, '1.50', 0, -0, '0', true, 'true', null, 'null', '', [], [null]],
  ),
  fc.constantFrom<unknown>(
    ...[{}, { b: 1 }, '[object Object]', [1, 2], '1,2', 1e21, '1e+21', 1e-7, '1e-7', 'A', 'a'],
  ),
)
const members = (maxKeys: number) =>
  fc.array(fc.tuple(key, value), { maxLength: maxKeys }).map(entries => Object.fromEntries(entries))

const endpoints = fc.record({
  filter: fc.oneof({ arbitrary: members(1), weight: 3 }, members(3)),
  events: fc.subarray<EventType>([...eventTypes], { minLength: 3 }),
  active: fc.constantFrom(true, true, true, false),
  deletedDate: fc.constantFrom(null, null, null, new Date(0)),
  elsewhere: fc.constantFrom(false, false, false, true),
})
const events = fc.record({
  payload: fc.oneof({ arbitrary: members(8), weight: 3 }, members(2)),
  type: fc.constantFrom(...eventTypes),
})
const crowd = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 50, maxLength: 50 })

async function makeApplication() {
  const tenant = newTenant('Account', 'Install')
  await batch(db, insertTenant(db, tenant))
  return tenant.application.sid
}

test(
  'fan_out_events selects the same endpoints as the reference for 20,000 pairs of an endpoint and an event',
  slow,
  async () => {
    let matched = 0
    let filtered = 0
    const property = fc.asyncProperty(crowd(endpoints), crowd(events), async (given, happened) => {
      const [applicationSid, elsewhere] = [await makeApplication(), await makeApplication()]
      const ears = given.map(({ elsewhere: away, ...members }) => ({
        ...{ sid: newSid('WH'), applicationSid: away ? elsewhere : applicationSid, ...members },
        ...{ url: 'https://receiver.example/', secret: 'sealed' },
      }))
      await db.insert(webhookEndpoint).values(ears)
      const rows = happened.map(members => ({
        ...{ sid: newSid('EV'), applicationSid, topic: 't', source: 'sdk' as const, ...members },
      }))
      await db.insert(event).values(rows)
      const expected = rows.flatMap(({ sid, type, payload }) =>
        ears
          .filter(ear => ear.applicationSid === applicationSid && ear.active && ear.deletedDate === null)
          .filter(ear => ear.events.includes(type) && matches(ear.filter, payload))
          .map(ear => ({ event: sid, endpoint: ear.sid })),
      )
      const actual = await db
        .select({ event: delivery.eventSid, endpoint: delivery.endpointSid })
        .from(delivery)
        .where(
          sql`${delivery.applicationSid} in (${applicationSid.slice(2)}::uuid, ${elsewhere.slice(2)}::uuid)`,
        )
      const pairs = (all: typeof expected) => all.map(pair => `${pair.event} ${pair.endpoint}`).toSorted()
      expect(pairs(actual)).toEqual(pairs(expected))
      matched += expected.length
      filtered += ears.filter(({ filter }) => Object.keys(filter).length > 0).length
    })
    await fc.assert(property, { numRuns: 8, endOnFailure: true })
    expect(matched).toBeGreaterThan(1000)
    expect(matched).toBeLessThan(6000)
    expect(filtered).toBeGreaterThan(100)
  },
)
