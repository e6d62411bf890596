// modalityOptions belongs to the client: any JSON object is returned as it was sent.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyCodePoint } from '../../../support/code-points.ts'
import { changingNothing, type ExamWorld, type Members, makeExam } from '../../../support/configurations.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rotating, rounds } from '../../../support/rounds.ts'

let exam: ExamWorld
let sid: string
beforeAll(async () => {
  exam = await makeExam()
  sid = (await exam.accommodate()).text('sid')
})

/** JSON with sorted member names, so that texts of equal values are equal. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([name, member]) => [name, canonical(member)])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

/** The response of A8 to the JSON text of modalityOptions. */
const put = (json: string) => exam.admin('PUT', exam.at(sid), { body: `{"modalityOptions":${json}}` })

const nest = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

test.each([
  '{}',
  '{"":""}',
  '{"__proto__":{"a":1},"constructor":null,"toString":"x"}',
  '{"10":1,"9":[[],{}],"a.b":{"c d":"\\"\\\\/"}}',
  '{"n":[0,0.1,1e300,5e-324,9007199254740993,123456789.123456789]}',
  '{"s":"\\u2028é🎓\\ud83c\\udf93\\u0001\\n"}',
  '{"nothing":null,"yes":true,"no":false}',
  `{"list":[${Array(500).fill('null').join()}]}`,
  // 100 levels, including the body.
  nest(99),
])('%s is returned as it was sent', async json => {
  const answer = await put(json)
  expect(answer.status, answer.raw).toBe(200)
  const same = canonical(JSON.parse(json))
  expect(canonical(answer.body['modalityOptions'])).toEqual(same)
  expect(canonical((await exam.read(sid))['modalityOptions'])).toEqual(same)
  expect(canonical((await exam.effective()).body['modalityOptions'])).toEqual(same)
})

test('any object is returned as it was sent, by A7 and A8', { timeout: 60_000 }, async () => {
  const json = fc
    .dictionary(fc.string({ unit: anyCodePoint }), fc.jsonValue({ stringUnit: anyCodePoint, maxDepth: 6 }))
    .map(value => JSON.stringify(value))
    .filter(text => !text.includes('\\u0000') && text.length < 16_000)
  await fc.assert(
    fc.asyncProperty(json, async text => {
      const same = canonical(JSON.parse(text))
      expect(canonical((await put(text)).body['modalityOptions'])).toEqual(same)
      const body = `{"enrollmentSid":"${exam.enrollmentSid}","modalityOptions":${text}}`
      const created = await exam.admin('POST', exam.at(), { body })
      expect(canonical(created.body['modalityOptions'])).toEqual(same)
    }),
    { numRuns: rounds({ quick: 8, all: 100 }) },
  )
})

const operations: [string, number, (json: string) => ReturnType<typeof put>][] = [
  [
    'A7',
    0,
    json => {
      const body = `{"enrollmentSid":"${exam.enrollmentSid}","modalityOptions":${json}}`
      return exam.admin('POST', exam.at(), { body })
    },
  ],
  ['A8', 1, put],
]

describe.each(operations)('%s refuses with 400 at modalityOptions', (_, at, operation) => {
  const cases: [string, string][] = [
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '5'],
    ['a boolean', 'true'],
    ['a NUL in a text', '{"a":["x\\u0000y"]}'],
    ['a NUL in a name', '{"a":{"x\\u0000":1}}'],
    ['half a character in a text', '{"a":"x\\ud800"}'],
    ['half a character in a name', '{"x\\udc00":1}'],
    ['more than 16 KiB', JSON.stringify({ a: 'x'.repeat(16_384) })],
  ]

  // One half for each of the two operations.
  test.each(rotating(cases, at, Math.ceil(cases.length / 2)))('%s', async (_, json) => {
    const paths = badPaths(await changingNothing(exam, () => operation(json)))
    expect(new Set(paths)).toEqual(new Set(['modalityOptions']))
  })
})

test.each([
  ['100 objects', nest(100)],
  ['100 with lists', `{"a":${'['.repeat(99)}${']'.repeat(99)}}`],
  ['5,000', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['100,000', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('a depth of %s makes a body of more than 100 levels, which A7 and A8 refuse', async (_, json) => {
  for (const [, , operation] of operations) problemOf(await changingNothing(exam, () => operation(json)), 400)
})

test('16 KiB are accepted', async () => {
  const json = JSON.stringify({ a: 'x'.repeat(16_384 - '{"a":""}'.length) })
  expect(json).toHaveLength(16_384)
  expect((await put(json)).status).toBe(200)
})

test('null and an absent member are null, and {} is not', async () => {
  const shown = async (body: Members) => (await exam.replace(sid, body)).body['modalityOptions']
  expect(await shown({ modalityOptions: {} })).toEqual({})
  expect(await shown({ modalityOptions: null })).toBe(null)
  expect(await shown({})).toBe(null)
})
