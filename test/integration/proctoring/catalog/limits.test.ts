import { beforeAll, describe, expect, test } from 'vitest'
import { type Course, isBelowCourse, kinds, make, makeCourse, placeOf } from '../../../support/catalog.ts'
import { badPaths } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const ids = ['lmsId', 'sisId', 'apiId', 'externalId']
const longest: Record<string, number> = {
  title: 200,
  code: 100,
  ...Object.fromEntries(ids.map(id => [id, 255])),
}
const textsOf = (kind: string) => [
  ...(kind === 'enrollments' ? [] : ['title']),
  ...(kind === 'courses' ? ['code'] : []),
  ...ids,
]
const texts = kinds
  .flatMap(of => textsOf(of.kind).map(name => ({ of, kind: of.kind, name, max: longest[name] ?? 0 })))
  .map((text, at) => ({ ...text, at }))

/** For tests whose requests change nothing that other tests read. */
let world: World
let course: Course
beforeAll(async () => {
  world = await makeWorld()
  course = await makeCourse(world)
})

test.each(texts)(
  '$name of $kind has 1 to $max characters, to create and to update',
  async ({ of, name, max, at }) => {
    const place = world.path(placeOf(of.kind, course))
    const minimal = await of.minimal(course)
    for (const value of rotating(['', 'x'.repeat(max + 1), 'a\u0000b', 7, ['x'], {}], at, 2)) {
      const body = { ...minimal, [name]: value }
      expect(badPaths(await world.admin('POST', place, { body })), JSON.stringify(value)).toEqual([name])
    }
    const body = { ...minimal, [name]: 'x'.repeat(max) }
    const created = await make(world, placeOf(of.kind, course), body)
    expect(created.text(name)).toHaveLength(max)
    const path = `${place}/${created.text('sid')}`
    for (const value of rotating(['', 'x'.repeat(max + 1), 'a\u0000b', true], at, 2))
      expect(badPaths(await world.admin('PUT', path, { body: { [name]: value } }))).toEqual([name])
    const updated = await world.admin('PUT', path, { body: { [name]: 'y'.repeat(max) } })
    expect(updated.text(name)).toBe('y'.repeat(max))
  },
)

const wrong: [string, Record<string, unknown>, string][] = [
  ['courseOfferings', { title: null }, 'title'],
  ['courseOfferings', { matchStrings: 'FALL' }, 'matchStrings'],
  ['courseOfferings', { matchStrings: ['a', ''] }, 'matchStrings.1'],
  ['courseOfferings', { matchStrings: ['FALL', ' '] }, 'matchStrings.1'],
  ['courseOfferings', { matchStrings: ['\u00a0', '2026 '] }, 'matchStrings.0'],
  ['courseOfferings', { matchStrings: ['x'.repeat(201)] }, 'matchStrings.0'],
  ['courseOfferings', { matchStrings: Array(101).fill('x') }, 'matchStrings'],
  ['courseOfferings', { startDate: '2026-01-01' }, 'startDate'],
  ['courseOfferings', { startDate: '2026-01-01T00:00:00' }, 'startDate'],
  ['courseOfferings', { startDate: '2026-01-01T00:00:00+01:00' }, 'startDate'],
  ['courseOfferings', { endDate: '2026-02-30T00:00:00Z' }, 'endDate'],
  ['courseOfferings', { endDate: 1_767_225_600_000 }, 'endDate'],
  ['courseOfferings', { endDate: '' }, 'endDate'],
  ['courses', { title: null }, 'title'],
  ['courses', { courseOfferingSid: 'CO1' }, 'courseOfferingSid'],
  ['courses', { courseOfferingSid: `CU${'0'.repeat(32)}` }, 'courseOfferingSid'],
  ['sections', { title: null }, 'title'],
  ['enrollments', { role: 'teacher' }, 'role'],
  ['enrollments', { role: null }, 'role'],
  ['enrollments', { status: 'active' }, 'status'],
  ['enrollments', { sectionSids: `SE${'0'.repeat(32)}` }, 'sectionSids'],
  ['enrollments', { sectionSids: ['SE1'] }, 'sectionSids.0'],
  ['enrollments', { sectionSids: null }, 'sectionSids'],
  ['exams', { title: null }, 'title'],
  ['exams', { type: 'online' }, 'type'],
  ['exams', { type: 'Oral' }, 'type'],
  ['exams', { status: 'open' }, 'status'],
  ['exams', { limitedScope: 'true' }, 'limitedScope'],
  ['exams', { requireApproval: 1 }, 'requireApproval'],
  ['exams', { requireApproval: null }, 'requireApproval'],
]

test.each(wrong)('%s with %j is 400 and names it, to create and to update', async (kind, members, path) => {
  const of = kinds.find(one => one.kind === kind)
  if (!of) throw new Error(`No kind ${kind}`)
  const place = placeOf(of.kind, course)
  const minimal = await of.minimal(course)
  const created = await world.admin('POST', world.path(place), { body: { ...minimal, ...members } })
  expect(badPaths(created)).toEqual([path])
  const sid = (await make(world, place, minimal)).text('sid')
  const updated = await world.admin('PUT', world.path(`${place}/${sid}`), { body: members })
  expect(badPaths(updated)).toEqual([path])
})

const early = '2026-09-01T00:00:00.000Z'
const late = '2026-12-31T00:00:00.000Z'

describe('startDate after endDate of a course offering is 400', () => {
  const expectDates = (paths: string[]) => {
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) expect(['startDate', 'endDate']).toContain(path)
  }

  test('in a create, and nothing is written', async () => {
    const { admin, path } = await makeWorld()
    const body = { title: 'Fall', startDate: late, endDate: early }
    expectDates(badPaths(await admin('POST', path('/courseOfferings'), { body })))
    expect((await admin('GET', path('/courseOfferings'))).count('total')).toBe(0)
  })

  test('in an update of both or of one, and an update that keeps the order is granted', async () => {
    const world = await makeWorld()
    const stored = { title: 'Fall', startDate: early, endDate: late }
    const created = await make(world, '/courseOfferings', stored)
    const path = world.path(`/courseOfferings/${created.text('sid')}`)
    const bad = [
      { startDate: late, endDate: early },
      { startDate: '2027-01-01T00:00:00Z' },
      { endDate: '2026-08-31T23:59:59.999Z' },
    ]
    for (const body of bad) {
      expectDates(badPaths(await world.admin('PUT', path, { body: { ...body, title: 'Never' } })))
      expect((await world.admin('GET', path)).body).toEqual(created.body)
    }
    const good = [
      { startDate: late },
      { startDate: null },
      { endDate: early },
      { startDate: early },
      { endDate: null },
      { startDate: '2030-01-01T00:00:00Z' },
      { startDate: early, endDate: early },
    ]
    for (const body of good) expect((await world.admin('PUT', path, { body })).status).toBe(200)
  })

  test('but equal instants are granted, and an instant without milliseconds is returned with them', async () => {
    const same = { title: 'Now', startDate: '2026-09-01T00:00:00Z', endDate: early }
    const created = await make(await makeWorld(), '/courseOfferings', same)
    expect(created.body).toMatchObject({ startDate: early, endDate: early })
  })
})

test.each([
  ['examOpenDate', 'examCloseDate'],
  ['scheduleOpenDate', 'scheduleCloseDate'],
])('%s after %s of an exam is 400, and no exam is created', async (open, close) => {
  const world = await makeWorld()
  const course = await makeCourse(world)
  const path = world.path(course.at('/exams'))
  const body = { title: 'Final', configuration: { [open]: late, [close]: early } }
  const paths = badPaths(await world.admin('POST', path, { body }))
  expect(paths.length).toBeGreaterThan(0)
  for (const bad of paths) expect([`configuration.${open}`, `configuration.${close}`]).toContain(bad)
  expect((await world.admin('GET', path)).count('total')).toBe(0)
  await course.exam({ configuration: { [open]: early, [close]: early } })
})

test.each([
  ['configuration.enrollmentSid', { enrollmentSid: `EN${'0'.repeat(32)}` }],
  ['configuration.referenceExamConfigurationSid', { referenceExamConfigurationSid: `EC${'0'.repeat(32)}` }],
  ['configuration.duration', { duration: 0 }],
  ['configuration.duration', { duration: 1.5 }],
  ['configuration.duration', { duration: '60' }],
  ['configuration.attempts', { attempts: 0 }],
  ['configuration.examOpenDate', { examOpenDate: '2026-01-01' }],
  ['configuration.permittedCalculator', { permittedCalculator: 'yes' }],
  ['configuration.proctorTypes.1', { proctorTypes: ['live', 1] }],
  ['configuration.instructorAsProctor.0.capacity', { instructorAsProctor: [{ capacity: -1 }] }],
  ['configuration.unheardOf', { unheardOf: 1 }],
])('%s in a new exam is 400 for %j, and no exam is created', async (bad, configuration) => {
  const world = await makeWorld()
  const course = await makeCourse(world)
  const path = world.path(course.at('/exams'))
  const answer = await world.admin('POST', path, { body: { title: 'Final', configuration } })
  expect(badPaths(answer)).toEqual([bad])
  expect((await world.admin('GET', path)).count('total')).toBe(0)
})

test('configuration in an update of an exam is 400, since it has its own operations', async () => {
  const world = await makeWorld()
  const course = await makeCourse(world)
  const path = world.path(course.at(`/exams/${await course.exam()}`))
  const body = { configuration: { duration: 30 } }
  expect(badPaths(await world.admin('PUT', path, { body }))).toEqual(['configuration'])
})

test.each(kinds.filter(({ kind }) => isBelowCourse(kind)))(
  '$kind: a body with two errors gets both',
  async ({ kind }) => {
    const world = await makeWorld()
    const course = await makeCourse(world)
    const answer = await world.admin('POST', world.path(course.at(`/${kind}`)), {
      body: { lmsId: '', sisId: 1 },
    })
    const needed = kind === 'enrollments' ? 'userSid' : 'title'
    expect(badPaths(answer).toSorted()).toEqual(['lmsId', 'sisId', needed].toSorted())
  },
)
