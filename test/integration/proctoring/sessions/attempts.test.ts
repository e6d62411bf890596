import { beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { rounds } from '../../../support/rounds.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { type StackKind, sharedStack } from '../../../support/stack.ts'

const statuses = async ({ admin, path, enrollmentSid, examSid }: SessionWorld) =>
  (await admin('GET', path(`/enrollments/${enrollmentSid}/exams/${examSid}/sessions`)))
    .list('results')
    .map(({ status }) => status)

test('a used attempt is counted permanently: no later change creates another session', async () => {
  const world = await makeSession({ configuration: { duration: 60, attempts: 1 } })
  await world.act('POST', '', { appointmentDate: soon(5) })
  await world.act('POST', '/start')
  await world.act('POST', '/end')
  expect(await statuses(world)).toEqual(['Closed'])
  const body = { userSid: await world.user() }
  await world.admin('POST', world.path(`/courses/${world.courseSid}/enrollments`), { body })
  expect(await statuses(world)).toEqual(['Closed'])
})

test('ten simultaneous events create ten events, and the reports are counted', async () => {
  const world = await makeSession()
  const type = await world.admin('POST', world.path('/eventTypes'), {
    body: { name: 'Phone', opensIncident: true },
  })
  await world.act('POST', '', { appointmentDate: soon(5) })
  await world.act('POST', '/start')
  const body = { eventTypeSid: type.text('sid'), title: 'Phone' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => world.admin('POST', world.at('/events'), { body })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect((await world.read()).body).toMatchObject({ status: 'Incident', sessionReportCount: 10 })
})

test('the last of two events that are resolved at once ends the incident', async () => {
  const world = await makeSession()
  const type = await world.admin('POST', world.path('/eventTypes'), {
    body: { name: 'Phone', opensIncident: true },
  })
  await world.act('POST', '', { appointmentDate: soon(5) })
  await world.act('POST', '/start')
  const body = { eventTypeSid: type.text('sid'), title: 'Phone' }
  const events = [1, 2].map(() => world.admin('POST', world.at('/events'), { body }))
  const sids = (await Promise.all(events)).map(event => event.text('sid'))
  await Promise.all(
    sids.map(sid => world.admin('PUT', world.at(`/events/${sid}`), { body: { status: 'Resolved' } })),
  )
  expect((await world.read()).body).toMatchObject({
    status: 'Scheduled',
    auditStatus: 'Resolved',
    running: true,
  })
})

/** PGlite executes one statement at a time, so `npm test` runs the race on Postgres only. */
const kinds = rounds<StackKind[]>({ quick: ['postgres'], all: ['memory', 'postgres'] })

describe.each(kinds)('on %s', kind => {
  let stack: Stack
  beforeAll(async () => {
    stack = await sharedStack(kind)
  })

  test('a learner who is withdrawn while the session is cancelled has no active session, in 15 rounds', async () => {
    for (let round = 0; round < rounds({ quick: 1, all: 15 }); round++) {
      const world = await makeSession({}, stack)
      const enrollment = world.path(`/courses/${world.courseSid}/enrollments/${world.enrollmentSid}`)
      const [cancelled, withdrawn] = await Promise.all([
        world.admin('DELETE', world.at(), { body: { reason: 'other-reason' } }),
        world.admin('DELETE', enrollment),
      ])
      expect([200, 409]).toContain(cancelled.status)
      expect(withdrawn.status).toBe(200)
      expect(new Set(await statuses(world))).toEqual(new Set(['Closed']))
    }
  })
})

test('no appointment that races a change of the window stays outside the window, in 15 rounds', async () => {
  const stack = await sharedStack('postgres')
  for (let round = 0; round < rounds({ quick: 1, all: 15 }); round++) {
    const world = await makeSession({}, stack)
    const { courseSid, examSid } = world
    const exam = await world.admin('GET', world.path(`/courses/${courseSid}/exams/${examSid}`))
    const sid = exam.text('examConfigurationSid')
    const configuration = world.path(`/courses/${courseSid}/exams/${examSid}/configurations/${sid}`)
    const examCloseDate = soon(60)
    const [appointed, changed] = await Promise.all([
      world.admin('POST', world.at(), { body: { appointmentDate: soon(120) } }),
      world.admin('PUT', configuration, { body: { examCloseDate, duration: 60 } }),
    ])
    expect(changed.status, changed.raw).toBe(200)
    // Granted before the change of the window, which then unschedules the session, or refused after it.
    if (appointed.status !== 200) expect(appointed.text('code')).toBe('outside_window')
    expect((await world.read()).body).toMatchObject({ status: 'Needs Proctor', appointmentDate: null })
  }
})
