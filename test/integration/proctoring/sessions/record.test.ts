// A9: the full record, by the fields of the interface, in every state; and the round trips of reads and writes.
import { expect, test } from 'vitest'
import { make } from '../../../support/catalog.ts'
import { badPaths } from '../../../support/problem.ts'
import { ask, inState, run, setRow, slotsOf } from '../../../support/session-steps.ts'
import { stateNames } from '../../../support/session-table.ts'
import { makeSession, soon } from '../../../support/sessions.ts'

const words = (text: string) => text.split(/\s+/).filter(word => word !== '')

const texts =
  words(`sid installSid examSid enrollmentSid userSid courseSid instructorProctorSid proctorTypeSid
  cancellationPolicySid cancellationPolicyVersionSid status statusReason accessKey sessionType schedulingModule
  proctorReviewProcessSid workflowModule appointmentDate appointmentEndDate dateApproved dateScheduled createdDate
  inProgressDate endedDate externalAppointmentId externalReservedAppointmentId externalReservedAppointmentExpires
  externalAppointmentSyncDate editDate notes recordingStartDate series reviewByDate reviewByUserSid reviewCompletedDate
  reviewCompleteNotificationUrl URL examLocale platformVersion systemCheckStartDate systemCheckEndDate auditStatus
  partnerProvisionedExamUrl proctorGroupSid`)
const numbers = ['duration', 'sessionReportCount']
const booleans = ['running', 'reviewRequired', 'reviewed', 'mandatoryRoomScanVideo']
const embedded =
  words(`account install deployment proctorGroups modalityOptions exam enrollment course examFile returnedFile
  photos sessionInfo examConfiguration proctor location appointment automated mutedAnnotations`)
const lists = ['photos', 'proctorGroups', 'mutedAnnotations']
const instants = texts.filter(name => /(Date|Expires|^dateApproved|^dateScheduled)$/.test(name))

test('the interface lists 44 texts, 2 numbers, 4 booleans, 1 list and 18 embedded details', () => {
  expect([texts.length, numbers.length, booleans.length, embedded.length]).toEqual([44, 2, 4, 18])
})

test.each(stateNames)(
  'in %s the record has exactly the fields of the interface, each of its type or null',
  async state => {
    const world = await inState(state)
    const answer = await world.read()
    expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
    const { body } = answer
    const named = [...texts, ...numbers, ...booleans, ...embedded, 'messagingConfirmations']
    expect(Object.keys(body).toSorted()).toEqual(named.toSorted())
    for (const name of texts)
      if (body[name] !== null) expect([name, typeof body[name]]).toEqual([name, 'string'])
    for (const name of numbers) if (body[name] !== null) expect(typeof body[name], name).toBe('number')
    for (const name of booleans) expect(typeof body[name], name).toBe('boolean')
    expect(body['messagingConfirmations']).toEqual([])
    for (const name of embedded)
      if (body[name] !== null)
        expect([name, typeof body[name], Array.isArray(body[name])]).toEqual([
          name,
          'object',
          lists.includes(name),
        ])
    for (const name of instants)
      if (body[name] !== null) expect(body[name], name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  },
)

test('the embedded details are those of the session’s related records', async () => {
  const slot = { location: 'Room 12', capacity: 3, startTime: soon(-60), endTime: soon(300) }
  const modalityOptions = { live: { ratio: 0.5 } }
  const configuration = {
    ...{ duration: 60, attempts: 2, examOpenDate: soon(-90), examCloseDate: soon(600), modalityOptions },
    ...{ scheduleOpenDate: soon(-90), scheduleCloseDate: soon(500), instructorAsProctor: [slot] },
  }
  const world = await makeSession({ configuration })
  const [entry] = await slotsOf(world)
  const { instructorProctorSid } = entry ?? {}
  const scheduled = await run(world, 'schedule', 30, { instructorProctorSid })
  const { installSid, courseSid, examSid, enrollmentSid, userSid, accountSid } = world
  const { duration, attempts, examOpenDate, examCloseDate, scheduleOpenDate, scheduleCloseDate } =
    configuration
  expect(scheduled.body).toMatchObject({
    ...{ installSid, courseSid, examSid, enrollmentSid, userSid, instructorProctorSid, modalityOptions },
    account: { sid: accountSid, name: 'Test account' },
    install: { sid: installSid, name: 'Test install' },
    deployment: { defaultTimezone: 'UTC', requireManagerProctorApproval: false },
    exam: { sid: examSid, title: 'Midterm', type: 'Online', status: 'active' },
    course: { sid: courseSid, title: 'Biology', code: null },
    enrollment: { sid: enrollmentSid, userSid, role: 'learner', status: 'active' },
    proctor: { sid: instructorProctorSid, startTime: slot.startTime, endTime: slot.endTime },
    location: { name: 'Room 12' },
    examConfiguration: {
      duration,
      attempts,
      examOpenDate,
      examCloseDate,
      scheduleOpenDate,
      scheduleCloseDate,
    },
  })
  expect((await world.read()).body).toEqual(scheduled.body)
})

test('the embedded configuration is the effective one of the learner', async () => {
  const world = await makeSession({ configuration: { duration: 60, attempts: 1 } })
  const path = `/courses/${world.courseSid}/exams/${world.examSid}/configurations`
  await make(world, path, { enrollmentSid: world.enrollmentSid, attempts: 4 })
  expect((await world.read()).body).toMatchObject({ examConfiguration: { duration: 60, attempts: 4 } })
})

test('the record contains no secret: neither the exam’s password nor a user’s', async () => {
  const world = await makeSession({ configuration: { password: 'open sesame' } })
  expect((await world.read()).raw).not.toContain('sesame')
})

test('every read has one round trip, and every write at most two', async () => {
  const slot = { capacity: 1, startTime: soon(-60), endTime: soon(300) }
  const world = await makeSession({
    exam: { requireApproval: true },
    configuration: { duration: 60, proctorTypes: ['record-and-review'], instructorAsProctor: [slot] },
  })
  const { examSid, enrollmentSid } = world
  for (const path of [
    ...[world.at(), world.at('/availability'), world.path(`/exams/${examSid}/sessions`)],
    world.path(`/enrollments/${enrollmentSid}/exams/${examSid}/sessions?status=Closed&includeActive=true`),
  ]) {
    const answer = await world.admin('GET', path)
    expect([path, answer.status, answer.roundTrips]).toEqual([path, 200, 1])
  }
  const [entry] = await slotsOf(world)
  const more = { instructorProctorSid: entry?.instructorProctorSid }
  await run(world, 'schedule', 10, more)
  await run(world, 'reschedule', 11, more)
  await run(world, 'deny')
  await run(world, 'schedule', 12, more)
  for (const transition of ['approve', 'start', 'start', 'end', 'pass', 'report', 'void'] as const) {
    await run(world, transition)
    const [read, refusal] = [await world.read(), await ask(world, 'deny')]
    expect([read.roundTrips, refusal.status, refusal.roundTrips <= 2]).toEqual([1, 409, true])
  }
})

const unknown = ['state', 'Status', 'statuses', 'sort', 'page', 'q', 'includeClosed', 'appointmentDate']

test.each(unknown)('the query parameter %s is 400 and named, and the known ones are listed', async name => {
  const world = await makeSession()
  const { examSid, enrollmentSid } = world
  const lists = {
    [`/exams/${examSid}/sessions`]: ['status', 'enrollmentSid', 'userSid', 'sortKeys', 'limit'],
    [`/enrollments/${enrollmentSid}/exams/${examSid}/sessions`]: ['status', 'includeActive', 'sortOrder'],
  }
  for (const [list, known] of Object.entries(lists)) {
    const answer = await world.admin('GET', world.path(`${list}?${name}=1`))
    expect(badPaths(answer)).toEqual([name])
    for (const one of known) expect(answer.raw).toContain(one)
  }
  for (const path of [world.at(`?${name}=1`), world.at(`/availability?${name}=1`)])
    expect(badPaths(await world.admin('GET', path))).toEqual([name])
})

test('a session whose slot was removed from the configuration can still be read', async () => {
  const world = await inState('Scheduled')
  await setRow(world, world.sessionSid, { instructorProctorSid: null })
  expect((await world.read()).body).toMatchObject({
    instructorProctorSid: null,
    proctor: null,
    location: null,
  })
})

test('availability of an exam without slots matches the document, and has the exam’s window', async () => {
  const examCloseDate = soon(300)
  const world = await makeSession({ configuration: { duration: 60, examCloseDate } })
  const answer = await world.admin('GET', world.at('/availability'))
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.json).toMatchObject([{ endDateTime: examCloseDate, remaining: null }])
})
