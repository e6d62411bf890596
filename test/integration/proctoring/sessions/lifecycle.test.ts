import { expect, test } from 'vitest'
import { makeSession, soon } from '../../../support/sessions.ts'

test('a session passes through enrollment, appointment and start to its end', async () => {
  const world = await makeSession()
  expect((await world.read()).body).toMatchObject({ status: 'Needs Proctor', duration: 60 })
  const at = soon(10)
  const scheduled = await world.act('POST', '', { appointmentDate: at })
  expect(scheduled.body).toMatchObject({ status: 'Scheduled', appointmentDate: at, inProgressDate: null })
  expect(scheduled.text('dateScheduled')).toBe(scheduled.text('dateApproved'))
  expect(Date.parse(scheduled.text('appointmentEndDate')) - Date.parse(at)).toBe(60 * 60_000)
  const started = await world.act('POST', '/start')
  expect(started.body).toMatchObject({ status: 'Scheduled', sessionInfo: { running: true } })
  const again = await world.act('POST', '/start')
  expect({ ...again.body, requestId: null }).toEqual({ ...started.body, requestId: null })
  expect((await world.act('POST', '/end')).body).toMatchObject({ status: 'Closed' })
  expect((await world.admin('POST', world.at('/start'), { body: {} })).status).toBe(409)
})

test('if approval is required, an appointment waits for it', async () => {
  const world = await makeSession({ exam: { requireApproval: true } })
  expect((await world.act('POST', '', { appointmentDate: soon(60) })).body).toMatchObject({
    status: 'Pending Approval',
    dateApproved: null,
  })
  expect((await world.act('POST', '/deny', { reason: 'No room' })).body).toMatchObject({
    status: 'Approval Denied',
    statusReason: 'No room',
  })
  await world.act('POST', '', { appointmentDate: soon(90) })
  expect((await world.act('POST', '/approve')).body).toMatchObject({
    status: 'Scheduled',
    dateApproved: expect.any(String),
  })
})

test('a cancelled session is closed and followed by a new one of its series', async () => {
  const world = await makeSession()
  await world.act('POST', '', { appointmentDate: soon(60) })
  const cancelled = await world.act('DELETE', '', { reason: 'changed-time' })
  expect(cancelled.body).toMatchObject({
    status: 'Closed',
    statusReason: 'changed-time',
    series: world.sessionSid,
  })
  const { enrollmentSid, examSid } = world
  const listed = await world.admin(
    'GET',
    world.path(`/enrollments/${enrollmentSid}/exams/${examSid}/sessions`),
  )
  expect(listed.list('results').map(({ status }) => status)).toEqual(['Closed', 'Needs Proctor'])
  const fresh = String(listed.list('results')[1]?.['sid'])
  const follower = await world.admin('GET', world.path(`/exams/${examSid}/sessions/${fresh}`))
  expect(follower.text('series')).toBe(world.sessionSid)
})

test('a review that finds a violation makes a closed session an incident', async () => {
  const world = await makeSession()
  await world.act('POST', '', { appointmentDate: soon(5) })
  await world.act('POST', '/start')
  await world.act('POST', '/end')
  expect((await world.act('POST', '/review', { outcome: 'violation', notes: 'Phone' })).body).toMatchObject({
    status: 'Incident',
    sessionReportCount: 1,
    notes: 'Phone',
    reviewed: true,
  })
})

test('one slot of two seats is given to two learners, and the refusal of the third lists free slots', async () => {
  const slots = [
    { location: 'A', capacity: 1, startTime: soon(30), endTime: soon(300) },
    { location: 'B', capacity: 5, startTime: soon(30), endTime: soon(300) },
  ]
  const world = await makeSession({ configuration: { duration: 60, instructorAsProctor: slots } })
  const open = await world.admin('GET', world.at('/availability'))
  const [first, second] = open.json as { instructorProctorSid: string; remaining: number }[]
  expect([first?.remaining, second?.remaining]).toEqual([1, 5])
  const body = { appointmentDate: soon(60), instructorProctorSid: first?.instructorProctorSid }
  await world.act('POST', '', body)
  const userSid = await world.user()
  const enrolled = await world.admin('POST', world.path(`/courses/${world.courseSid}/enrollments`), {
    body: { userSid },
  })
  const theirs = await world.admin(
    'GET',
    world.path(`/enrollments/${enrolled.text('sid')}/exams/${world.examSid}/sessions`),
  )
  const other = world.path(`/exams/${world.examSid}/sessions/${theirs.list('results')[0]?.['sid']}`)
  const full = await world.admin('POST', other, { body })
  expect(full.status).toBe(409)
  expect(full.body).toMatchObject({
    code: 'slot_full',
    alternatives: [{ instructorProctorSid: second?.instructorProctorSid, remaining: 5 }],
  })
  await world.act('PUT', '', { ...body, instructorProctorSid: second?.instructorProctorSid })
  expect((await world.admin('POST', other, { body })).status).toBe(200)
})
