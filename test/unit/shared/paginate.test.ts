import { expect, test } from 'vitest'
import { maxLimit } from '../../../src/shared/http/page.ts'
import { paginate, streamOf, wholeOf } from '../../../src/shared/http/paginate.ts'

type Query = Record<string, unknown>

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ keys: { sid: from + at } }))

/** A list of this number of rows that records its queries. */
function listOf(total: number) {
  const asked: Query[] = []
  const answer = (query: Query) => {
    asked.push(query)
    const after = query['after'] as { sid: number } | null | undefined
    const from = after ? after.sid + 1 : Number(query['offset'])
    const page = rows(from, Math.min(Number(query['limit']), total - from))
    return Promise.resolve({ loaded: { rows: page }, result: page.map(({ keys }) => keys.sid) })
  }
  return { asked, answer }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = []
  for await (const value of values) got.push(value)
  return got
}

test.each([0, 1, maxLimit - 1, maxLimit, maxLimit + 1, 2 * maxLimit, 2 * maxLimit + 7])(
  'reading %i rows returns each once, in pages of 1000, and each page starts after the last row',
  async total => {
    const { asked, answer } = listOf(total)
    const query = wholeOf({ offset: 0, limit: 25, courseTitle: 'x' })
    const pages = await all(paginate(await answer(query), query, answer))
    expect(pages.flat()).toEqual(rows(0, total).map(({ keys }) => keys.sid))
    expect(asked).toHaveLength(Math.floor(total / maxLimit) + 1)
    expect(asked.every(({ courseTitle, limit }) => courseTitle === 'x' && limit === maxLimit)).toBe(true)
  },
)

test('paging starts at the offset, and continues from its last row, not from the offset', async () => {
  const { asked, answer } = listOf(2500)
  const query = wholeOf({ offset: 700 })
  expect((await all(paginate(await answer(query), query, answer))).flat()).toHaveLength(1800)
  expect(asked.map(({ offset, after }) => [offset, after])).toEqual([
    [700, null],
    [0, { sid: 1699 }],
  ])
})

test('the query of one page is sent once, even if the page is full', async () => {
  const { asked, answer } = listOf(5000)
  const query = { offset: 0, limit: maxLimit }
  expect(await all(paginate(await answer(query), query, answer))).toHaveLength(1)
  expect(asked).toHaveLength(1)
})

test('a query without a list is read once', async () => {
  const answer = () => Promise.resolve({ loaded: { counts: [] }, result: 'volume' })
  const query = wholeOf({})
  expect(await all(paginate(await answer(), query, answer))).toEqual(['volume'])
})

test('a page that fails aborts the stream and is reported, so that a partial result is recognised', async () => {
  const failures: unknown[] = []
  async function* texts() {
    yield 'sid\r\n'
    await Promise.reject(new Error('revoked meanwhile'))
  }
  const reader = streamOf(texts(), error => failures.push(error)).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('sid\r\n')
  await expect(reader.read()).rejects.toThrow('revoked meanwhile')
  expect(failures).toHaveLength(1)
})

test('no page is read before the reader needs it, and none after the reader has stopped', async () => {
  let read = 0
  let ended = false
  async function* texts() {
    try {
      for (;;) yield await Promise.resolve(`${++read}\r\n`)
    } finally {
      ended = true
    }
  }
  const reader = streamOf(texts(), () => {}).getReader()
  await reader.read()
  await reader.cancel()
  expect(read).toBeLessThanOrEqual(2)
  expect(ended).toBe(true)
})
