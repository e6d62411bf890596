// How sessions begin: the steps that prove the fields of a new session and of its appointment.

import { expect } from 'vitest'
import { make } from './catalog.ts'
import { bodyOf, type Note, type Row } from './fields.ts'
import { notify } from './messages.ts'
import { makeSession, type SessionWorld, soon } from './sessions.ts'

export const isDate = expect.stringMatching(/^2\d{3}-.+Z$/)
export const isOf = (members: Row) => expect.objectContaining(members)

/** A session with everything that an appointment copies from its exam. */
export async function makeRich(): Promise<
  SessionWorld & { groupSid: string; policySid: string; processSid: string }
> {
  const slot = { location: 'Room 12', startTime: soon(-60), endTime: soon(900), capacity: 3 }
  const world = await makeSession({
    configuration: {
      ...{ duration: 60, proctorTypes: ['full'], url: 'https://exams.example/1', modalityOptions: { a: 1 } },
      instructorAsProctor: [slot, { ...slot, location: 'Room 13' }],
    },
  })
  const groupSid = (await make(world, '/proctorGroups', { name: 'Evening' })).text('sid')
  const processSid = (await make(world, '/reviewProcesses', { name: 'Two' })).text('sid')
  const policySid = (await make(world, '/cancellationPolicies', { name: 'Day', leadTimeMinutes: 1 })).text(
    'sid',
  )
  await make(world, '/proctorTypes', { code: 'full', name: 'Full', review: 'required', roomScan: true })
  const exam = {
    ...{ cancellationPolicySid: policySid, reviewProcessSid: processSid },
    reviewCompleteNotificationUrl: 'https://lms.example/reviews',
  }
  const at = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  bodyOf(await world.admin('PUT', at, { body: exam }))
  return { ...world, groupSid, policySid, processSid }
}

export type Rich = Awaited<ReturnType<typeof makeRich>>

/** Notes a request on the session. */
export const noteRequest =
  (note: Note, world: SessionWorld) =>
  (setter: string, [method, rest, body]: [string, string, Row?], expected: Row) =>
    note(setter, {
      read: async () => bodyOf(await world.read()),
      act: async () => bodyOf(await world.admin(method, world.at(rest), body ? { body } : {})),
      expected,
    })

export async function createdSteps(note: Note, world: Rich): Promise<void> {
  const { courseSid, examSid, installSid, accountSid } = world
  const expectedOf = (enrollmentSid: string, userSid: string) => ({
    ...{ courseSid, examSid, installSid, enrollmentSid, userSid, duration: 60 },
    ...{ status: 'Needs Proctor', accessKey: expect.any(String), series: expect.stringMatching(/^ES/) },
    ...{
      account: isOf({ sid: accountSid }),
      install: isOf({ sid: installSid }),
      course: isOf({ sid: courseSid }),
    },
    ...{ exam: isOf({ sid: examSid }), enrollment: isOf({ sid: enrollmentSid, userSid }) },
    ...{ deployment: isOf({ defaultTimezone: 'UTC' }), examConfiguration: isOf({ duration: 60 }) },
    modalityOptions: { a: 1 },
  })
  const userSid = await world.user()
  let enrollmentSid = ''
  let sid = ''
  const newest = async () => {
    if (!enrollmentSid) return undefined
    const at = world.path(`/enrollments/${enrollmentSid}/exams/${examSid}/sessions?sortOrder=DESC`)
    const [session] = (await world.admin('GET', at)).list('results')
    sid = String(session?.['sid'])
    return bodyOf(await world.admin('GET', world.path(`/exams/${examSid}/sessions/${sid}`)))
  }
  const expected: Row = { userSid }
  await note('createEnrollment', {
    ...{ read: newest, expected },
    act: async () => {
      const made = await make(world, `/courses/${courseSid}/enrollments`, { userSid })
      enrollmentSid = made.text('sid')
      Object.assign(expected, expectedOf(enrollmentSid, userSid))
    },
  })
  const at = () => world.path(`/exams/${examSid}/sessions/${sid}`)
  for (const [method, rest, body] of [
    ['POST', '', { appointmentDate: soon(5) }],
    ['POST', '/start', undefined],
    ['POST', '/end', undefined],
  ] as const)
    bodyOf(await world.admin(method, at() + rest, body ? { body } : {}))
  let next: string | undefined
  await note('createSession', {
    read: async () =>
      next ? bodyOf(await world.admin('GET', world.path(`/exams/${examSid}/sessions/${next}`))) : undefined,
    expected,
    act: async () => {
      next = (await make(world, `/exams/${examSid}/sessions`, { enrollmentSid })).text('sid')
    },
  })
}

export async function appointmentSteps(note: Note, world: Rich): Promise<void> {
  const { groupSid: proctorGroupSid, policySid, processSid } = world
  const send = noteRequest(note, world)
  await notify(world)
  const appointed = (minutes: number, location: string) => ({
    ...{ appointmentDate: soon(minutes), appointmentEndDate: isDate, dateScheduled: isDate },
    ...{ appointment: isOf({ timeZone: 'UTC' }), instructorProctorSid: expect.stringMatching(/^IP/) },
    ...{ location: { name: location }, proctor: isOf({ startTime: isDate }) },
  })
  const slots = JSON.parse((await world.admin('GET', world.at('/availability'))).raw) as Row[]
  const bodyFor = (minutes: number, location: string) => {
    const slot = slots.find(each => each['location'] === location)
    const expected = appointed(minutes, location)
    const { appointmentDate } = expected
    return { expected, body: { appointmentDate, instructorProctorSid: slot?.['instructorProctorSid'] } }
  }
  const first = bodyFor(12, 'Room 12')
  await note('scheduleSession', {
    read: async () => bodyOf(await world.read()),
    act: async () => {
      await world.act('POST', '', { ...first.body, proctorType: 'full', proctorGroupSid })
      const confirmations = async () => (await world.read()).body['messagingConfirmations']
      await expect.poll(confirmations, { timeout: 30_000 }).toHaveLength(1)
    },
    expected: {
      ...{ ...first.expected, status: 'Scheduled', dateApproved: isDate, reviewRequired: true },
      ...{
        mandatoryRoomScanVideo: true,
        sessionType: 'full',
        schedulingModule: 'full',
        workflowModule: 'full',
      },
      ...{
        proctorTypeSid: expect.stringMatching(/^TS/),
        proctorGroupSid,
        proctorGroups: [isOf({ sid: proctorGroupSid })],
      },
      ...{ cancellationPolicySid: policySid, cancellationPolicyVersionSid: expect.stringMatching(/^CV/) },
      ...{ reviewCompleteNotificationUrl: 'https://lms.example/reviews', URL: 'https://exams.example/1' },
      proctorReviewProcessSid: processSid,
      messagingConfirmations: [expect.stringMatching(/^confirmation:2/)],
    },
  })
  const second = bodyFor(13, 'Room 13')
  await send('rescheduleSession', ['PUT', '', second.body], second.expected)
  const reservedUntil = soon(500)
  await send(
    'updateExternalAppointment',
    ['PUT', '/externalAppointment', { reservedId: 'R1', reservedUntil }],
    {
      ...{ externalReservedAppointmentId: 'R1', externalReservedAppointmentExpires: reservedUntil },
      externalAppointmentSyncDate: isDate,
    },
  )
  await send('updateExternalAppointment', ['PUT', '/externalAppointment', { id: 'A1' }], {
    externalAppointmentId: 'A1',
  })
  const urls = { url: 'https://exams.example/2', partnerProvisionedExamUrl: 'https://partner.example/2' }
  await send('updatePartnerExam', ['PUT', '/partner', urls], { ...urls, URL: urls.url })
}
