// The time zone of the server has no effect on what it stores, computes and returns.
import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../tools/neon/database.ts'
import { firstInstant, nextDate } from '../../../support/calendar.ts'
import { temporaryDirectory } from '../../../support/directory.ts'
import { startTestPostgres } from '../../../support/postgres.ts'
import { volumeOf } from '../../../support/report-volume.ts'
import { sample } from '../../../support/rounds.ts'
import { everyRoute, nameOf } from '../../../support/routes.ts'
import { end, freePort, type Started, start } from '../../../support/start.ts'

const [east, west] = ['Pacific/Kiritimati', 'America/New_York'] as const
const SLOW = { timeout: 120_000 }
const hourMs = 3_600_000

/** Zones, each with two days of 2026 on which its clocks change; in the Asian zones they do not. */
const everyZone: [zone: string, spring: string, autumn: string][] = [
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Asia/Kolkata', '2026-03-29', '2026-10-25'],
  ['Asia/Kathmandu', '2026-03-29', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24', '2026-10-30'],
  ['America/Havana', '2026-03-08', '2026-11-01'],
]
const zones = sample(everyZone, 2)

/** Every quarter of an hour of the day, of the evening before and of the morning after, in any zone. */
const quartersOf = (day: string) => {
  const before = Date.parse(`${day}T00:00:00Z`) - 16 * hourMs
  return Array.from({ length: 4 * 54 }, (_, at) => new Date(before + (at * hourMs) / 4))
}

/** An install in the zone, and the sids of its records by the names of the path parameters. */
type Place = { zone: string; spring: string; autumn: string; sids: Record<string, string> }

/** Creates an install in each zone with everything that has a date, at fixed instants. */
const writeAll = (system: Started): Promise<Place[]> => Promise.all(zones.map(zone => write(system, ...zone)))

async function write({ call }: Started, zone: string, spring: string, autumn: string): Promise<Place> {
  const installSid = (await call('POST', '/v1/installs', { body: { name: zone } })).text('sid')
  const send = async (method: string, rest: string, body: object) => {
    const answer = await call(method, `/v1/installs/${installSid}${rest}`, { body })
    expect([200, 201], answer.raw).toContain(answer.status)
    return answer
  }
  const make = async (rest: string, body: object) => (await send('POST', rest, body)).text('sid')
  await send('PUT', '/settings', { defaultTimezone: zone })
  const [startDate, endDate] = ['2026-03-08T06:59:59.999Z', '2026-11-01T05:30:00.000Z']
  const proctor = await call('POST', '/v1/proctors', { body: { name: zone, installSids: [installSid] } })
  const courseOfferingSid = await make('/courseOfferings', { title: 'Year', startDate, endDate })
  const courseSid = await make('/courses', { title: 'Biology', courseOfferingSid })
  const sectionSid = await make(`/courses/${courseSid}/sections`, { title: 'A' })
  const userSid = await make('/users', { firstName: 'Ada', lastName: 'Zone', email: 'ada@school.example' })
  const slot = { capacity: 3, startTime: startDate, endTime: '2087-10-05T15:30:00.000Z' }
  const configuration = { duration: 90, examOpenDate: startDate, instructorAsProctor: [slot] }
  const course = `/courses/${courseSid}`
  const examSid = await make(`${course}/exams`, { title: 'Midterm', type: 'Written', configuration })
  const enroll = (member: object) => make(`/courses/${courseSid}/enrollments`, member)
  const sessions = `/exams/${examSid}/sessions`
  const list = (sid: string) => call('GET', `/v1/installs/${installSid}${sessions}?enrollmentSid=${sid}`)
  const sessionOf = async (sid: string) => String((await list(sid)).list('results')[0]?.['sid'])
  const enrollmentSid = await enroll({ userSid, sectionSids: [sectionSid] })
  const sessionSid = await sessionOf(enrollmentSid)
  // Of another learner: the assignment below closes the exam for the first one.
  const other = await make('/users', { firstName: 'Zoe', lastName: 'Zone', email: 'zoe@school.example' })
  const appointed = await sessionOf(await enroll({ userSid: other }))
  await send('POST', `${sessions}/${appointed}`, { appointmentDate: '2087-03-09T06:45:00.123Z' })
  const eventTypeSid = await make('/eventTypes', { name: 'Noise' })
  const noise = { eventTypeSid, title: 'Noise', eventTime: endDate }
  const eventSid = await make(`${sessions}/${sessionSid}/events`, noise)
  const accommodation = { enrollmentSid, scheduleOpenDate: '2026-01-04T15:00:00.000Z' }
  const examConfigurationSid = await make(`${course}/exams/${examSid}/configurations`, accommodation)
  const days = { examOpenDate: spring, examCloseDate: autumn, schedulingCloseDate: spring }
  const added = [{ ...days, targets: { enrollmentSids: [enrollmentSid] } }]
  await send('PUT', `/exams/${examSid}/assignments`, { added })
  const token = await send('POST', '/sts/tokens', {
    ...{ tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid },
  })
  const left = (Date.parse(token.text('expiresAt')) - Date.now()) / 1000
  expect(Math.abs(left - token.count('expiresIn'))).toBeLessThan(30)
  return {
    ...{ zone, spring, autumn },
    sids: {
      ...{ installSid, courseOfferingSid, courseSid, sectionSid, userSid, examSid, enrollmentSid },
      ...{ sessionSid, eventSid, examConfigurationSid, proctorSid: proctor.text('sid') },
    },
  }
}

/** Adds closed sessions at every quarter of an hour of its two days, which no operation can create in the past. */
const pastOf = ({ spring, autumn, sids }: Place) => `
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
    appointment_date, created_date, edit_date)
  select uuid_v7(), install_sid, course_sid, exam_sid, enrollment_sid, user_sid, gen_random_uuid(), 'Closed', at, at, at
  from exam_session,
    unnest('{${[...quartersOf(spring), ...quartersOf(autumn)].map(at => at.toISOString())}}'::timestamptz[]) at
  where sid = '${sids['sessionSid']?.slice(2)}'`

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
/** Every operation that reads records of an install. */
const reads = everyRoute
  .filter(({ method, path }) => method === 'get' && namesIn(path).length > 0)
  .filter(({ path }) => !path.endsWith('/onboard')) // creates a new link each time
const volume = '/v1/installs/{installSid}/reports/appointmentVolume'
const windows = '/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/configuration'

type Said = Record<string, string>

/** The texts of all responses for the installs. */
async function read({ call }: Started, places: Place[]): Promise<Said> {
  const said: Said = {}
  const ask = async ({ zone, sids }: Place, template: string, accept = 'application/json') => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(sids[name]))
    const answer = await call('GET', path, { headers: { accept } })
    expect(answer.status, `${path}: ${answer.raw}`).toBe(200)
    for (const [date] of answer.raw.matchAll(/\d{4}-\d\d-\d\d[T ][^"&,]*/g))
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    said[`${zone} ${template} ${accept}`] = `${answer.headers.get('x-time-zone') ?? ''} ${answer.raw}`
  }
  for (const place of places) {
    const known = reads.filter(({ path }) => namesIn(path).every(name => place.sids[name]))
    expect(known.length, known.map(nameOf).join()).toBeGreaterThan(25)
    const reports = known.filter(({ path }) => path.includes('/reports/'))
    const isFirst = place === places[0]
    await Promise.all([
      ...(isFirst ? known : [{ path: windows }]).map(({ path }) => ask(place, path)),
      ...(isFirst ? reports : []).map(({ path }) => ask(place, path, 'text/csv')),
      ...zones.map(([timeZone]) => ask(place, `${volume}?timeZone=${timeZone}`)),
    ])
  }
  return said
}

/** The texts, with each sid replaced by its index, and each recent instant by its distance from the current time. */
function plain(said: Said): Said {
  const sids = new Map<string, number>()
  const numbered = (sid: string) => sids.set(sid, sids.get(sid) ?? sids.size) && `sid ${sids.get(sid)}`
  const near = (text: string) => {
    const minutes = (Date.parse(text) - Date.now()) / 60_000
    return Math.abs(minutes) > 1000 ? text : `now and ${Math.round(minutes / 10)}0 minutes`
  }
  const entries = Object.keys(said)
    .toSorted()
    .map(name => [
      name,
      String(said[name])
        .replaceAll(/127\.0\.0\.1:\d+/g, 'here')
        .replaceAll(/[A-Z]{2}[0-9a-f]{32}/g, numbered)
        .replaceAll(/"[0-9a-f]{32}"/g, '"key"')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, near),
    ])
  return Object.fromEntries(entries)
}

/** Expects that windows and volumes match the zones' calendars as Intl has them. */
function requireRight(places: Place[], said: Said) {
  const bodyOf = (zone: string, template: string) =>
    JSON.parse(String(said[`${zone} ${template} application/json`]).replace(/^\S* /, ''))
  for (const { zone, spring, autumn } of places) {
    const instants = [...quartersOf(spring), ...quartersOf(autumn), new Date('2087-03-09T06:45:00.123Z')]
    expect(bodyOf(zone, `${volume}?timeZone=${zone}`)).toEqual(volumeOf(zone, instants))
    expect(bodyOf(zone, windows)).toMatchObject({
      examOpenDate: firstInstant(zone, spring).toISOString(),
      examCloseDate: firstInstant(zone, nextDate(autumn)).toISOString(),
      scheduleOpenDate: '2026-01-04T15:00:00.000Z',
      scheduleCloseDate: firstInstant(zone, nextDate(spring)).toISOString(),
    })
  }
}

test('the two zones of these tests are eighteen hours apart for a process like the system', () => {
  const program = 'new Date("2026-07-01T00:00:00Z").getHours()'
  const hourIn = (TZ: string) =>
    Number(execFileSync(process.execPath, ['-p', program], { env: { ...process.env, TZ } }))
  expect([hourIn(east), hourIn(west)]).toEqual([14, 20])
})

test('stored rows and responses are the same after the system moves to another zone', SLOW, async () => {
  const [stateDir, port] = [temporaryDirectory(), await freePort()]
  const within = async <T>(TZ: string, work: (system: Started) => Promise<T>): Promise<T> => {
    const system = await start(stateDir, port, { env: { TZ } })
    try {
      return await work(system)
    } finally {
      await end(system, 'SIGTERM')
    }
  }
  const addPast = async (places: Place[]) => {
    const { backend, close } = await openDatabase({ kind: 'pglite' }, stateDir)
    await backend.run(places.map(place => ({ query: pastOf(place), params: [] })))
    await close()
  }
  const fromEast = await within(east, writeAll)
  await addPast(fromEast)
  const [inWest, fromWest] = await within(west, system =>
    Promise.all([read(system, fromEast), writeAll(system)]),
  )
  await addPast(fromWest)
  const [inEast, moved] = await within(east, system =>
    Promise.all([read(system, fromEast), read(system, fromWest)]),
  )
  expect(inEast).toEqual(inWest)
  expect(plain(moved)).toEqual(plain(inEast))
  requireRight(fromEast, inEast)
})

/** The result of the migrations: every definition, and every row of the one table that they fill. */
const definitions = `select string_agg(text, ';' order by text) text from (
  select pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
  union all select pg_get_functiondef(oid) from pg_proc where prokind = 'f' and pronamespace = 'public'::regnamespace
  union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', table_name, column_name, data_type, column_default) from information_schema.columns
    where table_schema = 'public'
  union all select t::text from time_zone t) as it(text)`

test('a database in another zone stores and returns the same', SLOW, async () => {
  const server = await startTestPostgres()
  const run = async (database: string, ...queries: string[]): Promise<unknown> => {
    const client = new pg.Client(server.url.replace(/postgres$/, database))
    await client.connect()
    const answers = []
    for (const query of queries) answers.push((await client.query(query)).rows)
    await client.end()
    return answers.at(-1)
  }
  const make = async (database: string, timezone: string) => {
    const moving = `alter database ${database} set timezone to '${timezone}'`
    await run('postgres', `create database ${database}`, moving)
    expect(await run(database, 'show timezone')).toEqual([{ TimeZone: timezone }])
    const env = { TZ: west, DATABASE_URL: server.url.replace(/postgres$/, database) }
    const system = await start(temporaryDirectory(), await freePort(), { env })
    try {
      const places = await writeAll(system)
      await run(database, ...places.map(pastOf))
      const said = await read(system, places)
      requireRight(places, said)
      return { said: plain(said), made: await run(database, `set timezone to 'UTC'`, definitions) }
    } finally {
      await end(system, 'SIGTERM')
    }
  }
  try {
    expect(await make('moved', 'Asia/Kathmandu')).toEqual(await make('stayed', 'UTC'))
  } finally {
    await server.stop()
  }
})
