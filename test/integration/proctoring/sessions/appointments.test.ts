// What an appointment, its approval and a start require (spec: sessions.md, sections 3 and 10.5).
import { describe, expect, test } from 'vitest'
import { make } from '../../../support/catalog.ts'
import { ask, inState, ofSession, refused, rowOf, run, setRow } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

const minute = 60_000

/** The session of the same learner in another exam of the course. */
async function otherExam(
  world: SessionWorld,
  configuration: object = { duration: 60 },
): Promise<SessionWorld> {
  const exam = await make(world, `/courses/${world.courseSid}/exams`, { title: 'Final', configuration })
  const path = `/enrollments/${world.enrollmentSid}/exams/${exam.text('sid')}/sessions`
  const [session] = (await world.admin('GET', world.path(path))).list('results')
  return ofSession({ ...world, examSid: sidOf('EX', exam.text('sid')) }, String(session?.['sid']))
}

const primaryOf = async (world: SessionWorld) => {
  const exam = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  return `${exam}/configurations/${(await world.admin('GET', exam)).text('examConfigurationSid')}`
}
const configure = async (world: SessionWorld, body: object) => {
  const answer = await world.admin('PUT', await primaryOf(world), { body })
  expect(answer.status, answer.raw).toBe(200)
}

describe('the appointments of one learner never overlap: 409 appointment_overlaps', () => {
  test.each([
    ['at the same time', 60],
    ['one millisecond before the end of the other', 60 + 60 - 1 / minute],
    ['one millisecond after a beginning that lasts until the other', 0 + 1 / minute],
  ])('%s', async (_, minutes) => {
    const world = await makeSession()
    const second = await otherExam(world)
    const start = Date.parse((await run(world, 'schedule', 60)).text('appointmentDate'))
    const appointmentDate = new Date(start + (minutes - 60) * minute).toISOString()
    await refused(second, 'appointment_overlaps', () =>
      second.admin('POST', second.at(), { body: { appointmentDate } }),
    )
  })

  test('and may follow one another without a pause, and be moved within their own time', async () => {
    const world = await makeSession()
    const second = await otherExam(world)
    const first = await run(world, 'schedule', 60)
    const body = { appointmentDate: first.text('appointmentEndDate') }
    expect((await second.admin('POST', second.at(), { body })).status).toBe(200)
    await refused(world, 'appointment_overlaps', () => ask(world, 'reschedule', 90))
    await run(world, 'reschedule', 59)
  })

  test('but those of other learners, and cancelled or ended ones, do not count', async () => {
    const world = await makeSession()
    const second = await otherExam(world)
    await run(world, 'schedule', 5)
    await refused(second, 'appointment_overlaps', () => ask(second, 'schedule', 6))
    await run(world, 'start')
    await refused(second, 'appointment_overlaps', () => ask(second, 'schedule', 6))
    await run(world, 'end')
    await run(second, 'schedule', 6)
    const stranger = await makeSession()
    await run(stranger, 'schedule', 6)
  })

  test('also if two are requested at once: one is granted', async () => {
    const world = await makeSession({}, await sharedStack('postgres'))
    const second = await otherExam(world)
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([ask(world, 'schedule', 60), ask(second, 'schedule', 61)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const granted = answers[0].status === 200 ? world : second
      await setRow(granted, granted.sessionSid, { status: 'Needs Proctor', appointmentDate: null })
    }
  })
})

describe('without an attempt left: 409 no_attempts_left', () => {
  /** A session of a learner whose only attempts are used, because their number was lowered. */
  async function without(prepare: 'schedule' | undefined) {
    const first = await inState('Closed')
    const body = { enrollmentSid: first.enrollmentSid }
    const next = await first.admin('POST', first.path(`/exams/${first.examSid}/sessions`), { body })
    const second = ofSession(first, next.text('sid'))
    if (prepare) await run(second, prepare)
    await configure(first, { duration: 60, attempts: 1 })
    return second
  }

  test('schedule is refused', async () => {
    const world = await without(undefined)
    await refused(world, 'no_attempts_left', () => ask(world, 'schedule'))
  })

  test('start is refused, and the appointment remains', async () => {
    const world = await without('schedule')
    await refused(world, 'no_attempts_left', () => ask(world, 'start'))
    await configure(world, { duration: 60, attempts: 2 })
    await run(world, 'start')
  })
})

describe('where the install demands exam approval and the configuration is not approved: 409 exam_not_approved', () => {
  async function unapproved(state: 'Needs Proctor' | 'Scheduled' | 'Pending Approval') {
    const world = await inState(state)
    await world.admin('PUT', world.path('/settings'), { body: { requireManagerExamApproval: true } })
    const exam = await world.credential(allow(['sp:*'], ['*']), 'instructor')
    const changed = await exam.call('PUT', await primaryOf(world), { body: { duration: 61 } })
    expect(changed.body, changed.raw).toMatchObject({ approved: false })
    return world
  }

  test.each([
    ['Needs Proctor', 'schedule'],
    ['Pending Approval', 'approve'],
    ['Scheduled', 'start'],
  ] as const)('in %s, %s is refused until it is approved', async (state, transition) => {
    const world = await unapproved(state)
    await refused(world, 'exam_not_approved', () => ask(world, transition))
    expect((await world.admin('POST', `${await primaryOf(world)}/approve`)).status).toBe(200)
    await run(world, transition)
  })
})

describe('approving', () => {
  test('an appointment more than 5 minutes in the past is 409 outside_window', async () => {
    const world = await inState('Pending Approval')
    await setRow(world, world.sessionSid, { appointmentDate: new Date(Date.now() - 5.1 * minute) })
    await refused(world, 'outside_window', () => ask(world, 'approve'))
    await setRow(world, world.sessionSid, { appointmentDate: new Date(Date.now() - 4.9 * minute) })
    await run(world, 'approve')
  })

  test('an appointment outside the window of the exam is 409 outside_window', async () => {
    const world = await inState('Pending Approval')
    const { appointmentDate, appointmentEndDate } = await rowOf(world, world.sessionSid)
    await configure(world, { duration: 60, examOpenDate: soon(60) })
    // The change has unscheduled it. An earlier build left it as it was.
    await setRow(world, world.sessionSid, { status: 'Pending Approval', appointmentDate, appointmentEndDate })
    await refused(world, 'outside_window', () => ask(world, 'approve'))
  })
})
