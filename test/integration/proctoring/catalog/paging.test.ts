// Pages through long lists of records that were all created in the same instant.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { course as courses, enrollment } from '../../../../db/schema/catalog.ts'
import { exam, examConfiguration } from '../../../../db/schema/exam.ts'
import { user } from '../../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { makeCourse } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { rounds } from '../../../support/rounds.ts'
import { ownStack, usualDatabase } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const createdDate = new Date('2026-01-02T03:04:05.678Z')
const orders = ['ASC', 'DESC'] as const
/** Enough rows that the database sorts differently per page: several pages of the greatest limit in `test:all`. */
const count = rounds({ quick: 120, all: 2000 })
const middle = count / 2
/** Some tests send hundreds of requests, which takes long on a busy machine. */
const timeout = 120_000

// Uses its own stack: `analyze` changes the plans of every later test.
let stack: Stack
beforeAll(async () => {
  stack = await ownStack(usualDatabase)
}, 180_000)
afterAll(() => stack.close())

type Place = { world: World; installSid: SidOf<'AI'>; courseSid: SidOf<'CU'> }

/** Inserts this number of records of each kind, without the API, and returns their sids. */
const inserts = {
  async courses({ world: { stack }, installSid }: Place, count: number) {
    const rows = Array.from({ length: count }, () => ({
      sid: newSid('CU'),
      installSid,
      title: 'Same',
      createdDate,
    }))
    for (const chunk of chunks(rows)) await stack.db.insert(courses).values(chunk)
    return rows
  },
  async exams({ world: { stack }, installSid, courseSid }: Place, count: number) {
    const rows = Array.from({ length: count }, () => ({
      ...{ sid: newSid('EX'), installSid, courseSid, title: 'Same', createdDate },
      status: 'draft' as const,
    }))
    for (const chunk of chunks(rows)) {
      await stack.db.insert(exam).values(chunk)
      const primary = ({ sid: examSid }: (typeof rows)[number]) => ({
        ...{ sid: newSid('EC'), installSid, examSid, type: 'primary' as const, approved: true },
      })
      await stack.db.insert(examConfiguration).values(chunk.map(primary))
    }
    return rows
  },
  async enrollments({ world: { stack }, installSid, courseSid }: Place, count: number) {
    const people = Array.from({ length: count }, () => ({
      ...{ sid: newSid('US'), installSid, firstName: 'Ada', lastName: 'L', email: 'ada@school.example' },
    }))
    const rows = people.map(({ sid: userSid }) => ({
      sid: newSid('EN'),
      installSid,
      courseSid,
      userSid,
      createdDate,
    }))
    for (const chunk of chunks(people)) await stack.db.insert(user).values(chunk)
    for (const chunk of chunks(rows)) await stack.db.insert(enrollment).values(chunk)
    return rows
  },
}

const chunks = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / 1000) }, (_, at) => rows.slice(at * 1000, (at + 1) * 1000))

const sidsOf = (page: Answer) => page.list('results').map(({ sid }) => String(sid))

/** Follows `next` from the page, up to a number of pages, and returns every sid. */
async function paginate({ admin }: World, from: Answer, pages = Number.POSITIVE_INFINITY): Promise<string[]> {
  const seen: string[] = []
  let page = from
  for (let read = 1; ; read += 1) {
    expect([page.status, page.roundTrips]).toEqual([200, 1])
    seen.push(...sidsOf(page))
    if (page.body['next'] === null || read === pages) return seen
    page = await admin('GET', page.text('next'))
  }
}

/** The records of a kind in a new install. */
async function placeFor(kind: keyof typeof inserts): Promise<Place & { path: string }> {
  const world = await makeWorld(stack)
  const course = await makeCourse(world)
  const place = { world, installSid: sidOf('AI', world.installSid), courseSid: sidOf('CU', course.sid) }
  return { ...place, path: world.path(kind === 'courses' ? '/courses' : course.at(`/${kind}`)) }
}

describe.each(['courses', 'exams', 'enrollments'] as const)(`${count} %s of one date`, kind => {
  let place: Awaited<ReturnType<typeof placeFor>>
  let all: string[]
  const get = (query: string) => place.world.admin('GET', `${place.path}?${query}`)

  beforeAll(async () => {
    place = await placeFor(kind)
    all = (await inserts[kind](place, count)).map(({ sid }) => sid)
    if (kind === 'courses') all.push(place.courseSid)
    await place.world.stack.db.execute(sql`analyze`) // as a server does automatically
  })

  const page = (sortOrder: string, limit: number, offset = 0) =>
    get(`sortKeys=createdDate&sortOrder=${sortOrder}&limit=${limit}&offset=${offset}`)

  test.each([...(kind === 'courses' ? [7] : []), 25, 1000])(
    'pages of limit %i visit each record once, in both orders',
    { timeout },
    async limit => {
      const lists = orders.map(async order => paginate(place.world, await page(order, limit)))
      for (const seen of await Promise.all(lists)) {
        expect(seen).toHaveLength(all.length)
        expect(seen.toSorted()).toEqual(all.toSorted())
      }
    },
  )

  // All pages of the small limits would be thousands of requests: only the ends and a jump into the middle.
  const partly = (kind === 'courses' ? [1] : [1, 7]).flatMap(limit => orders.map(order => ({ limit, order })))
  test.each(partly)(
    'the pages of limit $limit equal those of limit 1000, $order',
    { timeout },
    async ({ limit, order }) => {
      const whole = await paginate(place.world, await page(order, 1000))
      const pages = rounds({ quick: 3, all: 20 })
      const rows = pages * limit
      expect(await paginate(place.world, await page(order, limit), pages)).toEqual(whole.slice(0, rows))
      expect(await paginate(place.world, await page(order, limit, middle), 5)).toEqual(
        whole.slice(middle, middle + 5 * limit),
      )
      const end = whole.length - rows
      expect(await paginate(place.world, await page(order, limit, end))).toEqual(whole.slice(end))
      const last = await place.world.admin('GET', (await page(order, limit)).text('last'))
      expect(sidsOf(last)).toEqual(whole.slice(Math.floor((whole.length - 1) / limit) * limit))
    },
  )

  test('pages without sort keys visit each record once, too', async () => {
    const seen = await paginate(place.world, await get('limit=1000'))
    expect(seen.toSorted()).toEqual(all.toSorted())
  })
})

const byOne = rounds({ quick: 20, all: 200 })

test(`pages of limit 1 visit each of ${byOne} courses of one date once, in both orders`, {
  timeout,
}, async () => {
  const place = await placeFor('courses')
  const all = (await inserts.courses(place, byOne - 1)).map(({ sid }) => sid).concat(place.courseSid)
  const lists = orders.map(async order => {
    const query = `limit=1&sortKeys=createdDate&sortOrder=${order}`
    return paginate(place.world, await place.world.admin('GET', `${place.path}?${query}`))
  })
  for (const seen of await Promise.all(lists)) expect(seen.toSorted()).toEqual(all.toSorted())
})
