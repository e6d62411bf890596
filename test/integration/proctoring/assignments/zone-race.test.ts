// A change of the time zone of an install beside an assignment with dates, on a real Postgres.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unscheduled } from '../../../support/appointments.ts'
import { urlOf } from '../../../support/postgres.ts'
import { makeSession } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'
import { someWait } from '../../../support/waiting.ts'

let holder: pg.Client
beforeAll(async () => {
  holder = new pg.Client({ connectionString: await urlOf(await sharedStack('postgres')) })
  await holder.connect()
}, 180_000)
afterAll(() => holder.end())

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)

test('the first dates of a course and a new zone at once leave an appointment as the dates in the zone require', async () => {
  const [day, next] = [inDays(2), inDays(3)]
  const until = `${next}T00:00:00.000Z`
  // When the exam closes later, the appointment becomes longer, so it leaves the first slot.
  const instructorAsProctor = [{ endTime: until }, { location: 'Library' }]
  const configuration = { duration: 60, examCloseDate: until, instructorAsProctor }
  const world = await makeSession({ configuration }, await sharedStack('postgres'))
  const setZone = (defaultTimezone: string) =>
    world.admin('PUT', world.path('/settings'), { body: { defaultTimezone } })
  await setZone('Pacific/Pago_Pago')
  await world.act('POST', '', { appointmentDate: `${day}T23:30:00.000Z` })

  // The assignment has computed the end of the appointment in the old zone, and waits for the second slot.
  await holder.query(`begin; select from instructor_proctor where location = 'Library' for update`)
  const assigned = world.admin('PUT', world.path(`/exams/${world.examSid}/assignments`), {
    body: { added: [{ examCloseDate: day, targets: { enrollmentSids: [world.enrollmentSid] } }] },
  })
  await someWait(holder)
  const moved = setZone('Pacific/Kiritimati')
  await Promise.race([moved, someWait(holder, { count: 2 }).catch(() => undefined)])
  await holder.query('commit')
  for (const { status, raw } of [await assigned, await moved]) expect(status, raw).toBe(200)
  // In the new zone, the exam closes at 10:00 in UTC, before the appointment.
  expect((await world.read()).body).toMatchObject(unscheduled)
})
