// The fields of exams, their configurations and their assignments.
import { expect } from 'vitest'
import { makeAssignable } from '../../../support/assignments.ts'
import { type Course, make, makeCourse } from '../../../support/catalog.ts'
import { everything, flags } from '../../../support/configurations.ts'
import { bodyOf, type Note, prove, type Row } from '../../../support/fields.ts'
import { attach } from '../../../support/files.ts'
import { itemOf, provision } from '../../../support/provision.ts'
import { soon } from '../../../support/sessions.ts'
import { makeWorld } from '../../../support/world.ts'

const ids = (n: number) => ({ lmsId: `L${n}`, sisId: `S${n}`, apiId: `A${n}`, externalId: `X${n}` })

const newCourse = async () => makeCourse(await makeWorld(), { title: 'Biology' })

prove('Exam', async note => {
  const course = await newCourse()
  const { world } = course
  const { admin, path, installSid } = world
  const choices = async (n: number) => ({
    ...ids(n),
    proctorGroupSid: (await make(world, '/proctorGroups', { name: `G${n}` })).text('sid'),
    reviewProcessSid: (await make(world, '/reviewProcesses', { name: `R${n}` })).text('sid'),
    cancellationPolicySid: (
      await make(world, '/cancellationPolicies', { name: `C${n}`, leadTimeMinutes: n })
    ).text('sid'),
    reviewCompleteNotificationUrl: `https://lms.example/${n}`,
  })
  const created = {
    ...{ title: 'Midterm', type: 'Written', limitedScope: true, requireApproval: true, status: 'draft' },
    ...(await choices(1)),
  }
  const changed = {
    ...{ title: 'Final', type: 'Online', limitedScope: false, requireApproval: false, status: 'active' },
    ...(await choices(2)),
  }
  let at = ''
  const read = async () => (at ? bodyOf(await admin('GET', at)) : undefined)
  const isPrimary = {
    examConfigurationSid: expect.stringMatching(/^EC/),
    configuration: expect.objectContaining({ type: 'primary', duration: 60 }),
  }
  await note('createExam', {
    ...{ read, expected: { ...created, ...isPrimary, installSid, courseSid: course.sid } },
    act: async () => {
      const body = { ...created, configuration: { duration: 60 } }
      at = path(
        course.at(`/exams/${bodyOf(await admin('POST', path(course.at('/exams')), { body }))['sid']}`),
      )
    },
  })
  await note('updateExam', {
    ...{ read, expected: changed },
    act: async () => bodyOf(await admin('PUT', at, { body: changed })),
  })
  await note('updateExamConfiguration', {
    ...{ read, expected: { configuration: expect.objectContaining({ duration: 75 }) } },
    act: async () => {
      const one = `${at}/configurations/${(await read())?.['examConfigurationSid']}`
      bodyOf(await admin('PUT', one, { body: { duration: 75 } }))
    },
  })
})

prove('Assignment', async note => {
  const exam = await makeAssignable({}, await makeWorld())
  const { world, learner } = exam
  const at = world.path(`/exams/${exam.examSid}/assignments`)
  const read = async () => (await world.admin('GET', at)).list('results')[0]
  const days = (month: string) => ({
    ...{ examOpenDate: `2030-${month}-01`, examCloseDate: `2030-${month}-05` },
    ...{ schedulingOpenDate: `2029-${month}-01`, schedulingCloseDate: `2029-${month}-05` },
  })
  const targets = { enrollmentSids: [learner], sectionSids: [] }
  await note('updateExamAssignments', {
    ...{ read, expected: { ...days('03'), examSid: exam.examSid, targets } },
    act: () => exam.add({ ...days('03'), targets: { enrollmentSids: [learner] } }),
  })
})

/** The other values of the members of `everything`. */
const others: Row = {
  ...Object.fromEntries(flags.map(flag => [flag, !everything[flag]])),
  ...Object.fromEntries(flags.map(flag => [`${flag}Information`, 'Otherwise'])),
  ...{ examOpenDate: '2028-03-01T08:00:00.000Z', examCloseDate: '2028-03-05T17:00:00.000Z' },
  ...{ scheduleOpenDate: '2028-02-01T00:00:00.000Z', scheduleCloseDate: '2028-02-28T23:00:00.000Z' },
  ...{ duration: 75, attempts: 5, password: 'another', url: 'https://exams.example/other' },
  ...{ requiredSoftware: 'Octave', virtualCalculatorType: 'basic', studentNotes: 'S', proctorNotes: 'P' },
  ...{ permittedOtherItems: 'A ruler', proctorTypes: ['in-person'], modalityOptions: { a: 1 } },
  instructorAsProctor: [{ location: 'Room 9', startTime: null, endTime: null, capacity: 3 }],
}

const slots = (values: Row) => ({
  instructorAsProctor: (values['instructorAsProctor'] as Row[]).map(slot => ({
    ...slot,
    sid: expect.stringMatching(/^IP/),
  })),
})

/** The steps of the primary configuration and of the exam. */
async function primarySteps(note: Note, course: Course): Promise<{ examSid: string; sid: string }> {
  const { world } = course
  const { admin, path } = world
  let examSid = ''
  let sid = ''
  const at = () => path(course.at(`/exams/${examSid}/configurations/${sid}`))
  const read = async () => (sid ? bodyOf(await admin('GET', at())) : undefined)
  const about = { type: 'primary', exam: expect.objectContaining({ title: 'Midterm' }) }
  await note('createExam', {
    read,
    expected: {
      ...{ ...about, apiExamId: 'A1', examSid: expect.stringMatching(/^EX/) },
      course: expect.objectContaining({ sid: course.sid, title: 'Biology' }),
    },
    act: async () => {
      const body = { title: 'Midterm', apiId: 'A1', configuration: { duration: 60 } }
      const exam = bodyOf(await admin('POST', path(course.at('/exams')), { body }))
      examSid = String(exam['sid'])
      sid = String(exam['examConfigurationSid'])
    },
  })
  await note('updateExam', {
    ...{ read, expected: { apiExamId: 'A2' } },
    act: () => admin('PUT', path(course.at(`/exams/${examSid}`)), { body: { apiId: 'A2' } }),
  })
  await note('createEnrollment', {
    ...{ read, expected: { instructor: expect.objectContaining({ sid: expect.stringMatching(/^US/) }) } },
    act: () => course.enroll({ role: 'instructor' }),
  })
  const learner = await course.enroll()
  const [session] = (await admin('GET', path(`/enrollments/${learner}/exams/${examSid}/sessions`))).list(
    'results',
  )
  const body = { appointmentDate: soon(600) }
  bodyOf(await admin('POST', path(`/exams/${examSid}/sessions/${session?.['sid']}`), { body }))
  await note('updateExamConfiguration', {
    ...{ read, expected: { updatedAutomatedSessions: 1 } },
    act: async () => bodyOf(await admin('PUT', at(), { body: { duration: 30 } })),
  })
  for (const [setter, operation, expected] of [
    ['lockExamConfiguration', 'lock', { locked: true }],
    ['unlockExamConfiguration', 'unlock', { locked: false }],
  ] as const)
    await note(setter, {
      read,
      expected,
      act: async () => bodyOf(await admin('POST', `${at()}/${operation}`)),
    })
  const file = expect.objectContaining({ name: 'exam.pdf' })
  await note('completeFile', {
    ...{ read, expected: { examFiles: [file] } },
    act: () => attach(world, { examConfigurationSid: sid }),
  })
  await note('completeFile', {
    ...{ read, expected: { attachments: [expect.objectContaining({ attachmentAwsTitle: 'exam.pdf' })] } },
    act: () => attach(world, { purpose: 'attachment', examConfigurationSid: sid }),
  })
  return { examSid, sid }
}

prove('ExamConfiguration', async note => {
  const course = await newCourse()
  const { world } = course
  const { admin, path } = world
  const { examSid, sid: primary } = await primarySteps(note, course)
  const place = path(course.at(`/exams/${examSid}/configurations`))
  const [one, other] = [await course.enroll(), await course.enroll()]
  let sid = ''
  const read = async () => (sid ? bodyOf(await admin('GET', `${place}/${sid}`)) : undefined)
  const ofLearner = (enrollmentSid: string) => ({
    ...{ enrollmentSid, enrollment: expect.objectContaining({ sid: enrollmentSid }) },
  })
  const create = (body: Row, expected: Row) =>
    note('createExamConfiguration', {
      ...{ read, expected },
      act: async () => {
        sid = String(bodyOf(await admin('POST', place, { body }))['sid'])
      },
    })
  await create(
    { ...everything, enrollmentSid: one },
    {
      ...{ ...everything, ...slots(everything), ...ofLearner(one), attemptsRemaining: 3 },
      ...{ type: 'accommodation', examSid, exam: expect.objectContaining({ sid: examSid }) },
      course: expect.objectContaining({ sid: course.sid }),
    },
  )
  const attachments = [{ attachmentUrl: 'https://files.example/1', attachmentAwsTitle: 'One' }]
  await note('updateExamConfiguration', {
    read,
    expected: {
      ...{ ...others, ...slots(others), ...ofLearner(other), attemptsRemaining: 5, attachments },
      referenceExamConfigurationSid: primary,
    },
    act: async () => {
      const body = { ...others, enrollmentSid: other, refConfigSid: primary, attachments }
      bodyOf(await admin('PUT', `${place}/${sid}`, { body }))
    },
  })
  sid = ''
  await create({ referenceExamConfigurationSid: primary }, { referenceExamConfigurationSid: primary })
  await world.admin('PUT', path('/settings'), { body: { requireManagerExamApproval: true } })
  const isApproved = { approved: true, approvedBy: expect.any(String) }
  const instructor = (
    await world.credential([{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }], 'instructor')
  ).call
  const third = await course.enroll()
  sid = String(
    bodyOf(await instructor('POST', place, { body: { enrollmentSid: third, duration: 40 } }))['sid'],
  )
  await note('approveExamConfiguration', {
    ...{ read, expected: isApproved },
    act: async () => bodyOf(await admin('POST', `${place}/${sid}/approve`)),
  })
  await world.admin('PUT', path('/settings'), { body: { requireManagerExamApproval: false } })
  sid = ''
  const fourth = await course.enroll()
  const windows = { examOpenDate: '2029-03-01T08:00:00.000Z', examCloseDate: '2029-03-05T08:00:00.000Z' }
  const scheduling = {
    scheduleOpenDate: '2029-02-01T08:00:00.000Z',
    scheduleCloseDate: '2029-02-05T08:00:00.000Z',
  }
  const settings = { duration: 120, ...windows, ...scheduling }
  bodyOf(await admin('PUT', `${place}/${primary}`, { body: { duration: 30, attempts: 2 } }))
  await note('applyAccommodations', {
    ...{ read, expected: { ...settings, ...ofLearner(fourth), attempts: 4, attemptsRemaining: 4 } },
    act: async () => {
      const items = [{ enrollmentSid: fourth, examSids: [examSid], extraAttempts: 2, ...settings }]
      const { results } = bodyOf(await admin('POST', path('/accommodations/batch'), { body: { items } }))
      sid = String((results as Row[])[0]?.['sid'])
    },
  })
  sid = ''
  const item = itemOf('sync')
  await note('provisionRecords', {
    read: async () => {
      const [found] = sid ? [bodyOf(await admin('GET', sid))] : []
      return found?.['configuration'] as Row | undefined
    },
    expected: {
      examSyncStatus: expect.any(String),
      synchronization: expect.objectContaining({ source: expect.any(String) }),
    },
    act: async () => {
      const { sids } = await provision(world, item)
      sid = path(`/courses/${sids.course}/exams/${sids.exam}`)
    },
  })
})
