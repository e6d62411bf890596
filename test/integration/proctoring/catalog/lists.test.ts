import { describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { kinds, listOf, make, membersOf, type Query, scene, sidsOf } from '../../../support/catalog.ts'
import { badPaths } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'

const ids = ['lmsId', 'sisId', 'apiId', 'externalId']
const filters: Record<string, string[]> = {
  courseOfferings: ['title'],
  courses: ['title', 'code', 'courseOfferingSid'],
  sections: ['title'],
  enrollments: ['userSid', 'sectionSid', 'role', 'status'],
  exams: ['title', 'type', 'limitedScope', 'status'],
}
const sorts: Record<string, string[]> = {
  courseOfferings: ['createdDate', 'title'],
  courses: ['createdDate', 'title', 'code'],
  sections: ['createdDate', 'title'],
  enrollments: ['createdDate'],
  exams: ['createdDate', 'title'],
}

/** The members and the filter of the records that a test makes. An id is that of one record. */
const marked = (kind: string, value: string): Record<string, string> =>
  kind === 'enrollments' ? { sisId: value } : { title: value }

describe.each(kinds)('$kind', of => {
  const { kind } = of
  const at = kinds.indexOf(of)

  test.each(rotating(ids, at, 2))('%s matches exactly', async id => {
    const { course, world, place } = await scene(kind)
    const made: Record<string, string> = {}
    for (const value of ['Ab_1', 'Ab_12', 'xAb_1', 'ab_1', 'AbX1'])
      made[value] = (await make(world, place, { ...(await of.minimal(course)), [id]: value })).text('sid')
    expect(sidsOf(await listOf(course, place, { [id]: 'Ab_1' }))).toEqual([made['Ab_1']])
    for (const value of ['Ab', '%', 'Ab_1 ', 'AB_1'])
      expect(sidsOf(await listOf(course, place, { [id]: value }))).toEqual([])
  })

  test('the envelope is complete, and first, next, prev and last repeat the filters', async () => {
    const { course, world, place } = await scene(kind)
    const mark = marked(kind, 'a&b=%_ +é')
    for (let made = 0; made < 5; made += 1)
      await make(world, place, { ...(await of.minimal(course)), ...mark })
    const query = { ...mark, sortKeys: 'createdDate', sortOrder: 'DESC', limit: '1' }
    const answer = await world.admin(
      'GET',
      world.path(`${place}?${new URLSearchParams({ ...query, offset: '2' })}`),
    )
    expect(answer.body).toEqual({
      ...{ total: 5, count: 1, offset: 2, results: [expect.any(Object)] },
      ...{
        first: expect.any(String),
        next: expect.any(String),
        prev: expect.any(String),
        last: expect.any(String),
      },
    })
    for (const [member, offset] of Object.entries({ first: 0, next: 3, prev: 1, last: 4 })) {
      const url = new URL(answer.text(member))
      expect(`${url.origin}${url.pathname}`).toBe(`${world.stack.baseUrl}${world.path(place)}`)
      expect(Object.fromEntries(url.searchParams)).toEqual({ ...query, offset: String(offset) })
    }
  })

  test('limit 0 returns no rows and the correct total, and so does an offset beyond the end', async () => {
    const { course, world, place } = await scene(kind)
    const mark = marked(kind, 'two of them')
    for (let made = 0; made < 2; made += 1)
      await make(world, place, { ...(await of.minimal(course)), ...mark })
    for (const page of ['limit=0', 'offset=2', 'offset=3000000000']) {
      const answer = await world.admin('GET', world.path(`${place}?${new URLSearchParams(mark)}&${page}`))
      expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
      expect(answer.body).toMatchObject({ total: 2, count: 0, results: [], next: null })
    }
  })

  test('an unknown query parameter is 400, which names it and lists the known ones', async () => {
    const { world, place } = await scene(kind)
    const known = [...(filters[kind] ?? []), ...ids, 'offset', 'limit', 'sortKeys', 'sortOrder']
    for (const name of ['titel', 'page', 'LMSID']) {
      const answer = await world.admin('GET', world.path(`${place}?${name}=x`))
      expect(badPaths(answer)).toEqual([name])
      for (const parameter of known) expect(answer.raw).toMatch(new RegExp(`\\b${parameter}\\b`))
    }
  })

  test('an invalid value of a query parameter is 400 and is named', async () => {
    const { world, place } = await scene(kind)
    const wrong = [
      'limit=-1',
      'limit=1.5',
      'offset=x',
      'sortKeys=sid',
      'sortOrder=down',
      'lmsId=',
      'lmsId=a%00b',
    ]
    const own: Record<string, string[]> = {
      courseOfferings: ['title='],
      courses: ['code=', 'courseOfferingSid=CO1', `courseOfferingSid=${newSid('CU')}`],
      sections: [`title=${'x'.repeat(201)}`],
      enrollments: [
        'userSid=me',
        `sectionSid=${newSid('CU')}`,
        'role=Learner',
        'status=gone',
        'sortKeys=title',
      ],
      exams: ['type=online', 'limitedScope=maybe', 'status=open', 'sortKeys=createdDate,type'],
    }
    for (const query of [...rotating(wrong, at, 3), ...(own[kind] ?? [])]) {
      const [name = ''] = query.split('=')
      const paths = badPaths(await world.admin('GET', world.path(`${place}?${query}`))).join()
      expect(paths, query).toMatch(new RegExp(`^${name}`))
    }
  })

  test.each(sorts[kind] ?? [])('sorts by %s, ascending by default and descending with DESC', async key => {
    const { course, world, place } = await scene(kind)
    for (const value of ['M', 'C', 'X', 'A', 'Q']) {
      const texts = key === 'createdDate' ? {} : { [key]: `${value} sorted` }
      await make(world, place, { ...(await of.minimal(course)), ...marked(kind, 'sorted'), ...texts })
    }
    const query = { ...marked(kind, 'sorted'), sortKeys: key }
    const up = await listOf(course, place, query)
    expect(up.list('results')).toHaveLength(5)
    expect(membersOf(up, key)).toEqual(membersOf(up, key).toSorted())
    expect(sidsOf(await listOf(course, place, { ...query, sortOrder: 'ASC' }))).toEqual(sidsOf(up))
    expect(sidsOf(await listOf(course, place, { ...query, sortOrder: 'DESC' }))).toEqual(
      sidsOf(up).toReversed(),
    )
  })
})

test('several sort keys apply in order, comma-separated or repeated', async () => {
  const { course, world, place } = await scene('courses')
  for (const [title, code] of [
    ['B of them', '1'],
    ['A of them', '2'],
    ['B of them', '0'],
    ['A of them', '9'],
  ])
    await make(world, place, { title, code })
  const codes = async (query: Query) =>
    membersOf(await listOf(course, place, [...Object.entries(query), ['title', 'of them']]), 'code')
  expect(await codes({ sortKeys: 'title,code' })).toEqual(['2', '9', '0', '1'])
  const repeated: [string, string][] = [
    ['sortKeys', 'title'],
    ['sortKeys', 'code'],
    ['title', 'of them'],
  ]
  expect(membersOf(await listOf(course, place, repeated), 'code')).toEqual(['2', '9', '0', '1'])
  expect(await codes({ sortKeys: 'title,code', sortOrder: 'DESC' })).toEqual(['1', '0', '9', '2'])
})
