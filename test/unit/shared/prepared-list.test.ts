import { and, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { connect, type Database } from '../../../db/client.ts'
import type { Placeholders } from '../../../db/parameters.ts'
import { course } from '../../../db/schema/catalog.ts'
import { newSid, uuidFromSid } from '../../../db/sid.ts'
import { prepare } from '../../../db/statement.ts'
import { contains } from '../../../src/shared/http/filter.ts'
import { type Keys, orderOf, paged } from '../../../src/shared/http/page.ts'
import { preparedList } from '../../../src/shared/http/prepared-list.ts'

// Nothing is sent to this database.
const db = connect('postgres://user:password@ep-local.example.com/db')
const path = { installSid: course.installSid }

type Query = {
  offset: number
  limit: number
  after?: Keys | null
  title?: string
  sortKeys?: ['title' | 'code']
  sortOrder: 'ASC' | 'DESC'
}

function list() {
  const build = vi.fn((db: Database, { installSid }: Placeholders<typeof path>, query: Query) =>
    paged(
      db,
      ({ after }) =>
        db
          .select({ sid: course.sid })
          .from(course)
          .where(and(eq(course.installSid, installSid), contains(course.title, query.title), after))
          .$dynamic(),
      orderOf(query, { title: course.title, code: course.title }, ['title'], course.sid),
      query,
    ),
  )
  return { build, statements: preparedList({ path, filters: { title: course.title } }, build) }
}

const first: Query = { offset: 0, limit: 25, sortOrder: 'ASC' }
const [one, two] = [newSid('AI'), newSid('AI')]

test('queries of the same filters and order are built once, and each has its own values', () => {
  const { build, statements } = list()
  const byTitle = (title: string, limit: number) =>
    statements(db, { installSid: one }, { ...first, title, limit })
  const rows = [byTitle('a', 25), byTitle('b', 7)].map(({ rows }) => prepare(rows))
  expect(build).toHaveBeenCalledOnce()
  expect(rows[0]?.text).toBe(rows[1]?.text)
  expect(rows.map(({ params }) => params)).toEqual([
    [uuidFromSid(one), 'a', 25],
    [uuidFromSid(one), 'b', 7],
  ])
})

test('the first page has no offset, and all further pages are one shape', () => {
  const { build, statements } = list()
  const rows = [0, 25, 50].map(offset =>
    prepare(statements(db, { installSid: one }, { ...first, offset }).rows),
  )
  expect(build).toHaveBeenCalledTimes(2)
  expect(rows.map(({ text }) => / limit \S+( offset \S+)?$/.exec(text)?.[0])).toEqual([
    ' limit $2',
    ' limit $2 offset $3',
    ' limit $2 offset $3',
  ])
  expect(rows.map(({ params }) => params.slice(1))).toEqual([[25], [25, 25], [25, 50]])
})

test('the values of one list do not remain in the next one', () => {
  const { statements } = list()
  const paramsOf = (installSid: typeof one) => prepare(statements(db, { installSid }, first).counted).params
  expect(paramsOf(one)).toEqual([uuidFromSid(one)])
  expect(paramsOf(two)).toEqual([uuidFromSid(two)])
})

test('another filter, order or sort key is another shape', () => {
  const { build, statements } = list()
  const shapes: Query[] = [
    first,
    { ...first, title: 'a' },
    { ...first, sortOrder: 'DESC' },
    { ...first, sortKeys: ['code'] },
    { ...first, after: null },
  ]
  const texts = () => shapes.map(query => prepare(statements(db, { installSid: one }, query).rows).text)
  expect(texts()).toEqual(texts())
  expect(build).toHaveBeenCalledTimes(shapes.length)
})

test('a page after a row is built each time, with the keys of the row', () => {
  const { build, statements } = list()
  const pageAfter = (title: string) =>
    prepare(statements(db, { installSid: one }, { ...first, after: { title, sid: one } }).rows).params
  expect(pageAfter('a')).toContain('a')
  expect(pageAfter('b')).toContain('b')
  expect(build).toHaveBeenCalledTimes(2)
})

test('at most 50 shapes are kept', () => {
  const { build, statements } = list()
  const sorted = (n: number) =>
    statements(db, { installSid: one }, Object.assign({ ...first }, { [`member${n}`]: n }))
  for (let n = 0; n <= 50; n++) sorted(n)
  sorted(50)
  expect(build).toHaveBeenCalledTimes(51)
  sorted(0)
  expect(build).toHaveBeenCalledTimes(52)
})
