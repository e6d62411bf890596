// Reports as CSV: RFC 4180, and nothing that a spreadsheet would run.

import { eq, sql } from 'drizzle-orm'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import { newSid } from '../../../../db/sid.ts'
import type { Answer } from '../../../support/client.ts'
import { hoursFromBase } from '../../../support/report-data.ts'
import { plain, type Scene, sceneOf } from '../../../support/report-scene.ts'
import {
  appointmentVolume,
  examSessionEvents,
  paged,
  type Report,
  unscheduledLearners,
} from '../../../support/report-table.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow, makeWorld } from '../../../support/world.ts'

let scene: Scene
beforeAll(async () => {
  scene = await sceneOf()
})

const learner = { role: 'learner' as const, status: 'active' as const, sections: [], made: 0 }

const accept = { accept: 'text/csv' }

const csvOf = (report: Report, query: Record<string, string> = {}, given = scene): Promise<Answer> =>
  given.world.admin('GET', `${given.pathOf(report)}?${new URLSearchParams(query)}`, {
    headers: accept,
  })

const rowsOf = ({ raw }: Answer): string[][] =>
  Papa.parse<string[]>(raw, { newline: '\r\n' }).data.slice(0, -1)

/** What the table shows of a row of the report. An object has columns of its own, which are empty where it is null. */
function cellsOf(row: Record<string, unknown>): [string, string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? cellsOf({ ...value }).map(([inner, cell]) => [`${name}.${inner}`, cell])
      : [[name, value === null ? '' : String(value).replace(/^\+/, "'+")]],
  )
}

describe.each(paged)('$name as CSV', report => {
  test('is text/csv with a file name, never stored, and varies by Accept', async () => {
    const { status, headers } = await csvOf(report)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${report.name}.csv"`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toBe('accept')
  })

  test('has a header of the fields in their order, and the rows of the JSON in the same order', async () => {
    for (const sortOrder of ['ASC', 'DESC']) {
      const json = await scene.world.admin('GET', `${scene.pathOf(report)}?sortOrder=${sortOrder}`)
      const [header = [], ...rows] = rowsOf(await csvOf(report, { sortOrder }))
      expect([...new Set(header.map(name => name.split('.')[0]))]).toEqual(report.fields)
      expect(rows).toHaveLength(2)
      const shown = rows.map(row => Object.fromEntries(row.map((cell, at) => [header[at], cell])))
      for (const [at, row] of json.list('results').entries())
        expect(shown[at]).toMatchObject(
          Object.fromEntries(cellsOf(row).filter(([name]) => header.includes(name))),
        )
    }
  })

  test('keeps the filters', async () => {
    const courseOfferingSid = report.filters.includes('courseOfferingSid') ? newSid('CO') : undefined
    const query = courseOfferingSid ? { courseOfferingSid } : { courseTitle: 'nothing is called so' }
    expect(rowsOf(await csvOf(report, query))).toHaveLength(1)
  })

  test('a limit is a page, an offset leaves rows out, and limit 0 leaves the header', async () => {
    const whole = rowsOf(await csvOf(report))
    expect(rowsOf(await csvOf(report, { limit: '1' }))).toEqual(whole.slice(0, 2))
    expect(rowsOf(await csvOf(report, { limit: '1', offset: '1' }))).toEqual([whole[0], whole[2]])
    expect(rowsOf(await csvOf(report, { offset: '1' }))).toEqual([whole[0], whole[2]])
    expect(rowsOf(await csvOf(report, { offset: '9' }))).toEqual([whole[0]])
    expect(rowsOf(await csvOf(report, { limit: '0' }))).toEqual([whole[0]])
  })

  test('takes one trip for a page', async () => {
    expect((await csvOf(report)).trips).toBe(1)
  })

  test('a refusal is a problem, not a table', async () => {
    const refused = await csvOf(report, { page: '2' })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const { call } = await scene.world.credential(allow(['sp:ReadUserProfile'], ['*']))
    expect((await call('GET', scene.pathOf(report), { headers: accept })).status).toBe(403)
    const stranger = await makeWorld()
    expect((await stranger.admin('GET', scene.pathOf(report), { headers: accept })).status).toBe(404)
  })

  test('JSON is answered to whoever prefers it, or says nothing', async () => {
    for (const preferred of [
      '*/*',
      'application/json',
      'text/html',
      'text/csv;q=0.5, application/json',
      'text/csv;q=0',
    ]) {
      const answer = await scene.world.admin('GET', scene.pathOf(report), { headers: { accept: preferred } })
      expect(answer.headers.get('content-type')).toBe('application/json')
    }
    const either = { accept: 'application/json;q=0.2, text/csv;q=0.9' }
    const answer = await scene.world.admin('GET', scene.pathOf(report), { headers: either })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })
})

test('A15 as CSV has a row for each weekday, hour and day', async () => {
  const range = {
    appointmentDateAfter: hoursFromBase(-72).toISOString(),
    appointmentDateBefore: hoursFromBase(0).toISOString(),
  }
  const { body } = await scene.world.admin(
    'GET',
    `${scene.pathOf(appointmentVolume)}?${new URLSearchParams(range)}`,
  )
  const [header, ...rows] = rowsOf(await csvOf(appointmentVolume, range))
  expect(header).toEqual(['unit', 'value', 'volume'])
  const shown = (name: string, unit: string) =>
    rows.filter(([of]) => of === unit).map(([, value, volume]) => ({ [name]: value, volume }))
  const told = (list: unknown) =>
    JSON.parse(JSON.stringify(list), (_, value) => (typeof value === 'number' ? String(value) : value))
  expect(shown('day', 'dayOfWeek')).toEqual(told(body['dayOfWeek']))
  expect(shown('hour', 'hour')).toEqual(told(body['perHour']))
  expect(shown('day', 'day')).toEqual(told(body['perDay']))
})

test("A15 names the zone that it used in X-Time-Zone: the one asked for, else the install's", async () => {
  const asked = await csvOf(appointmentVolume, { timeZone: 'Asia/Kathmandu' })
  expect(asked.headers.get('x-time-zone')).toBe('Asia/Kathmandu')
  const own = await scene.world.admin('GET', scene.pathOf(appointmentVolume))
  expect(own.headers.get('x-time-zone')).toBe('UTC')
})

test('what a spreadsheet would take for a formula is quoted by an apostrophe; other text and numbers stay as they are', async () => {
  const bad = [
    '=1+1',
    '+1 555 0100',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
  ]
  const good = ['O"Hara, Ann', "it's = fine", 'a-b', '1+1', 'Ünïcödé 名前', 'line\r\nbreak']
  const people = [...bad, ...good].map((firstName, made) => ({
    told: true,
    erased: false,
    made,
    firstName,
    lastName: 'Öz',
  }))
  const enrollments = people.map((_, person) => ({ ...learner, person, course: 0 }))
  const tenant = await sceneOf({ ...plain, people, enrollments, sessions: [], events: [] })
  const answer = await csvOf(unscheduledLearners, {}, tenant)
  const [header = [], ...rows] = rowsOf(answer)
  const column = (name: string) => rows.map(row => row[header.indexOf(name)])
  expect(column('firstName')).toEqual([...bad.map(text => `'${text}`), ...good])
  for (const text of ['"\'=1+1"', '"O""Hara, Ann"', '"line\r\nbreak"']) expect(answer.raw).toContain(text)

  const { db } = tenant.world.stack
  await db
    .update(user)
    .set({ latitude: -33.86, longitude: -151.2 })
    .where(eq(user.installSid, sidOf('AI', tenant.world.installSid)))
  const [, first = []] = rowsOf(await csvOf(unscheduledLearners, {}, tenant))
  expect([first[header.indexOf('latitude')], first[header.indexOf('longitude')]]).toEqual([
    '-33.86',
    '-151.2',
  ])
})

const many = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at))

test('a report of more than 1000 rows comes whole, each row once, in both orders, though many are of one instant', async () => {
  const [event] = plain.events
  const learners = many(1_200, at => ({
    told: false,
    erased: false,
    made: at % 3,
    firstName: 'Ada',
    lastName: `L${at}`,
  }))
  const tenant = await sceneOf({
    ...plain,
    people: learners,
    enrollments: learners.map((_, person) => ({ ...learner, person, course: 0 })),
    events: event ? many(2_100, at => ({ ...event, made: at % 2 })) : [],
  })
  await tenant.world.stack.db.execute(sql`analyze`) // as a server does by itself in time
  const held: [Report, string, string[]][] = [
    [examSessionEvents, 'eventSid', tenant.rows.events.map(({ sid }) => sid)],
    [unscheduledLearners, 'sid', tenant.rows.people.map(({ sid }) => sid)],
  ]
  for (const [report, id, sids] of held) {
    const [up, down] = await Promise.all([
      csvOf(report, { sortOrder: 'ASC' }, tenant),
      csvOf(report, { sortOrder: 'DESC' }, tenant),
    ])
    const [header = [], ...rows] = rowsOf(up)
    const shown = rows.map(row => row[header.indexOf(id)])
    expect(shown.toSorted()).toEqual(sids.toSorted())
    expect(rowsOf(down).slice(1)).toEqual(rows.toReversed())
    const late = rowsOf(await csvOf(report, { offset: '1050' }, tenant)).slice(1)
    expect(late).toEqual(rows.slice(1050))
  }
})
