// Reports as CSV: RFC 4180, without formulas that a spreadsheet would execute.

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

/** The cells of a row of the report. The members of an object have their own columns, which are empty if it is null. */
function cellsOf(row: Record<string, unknown>): [string, string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? cellsOf({ ...value }).map(([inner, cell]) => [`${name}.${inner}`, cell])
      : [[name, value === null ? '' : String(value).replace(/^\+/, "'+")]],
  )
}

describe.each(paged)('$name as CSV', report => {
  test('is text/csv with a file name and no-store, and varies by Accept', async () => {
    const { status, headers } = await csvOf(report)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${report.name}.csv"`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('vary')).toBe('accept')
  })

  test('has a header of the fields in order, and the rows of the JSON in the same order', async () => {
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

  test('applies the filters', async () => {
    const courseOfferingSid = report.filters.includes('courseOfferingSid') ? newSid('CO') : undefined
    const query = courseOfferingSid ? { courseOfferingSid } : { courseTitle: 'nothing is called so' }
    expect(rowsOf(await csvOf(report, query))).toHaveLength(1)
  })

  test('a limit returns a page, an offset skips rows, and limit 0 returns the header', async () => {
    const whole = rowsOf(await csvOf(report))
    expect(rowsOf(await csvOf(report, { limit: '1' }))).toEqual(whole.slice(0, 2))
    expect(rowsOf(await csvOf(report, { limit: '1', offset: '1' }))).toEqual([whole[0], whole[2]])
    expect(rowsOf(await csvOf(report, { offset: '1' }))).toEqual([whole[0], whole[2]])
    expect(rowsOf(await csvOf(report, { offset: '9' }))).toEqual([whole[0]])
    expect(rowsOf(await csvOf(report, { limit: '0' }))).toEqual([whole[0]])
  })

  test('has one round trip for a page', async () => {
    expect((await csvOf(report)).roundTrips).toBe(1)
  })

  test('an error is a problem, not CSV', async () => {
    const refused = await csvOf(report, { page: '2' })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const { call } = await scene.world.credential(allow(['sp:ReadUserProfile'], ['*']))
    expect((await call('GET', scene.pathOf(report), { headers: accept })).status).toBe(403)
    const stranger = await makeWorld()
    expect((await stranger.admin('GET', scene.pathOf(report), { headers: accept })).status).toBe(404)
  })

  test('JSON is returned to a client that prefers it or sends no preference', async () => {
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
  const entries = (list: unknown) =>
    JSON.parse(JSON.stringify(list), (_, value) => (typeof value === 'number' ? String(value) : value))
  expect(shown('day', 'dayOfWeek')).toEqual(entries(body['dayOfWeek']))
  expect(shown('hour', 'hour')).toEqual(entries(body['perHour']))
  expect(shown('day', 'day')).toEqual(entries(body['perDay']))
})

test('A15 names its zone in X-Time-Zone: the zone of the request, else that of the install', async () => {
  const asked = await csvOf(appointmentVolume, { timeZone: 'Asia/Kathmandu' })
  expect(asked.headers.get('x-time-zone')).toBe('Asia/Kathmandu')
  const own = await scene.world.admin('GET', scene.pathOf(appointmentVolume))
  expect(own.headers.get('x-time-zone')).toBe('UTC')
})

test('text that a spreadsheet would execute as a formula is prefixed by an apostrophe; other text and numbers are unchanged', async () => {
  const bad = ['=1+1', '+1 555 0100', '-2', '@SUM(A1)', '\t=1', ' =1', '＝1', '＋1', '－1', '＠x']
  // A spreadsheet whose separator is the semicolon ignores quotes inside a cell.
  const badInside = new Map([
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
    ['x; +1', "x;' +1"],
    ['a\r\n\t＝1', "a\r\n'\t＝1"],
  ])
  const good = ['O"Hara, Ann', "it's = fine", 'a-b', '1+1', 'Ünïcödé 名前', 'line\r\nbreak', 'a;b = 1']
  const people = [...bad, ...badInside.keys(), ...good].map((firstName, made) => ({
    complete: true,
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
  expect(column('firstName')).toEqual([...bad.map(text => `'${text}`), ...badInside.values(), ...good])
  expect(answer.raw.split(/[;\r\n]/).filter(cell => /^\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
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

test('a report of more than 1000 rows is complete, each row once, in both orders, even if many rows have one instant', async () => {
  const [event] = plain.events
  const learners = many(1_200, at => ({
    complete: false,
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
  // A server does this automatically. Other tables are left out, because the tests of this fork share the database.
  await tenant.world.stack.db.execute(sql`analyze users, enrollment, session_event, session_pair`)
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
