// Many rows of one statement create one event each, and each is delivered once.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { WebhookEvent } from '../../../src/verify/index.ts'
import { bundle, type Tables } from '../../support/one-roster.ts'
import { itemOf, provisionAll } from '../../support/provision.ts'
import { rounds } from '../../support/rounds.ts'
import { changesOf, expectCaptured, type Listener, listen } from '../../support/webhook-events.ts'
import { stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const slow = 90_000

const system = stackWithSink()
let world: World
let listener: Listener
beforeAll(async () => {
  world = await makeWorld(system.stack)
  listener = await listen(world, system.sink)
})

const tables = {
  course: 'course',
  user: 'users',
  enrollment: 'enrollment',
  exam: 'exam',
  exam_session: 'exam_session',
}

/** The sids of all rows of the install, by the table name of the events. */
async function rowsOf({ installSid }: World): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, table] of Object.entries(tables)) {
    const { rows } = await system.stack.db.execute<{ sid: string }>(sql`
      select replace(sid::text, '-', '') as sid from ${sql.identifier(table)}
      where install_sid = ${installSid.slice(2)}::uuid order by 1`)
    found[name] = rows.map(({ sid }) => sid)
  }
  return found
}

/** The sids of the events, by table, one per event. */
const sidsOf = (events: WebhookEvent[]): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(tables).map(name => [
      name,
      events
        .filter(({ metadata }) => metadata.table === name)
        .map(({ payload }) => String(payload['sid']).slice(2))
        .toSorted(),
    ]),
  )

const countsOf = (events: WebhookEvent[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const change of changesOf(events)) counts[change] = (counts[change] ?? 0) + 1
  return counts
}

const batch = rounds({ quick: 20, all: 100 })

test(`a batch of ${batch} items creates an event per row, and its repetition none`, {
  timeout: slow,
}, async () => {
  const own = await makeWorld(system.stack)
  const ear = await listen(own, system.sink)
  const items = Array.from({ length: batch }, (_, n) => itemOf(`n${n}`))
  const events = await ear.eventsOf(() => provisionAll(own, items))
  for (const event of events) expectCaptured(event, own.installSid)
  expect(countsOf(events)).toMatchObject({
    ...{
      'insert user': batch,
      'insert enrollment': batch,
      'insert exam': batch,
      'insert exam_session': batch,
    },
  })

  expect(sidsOf(events)).toEqual(await rowsOf(own))
  expect(await ear.eventsOf(() => provisionAll(own, items))).toEqual([])
})

const learners = rounds({ quick: 30, all: 120 })

const school = (givenName: string): Tables => ({
  academicSessions: [{ title: 'Fall 2026' }],
  courses: [{ title: 'Biology', courseCode: 'BIOL' }],
  classes: [{ title: 'Biology 001' }],
  users: Array.from({ length: learners }, (_, n) => (n === 7 ? { givenName } : {})),
  enrollments: Array.from({ length: learners }, (_, n) => ({ userSourcedId: `user-${n + 1}` })),
})

test('an import creates an event per row, and the next one only for changed rows', {
  timeout: slow,
}, async () => {
  const send = (tables: Tables) => async () => {
    const answer = await world.admin('POST', world.path('/provision/oneroster'), {
      body: new Blob([bundle(tables)]),
      headers: { 'content-type': 'application/zip' },
    })
    expect(answer.status, answer.raw).toBe(200)
  }
  const events = await listener.eventsOf(send(school('Ada')))
  expect(countsOf(events)).toEqual({
    ...{ 'insert course_offering': 1, 'insert course': 1, 'insert section': 1 },
    ...{ 'insert user': learners, 'insert enrollment': learners, 'insert section_member': learners },
  })
  expect(sidsOf(events)).toEqual(await rowsOf(world))
  expect(await listener.eventsOf(send(school('Ada')))).toEqual([])
  const [changed, ...more] = await listener.eventsOf(send(school('Grace')))
  expect(more).toEqual([])
  expect(changed?.metadata).toMatchObject({ table: 'user', operation: 'update' })
  expect(changed?.payload['firstName']).toBe('Grace')
})

test("an exam that is added to a course creates its event and one for each learner's session", {
  timeout: slow,
}, async () => {
  const { admin, path } = world
  const courses = (await admin('GET', path('/courses'))).list('results')
  const body = { title: 'Midterm' }
  const events = await listener.eventsOf(() =>
    admin('POST', path(`/courses/${courses[0]?.['sid']}/exams`), { body }),
  )
  expect(countsOf(events)).toEqual({
    ...{ 'insert exam': 1, 'insert exam_configuration': 1, 'insert exam_session': learners },
  })
})
