// The fields of sessions and of what belongs to them.
import { expect } from 'vitest'
import { change, make } from '../../../support/catalog.ts'
import { bodyOf, type Note, prove } from '../../../support/fields.ts'
import { attach } from '../../../support/files.ts'
import {
  appointmentSteps,
  createdSteps,
  isDate,
  isOf,
  makeRich,
  noteRequest,
  type Rich,
} from '../../../support/session-fields.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { issueToken } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

async function attemptSteps(note: Note, world: Rich): Promise<void> {
  const send = noteRequest(note, world)
  const check = { passed: true, details: { camera: true }, platformVersion: 'Chrome 154', locale: 'de-AT' }
  await send('recordSystemCheck', ['POST', '/systemCheck', check], {
    ...{ systemCheckStartDate: isDate, systemCheckEndDate: isDate, platformVersion: 'Chrome 154' },
    ...{ examLocale: 'de-AT', sessionInfo: isOf({ systemCheck: isOf({ passed: true }) }) },
  })
  await send('startSession', ['POST', '/start'], {
    ...{ inProgressDate: isDate, running: true, sessionInfo: isOf({ running: true }) },
  })
  const recording = { startedAt: soon(0), url: 'https://recordings.example/1', score: 5, flags: ['voice'] }
  await send('updateRecording', ['PUT', '/recording', recording], {
    ...{ recordingStartDate: recording.startedAt, automated: { score: 5, flags: ['voice'] } },
    sessionInfo: isOf({ recordingUrl: recording.url }),
  })
  const mark = { type: 'voice', startOffsetMs: 5 }
  await send('createAnnotation', ['POST', '/annotations', { ...mark, muted: true }], {
    mutedAnnotations: [isOf(mark)],
  })
  const annotation = bodyOf(await world.admin('POST', world.at('/annotations'), { body: mark }))['sid']
  await send('updateAnnotation', ['PUT', `/annotations/${annotation}`, { muted: true }], {
    mutedAnnotations: [isOf(mark), isOf(mark)],
  })
  const type = (await make(world, '/eventTypes', { name: 'Phone', opensIncident: true })).text('sid')
  await send('createSessionEvent', ['POST', '/events', { eventTypeSid: type, title: 'Phone' }], {
    ...{ sessionReportCount: 1, auditStatus: 'Open' },
  })
  const [event] = (await world.admin('GET', world.at('/events'))).list('results')
  await send('updateSessionEvent', ['PUT', `/events/${event?.['sid']}`, { status: 'Resolved' }], {
    auditStatus: 'Resolved',
  })
}

async function fileSteps(note: Note, world: Rich): Promise<void> {
  const at = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  const examConfigurationSid = String((await world.admin('GET', at)).body['examConfigurationSid'])
  const { sessionSid } = world
  for (const [field, file, isArray] of [
    ['examFile', { purpose: 'examFile', examConfigurationSid }, false],
    ['photos', { purpose: 'photo', sessionSid, name: 'photos.png' }, true],
    ['returnedFile', { purpose: 'returnedFile', sessionSid }, false],
  ] as const) {
    const isFile = isOf({ sid: expect.stringMatching(/^FI/) })
    await note('completeFile', {
      read: async () => bodyOf(await world.read()),
      act: () => attach(world, file),
      expected: { [field]: isArray ? [isFile] : isFile },
    })
  }
}

async function reviewSteps(note: Note, world: Rich): Promise<void> {
  const send = noteRequest(note, world)
  await send('endSession', ['POST', '/end'], {
    ...{ endedDate: isDate, reviewByDate: isDate, status: 'Processing', running: false },
    sessionInfo: isOf({ running: false }),
  })
  const reviewer = await world.user()
  // A token for a learner has the rights of a learner.
  await change(world, 'PUT', `/users/${reviewer}`, { role: 'proctor' })
  const policy = { version: '1', statements: allow(['sp:*'], ['*']) }
  const { call } = await issueToken(world, { tokenType: 'api', targetUserSid: reviewer, policy })
  const review = (outcome: string) => ({
    read: async () => bodyOf(await world.read()),
    act: async () => bodyOf(await call('POST', world.at('/review'), { body: { outcome, notes: 'Noted' } })),
  })
  await note('reviewSession', {
    ...review('violation'),
    expected: {
      ...{ status: 'Incident', auditStatus: 'Open', notes: 'Noted' },
      ...{ reviewed: true, reviewCompletedDate: isDate, reviewByUserSid: reviewer },
    },
  })
}

/** The ends of a session without an attempt, and an attempt that counts for nothing. */
async function endSteps(note: Note): Promise<void> {
  const denied = await makeSession({ exam: { requireApproval: true } })
  const send = noteRequest(note, denied)
  await denied.act('POST', '', { appointmentDate: soon(10) })
  await send('denySession', ['POST', '/deny', { reason: 'No room' }], {
    ...{ status: 'Approval Denied', statusReason: 'No room' },
  })
  await denied.act('POST', '', { appointmentDate: soon(10) })
  await send('approveSession', ['POST', '/approve'], { dateApproved: isDate })
  await send('cancelSession', ['DELETE', '', { reason: 'other-reason' }], {
    ...{ status: 'Closed', statusReason: 'other-reason' },
  })
  const series = await makeSession()
  const place = series.path(`/enrollments/${series.enrollmentSid}/exams/${series.examSid}/sessions`)
  await note('cancelSession', {
    read: async () => {
      const listed = (await series.admin('GET', place)).list('results')
      const next = listed.find(({ sid }) => sid !== series.sessionSid)
      return (
        next &&
        bodyOf(await series.admin('GET', series.path(`/exams/${series.examSid}/sessions/${next['sid']}`)))
      )
    },
    act: () => series.act('DELETE', '', { reason: 'other-reason' }),
    expected: { series: series.sessionSid },
  })
  const ran = await makeSession()
  for (const [rest, body] of [
    ['', { appointmentDate: soon(5) }],
    ['/start', {}],
    ['/end', {}],
  ] as const)
    await ran.act('POST', rest, body)
  await noteRequest(note, ran)('voidSession', ['POST', '/void', { reason: 'Power failure' }], {
    statusReason: 'void',
  })
}

prove('ExamSession', async note => {
  const world = await makeRich()
  await createdSteps(note, world)
  await appointmentSteps(note, world)
  await attemptSteps(note, world)
  await fileSteps(note, world)
  await reviewSteps(note, world)
  await endSteps(note)
})
