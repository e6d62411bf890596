// Appointments of a proctor type and of a proctor group in two courses, whose configurations change meanwhile, on a real Postgres.
import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { examSession } from '../../../../db/schema/session.ts'
import { configurationsOf, primaryOf } from '../../../support/appointments.ts'
import { makeCourse } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { rounds } from '../../../support/rounds.ts'
import { addLearners } from '../../../support/session-crowd.ts'
import { ask } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'

const crowd = rounds({ quick: 10, all: 40 })
const capacity = { desk: 4, group: 3 }
const configuration = { duration: 60, proctorTypes: ['desk'] }

/** The most appointments that there are at the start of one of them. */
const mostAtOnce = (rows: (typeof examSession.$inferSelect)[]) =>
  Math.max(
    0,
    ...rows.map(
      ({ appointmentDate: at }) =>
        rows.filter(
          ({ appointmentDate: starts, appointmentEndDate: ends }) =>
            Number(starts) <= Number(at) && Number(at) < Number(ends),
        ).length,
    ),
  )

test(`${crowd} learners in each course never have more appointments at once than the capacities`, async () => {
  const world = await makeSession({ configuration }, await sharedStack('postgres'))
  const create = async (rest: string, body: object) =>
    (await world.admin('POST', world.path(rest), { body })).text('sid')
  await create('/proctorTypes', { code: 'desk', name: 'Desk', capacity: capacity.desk })
  const proctorGroupSid = await create('/proctorGroups', { name: 'Desk', capacity: capacity.group })
  const course = await makeCourse(world)
  const examSid = sidOf('EX', await course.exam({ configuration, proctorGroupSid }))
  const second = { ...world, courseSid: sidOf('CU', course.sid), examSid }
  const people = [...(await addLearners(world, crowd)), ...(await addLearners(second, crowd))]

  const answers: Answer[] = []
  const record = async (request: Promise<Answer>) => answers.push(await request)
  const lengthen = async (one: SessionWorld) => {
    const path = configurationsOf(one, `/${await primaryOf(one)}`)
    for (const duration of [75, 65, 90, 60, 120])
      await record(world.admin('PUT', path, { body: { ...configuration, duration } }))
  }
  await Promise.all([
    ...people.map(async (one, n) => {
      await record(ask(one, 'schedule', 100 + 60 * (n % 7)))
      await record(ask(one, n % 3 === 0 ? 'cancel' : 'reschedule', 130 + 60 * (n % 7)))
    }),
    lengthen(world),
    lengthen(second),
  ])
  const refusals = ['capacity_full', 'session_changed', 'session_state_conflict', 'edited_meanwhile']
  for (const { status, body, raw } of answers)
    if (status !== 200) expect([status, refusals.includes(String(body['code']))], raw).toEqual([409, true])

  const rows = await world.stack.db
    .select()
    .from(examSession)
    .where(and(inArray(examSession.examSid, [world.examSid, examSid]), eq(examSession.status, 'Scheduled')))
  expect(rows.length).toBeGreaterThan(0)
  expect(mostAtOnce(rows)).toBeLessThanOrEqual(capacity.desk)
  expect(mostAtOnce(rows.filter(row => row.proctorGroupSid !== null))).toBeLessThanOrEqual(capacity.group)
}, 120_000)
