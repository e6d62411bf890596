// Sweeps at the same time as each other and as requests, on a real Postgres: each session has exactly one outcome.
import { inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { examSession, sessionTransition } from '../../../../db/schema/session.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { rounds } from '../../../support/rounds.ts'
import { addLearners } from '../../../support/session-crowd.ts'
import { pathOf } from '../../../support/session-path.ts'
import { ask, listed, type SessionTransition } from '../../../support/session-steps.ts'
import type { StateName } from '../../../support/session-table.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'

const crowd = rounds({ quick: 24, all: 60 })
const minute = 60_000

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack('postgres')
}, 180_000)

const races: {
  trigger: string
  state: StateName
  row: Partial<typeof examSession.$inferInsert>
  requests: SessionTransition[]
}[] = [
  {
    trigger: 'noShow',
    state: 'Scheduled',
    row: { status: 'Scheduled' },
    requests: ['start', 'cancel', 'reschedule'],
  },
  {
    trigger: 'timeOver',
    state: 'running',
    row: { status: 'Scheduled', inProgressDate: new Date() },
    requests: ['end', 'report', 'start'],
  },
  {
    trigger: 'windowClosed',
    state: 'Needs Proctor',
    row: { status: 'Needs Proctor' },
    requests: ['schedule', 'cancel'],
  },
  {
    trigger: 'reviewOverdue',
    state: 'Processing',
    row: { status: 'Processing', inProgressDate: new Date(0), endedDate: new Date(0) },
    requests: ['pass', 'report', 'void'],
  },
  {
    trigger: 'reservationExpired',
    state: 'Scheduled',
    row: {
      ...{ status: 'Scheduled', externalReservedAppointmentId: 'reservation' },
      externalReservedAppointmentExpires: new Date(Date.now() + minute),
    },
    requests: ['start', 'cancel', 'reschedule'],
  },
]

/** Sessions of one exam for which the trigger is due in 20 minutes: requests still find them open. */
async function crowdOf(row: (typeof races)[number]['row']): Promise<SessionWorld[]> {
  const world = await makeSession(
    { configuration: { duration: 60, examOpenDate: soon(-600), examCloseDate: soon(2) } },
    stack,
  )
  const people = await addLearners(world, crowd)
  const dates = { appointmentDate: new Date(), appointmentEndDate: new Date(Date.now() + minute) }
  await stack.db
    .update(examSession)
    .set({
      ...row,
      ...(row.status !== 'Needs Proctor' && dates),
      reviewByDate: new Date(Date.now() + minute),
    })
    .where(
      inArray(
        examSession.sid,
        people.map(({ sessionSid }) => sessionSid),
      ),
    )
  return people
}

const historyOf = async (people: SessionWorld[]) => {
  const steps = await stack.db
    .select()
    .from(sessionTransition)
    .where(
      inArray(
        sessionTransition.sessionSid,
        people.map(({ sessionSid }) => sessionSid),
      ),
    )
    .orderBy(sessionTransition.id)
  return Map.groupBy(steps, ({ sessionSid }) => sessionSid)
}

describe.each(races)('$trigger', { timeout: 120_000 }, ({ trigger, state, row, requests }) => {
  test(`three sweeps and a request for each of ${crowd} sessions: one outcome each`, async () => {
    const people = await crowdOf(row)
    const due = new Date(Date.now() + 20 * minute)
    const sweep = () => stack.runScheduled('proctoring', due)
    const [answers] = await Promise.all([
      Promise.all(people.map((world, at) => ask(world, requests[at % requests.length] ?? 'start', 1))),
      ...[1, 2, 3].map(sweep),
    ])
    for (const { status, raw } of answers) expect([200, 409], raw).toContain(status)
    await sweep() // what requests had locked
    const history = await historyOf(people)
    for (const [at, world] of people.entries()) {
      const steps = history.get(world.sessionSid) ?? []
      // The first step is from the state in which the crowd was inserted.
      const later = steps.filter(({ actor }) => actor !== null)
      const label = `${requests[at % requests.length]} ${answers[at]?.status} ${JSON.stringify(later)}`
      expect(later.filter(step => step.trigger === trigger).length, label).toBeLessThan(2)
      expect(() => pathOf(later, state), label).not.toThrow()
      const open = (await listed(world)).filter(({ status }) => status !== 'Closed' && status !== 'Incident')
      expect(open.length, label).toBeLessThan(2)
      if (trigger === 'noShow')
        expect(new Set(later.map(step => step.trigger)).size, label).toBeGreaterThan(0)
    }
  })
})
