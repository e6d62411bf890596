// Reconciliations at the same time as schedules, cancellations, starts and the sweep, on a real Postgres: no deadlock, no
// overfull slot, no overlap, and every appointment is as the configuration in force demands.
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { examSession } from '../../../../db/schema/session.ts'
import { configurationsOf, primaryOf } from '../../../support/appointments.ts'
import { makeCourse } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { rounds } from '../../../support/rounds.ts'
import { addLearners, holdersIn } from '../../../support/session-crowd.ts'
import { ask, ofSession } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'

const crowd = rounds({ quick: 10, all: 40 })
const capacity = 4
const minute = 60_000

/** Appointments of one learner in pairs that overlap. */
function overlaps(rows: (typeof examSession.$inferSelect)[]) {
  const byUser = Map.groupBy(rows, ({ userSid }) => userSid)
  return [...byUser.values()].flatMap(own => {
    const ordered = own.toSorted((a, b) => Number(a.appointmentDate) - Number(b.appointmentDate))
    return ordered.filter((one, at) => {
      const next = ordered[at + 1]
      return next?.appointmentDate && one.appointmentEndDate && one.appointmentEndDate > next.appointmentDate
    })
  })
}

test(`${crowd} learners with two exams in two courses, whose configurations change meanwhile`, async () => {
  const stack = await sharedStack('postgres')
  const slots = [
    { capacity, startTime: soon(-600), endTime: soon(6000) },
    { capacity: null, endTime: null },
  ]
  const world = await makeSession({ configuration: { duration: 60, instructorAsProctor: slots } }, stack)
  const people = await addLearners(world, crowd)
  const course = await makeCourse(world)
  const examSid = await course.exam({ configuration: { duration: 60 } })
  const others = await Promise.all(
    people.map(async one => {
      const enrolled = await course.enroll({ userSid: one.userSid })
      const listed = await world.admin(
        'GET',
        world.path(`/enrollments/${enrolled}/exams/${examSid}/sessions`),
      )
      const other = { ...one, courseSid: sidOf('CU', course.sid), examSid: sidOf('EX', examSid) }
      return ofSession(other, String(listed.list('results')[0]?.['sid']))
    }),
  )
  const [own, second] = [people[0], others[0]]
  if (!(own && second)) throw new Error('There are no learners.')
  const read = await world.admin('GET', configurationsOf(own, `/${await primaryOf(own)}`))
  const kept = read.list('instructorAsProctor')
  const configured = async (one: SessionWorld, body: object) =>
    one.admin('PUT', configurationsOf(one, `/${await primaryOf(one)}`), { body })
  const slotsOf = (seats: number) => kept.map((slot, at) => ({ ...slot, capacity: at === 0 ? seats : null }))

  const answers: Answer[] = []
  const record = async (request: Promise<Answer>) => answers.push(await request)
  await Promise.all([
    ...people.map(async (one, at) => {
      await record(ask(one, 'schedule', 100 + at))
      await record(ask(one, at % 3 === 0 ? 'cancel' : 'reschedule', 100 + at))
    }),
    ...others.map(async (one, at) => {
      await record(ask(one, 'schedule', 170 + at))
      await record(ask(one, at % 4 === 0 ? 'cancel' : 'reschedule', 168 + at))
    }),
    (async () => {
      for (const [round, duration] of [60, 75, 50, 90].entries())
        await record(configured(own, { duration, instructorAsProctor: slotsOf(capacity - (round % 2)) }))
    })(),
    (async () => {
      for (const duration of [70, 40, 90]) await record(configured(second, { duration }))
    })(),
    ...[1, 2, 3].map(() => stack.runScheduled('proctoring', new Date())),
  ])
  const refusals = ['appointment_overlaps', 'session_changed', 'session_state_conflict', 'edited_meanwhile']
  for (const { status, body, raw } of answers)
    if (status !== 200) expect([status, refusals.includes(String(body['code']))], raw).toEqual([409, true])

  const last = [
    await configured(own, { duration: 90, instructorAsProctor: slotsOf(capacity - 1) }),
    await configured(second, { duration: 90 }),
  ]
  for (const { status, raw } of last) expect(status, raw).toBe(200)
  const rows = await stack.db
    .select()
    .from(examSession)
    .where(
      and(
        inArray(examSession.examSid, [own.examSid, second.examSid]),
        eq(examSession.status, 'Scheduled'),
        isNotNull(examSession.appointmentDate),
      ),
    )
  expect(rows.length).toBeGreaterThan(0)
  for (const { appointmentDate, appointmentEndDate } of rows)
    expect(Number(appointmentEndDate) - Number(appointmentDate)).toBe(90 * minute)
  expect(overlaps(rows)).toEqual([])
  expect((await holdersIn(own)).get(String(kept[0]?.['sid'])) ?? 0).toBeLessThan(capacity)
}, 120_000)
