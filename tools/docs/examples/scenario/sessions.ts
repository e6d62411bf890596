import type { Recorder } from '../recorder.ts'
import { recordFiles } from './files.ts'

/** Schedules, proctors and reviews sessions, and records events of them. */
export async function recordSessions(recorder: Recorder): Promise<void> {
  await recordScheduling(recorder)
  await recordApproval(recorder)
  await recordEventTypes(recorder)
  await recordSitting(recorder)
  await recordFiles(recorder)
  await recordReview(recorder)
}

async function recordScheduling({ record, recordRefusal, variables, at }: Recorder): Promise<void> {
  const listed = await record('listEnrollmentSessions', { query: { includeActive: 'true' } })
  variables['sessionSid'] = String(listed.items()[0]?.['sid'])
  await record('readAvailability')
  await recordRefusal('startSession')
  await record('scheduleSession', { body: { appointmentDate: at(1, '17:00') } })
  await recordRefusal('scheduleSession', { body: { appointmentDate: at(20, '17:00') } })
  await recordRefusal('rescheduleSession', { body: { appointmentDate: at(20, '17:00') } })
  await record('rescheduleSession', { body: { appointmentDate: at(1, '19:00') } })
  await record('updateExternalAppointment', {
    body: { reservedId: 'reservation-42', reservedUntil: at(1, '12:00') },
  })
  await recordRefusal('updateExternalAppointment', {
    body: { reservedId: null, reservedUntil: at(1, '12:00') },
  })
  await record('updatePartnerExam', {
    body: { partnerProvisionedExamUrl: 'https://partner.example/exams/42' },
  })
  await record('listSessions', { query: { status: 'Scheduled' } })
  await record('readSession')
  const link = (await record('readOnboarding')).text('url')
  const onboardingSecret = link.split('/').at(-1) ?? ''
  await record('redeemOnboardingLink', { as: null, params: { onboardingSecret } })
  await recordRefusal('redeemOnboardingLink', {
    as: null,
    params: { onboardingSecret },
    summary: 'A used link',
  })
}

async function recordApproval({ record, recordRefusal, variables, at }: Recorder): Promise<void> {
  const { finalSid = '', danielEnrollmentSid = '' } = variables
  const params = { examSid: finalSid, enrollmentSid: danielEnrollmentSid }
  const listed = await record('listEnrollmentSessions', { params, name: 'assignedExam' })
  const session = { examSid: finalSid, sessionSid: String(listed.items()[0]?.['sid']) }
  const appoint = (day: number) =>
    record('scheduleSession', {
      params: session,
      body: { appointmentDate: at(day, '16:00') },
      name: null,
    })
  await appoint(2)
  await record('denySession', {
    params: session,
    body: { reason: 'The testing center is closed on that day.' },
  })
  await recordRefusal('denySession', { params: session, body: { reason: 'Closed.' } })
  await appoint(3)
  await record('approveSession', { params: session })
  await recordRefusal('approveSession', { params: session })
}

async function recordEventTypes({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const phone = { name: 'Phone in view', opensIncident: true }
  await record('createEventType', { body: phone })
  const away = await record('createEventType', { body: { name: 'Away from the desk' }, name: null })
  variables['eventTypeSid'] = away.text('sid')
  await recordRefusal('createEventType', { body: { name: '' } })
  await record('listEventTypes', { query: { opensIncident: 'true' } })
  await record('updateEventType', { body: { name: 'Away from desk' } })
  const typo = await record('createEventType', { body: { name: 'Fone in view' }, name: null })
  await record('deleteEventType', { params: { eventTypeSid: typo.text('sid') } })
}

async function recordSitting({ record, recordRefusal, variables, soon }: Recorder): Promise<void> {
  await record('rescheduleSession', { body: { appointmentDate: soon(14) }, name: null })
  await record('recordSystemCheck', {
    body: {
      passed: true,
      details: { camera: true, microphone: true, screen: true },
      platformVersion: 'Chrome 154 on Windows 11',
      locale: 'en-GB',
    },
  })
  await recordRefusal('updateRecording', { body: { startedAt: soon(0) } })
  await record('startSession')
  await record('updateRecording', {
    body: {
      startedAt: soon(0),
      url: 'https://recordings.example/7d1f',
      score: 12.5,
      flags: ['second-person'],
    },
  })
  const { eventTypeSid } = variables
  const note = {
    eventTypeSid,
    title: 'Left the desk for two minutes',
    details: 'The door bell rang. She showed the room again afterwards.',
    directWitness: 'J. Ortiz, proctor',
  }
  variables['eventSid'] = (await record('createSessionEvent', { body: note })).text('sid')
  await record('listSessionEvents', { query: { status: 'Open' } })
  await record('readSessionEvent')
  await record('updateSessionEvent', {
    body: { status: 'Resolved', correctiveActionDetails: 'The room was scanned a second time.' },
  })
  await recordRefusal('updateEventType', { body: { opensIncident: true } })
  const mark = await record('createAnnotation', {
    body: {
      type: 'second-voice',
      startOffsetMs: 754_000,
      endOffsetMs: 761_500,
      severity: 0.4,
      source: 'system',
    },
  })
  await recordRefusal('createAnnotation', {
    body: { type: 'second-voice', startOffsetMs: 754_000, endOffsetMs: 1 },
  })
  await record('listAnnotations', { query: { source: 'system' } })
  const params = { annotationSid: mark.text('sid') }
  await record('updateAnnotation', { params, body: { muted: true, text: 'The radio, not a person.' } })
  await record('deleteAnnotation', { params })
}

async function recordReview({ record, recordRefusal, variables, at }: Recorder): Promise<void> {
  await record('endSession')
  await recordRefusal('endSession')
  await record('reviewSession', { body: { outcome: 'passed', notes: 'Nothing out of the ordinary.' } })
  await recordRefusal('reviewSession', { body: { outcome: 'fine' } })
  await record('readSessionHistory')
  await record('listInstallSessions', { query: { search: 'midterm', sortKeys: 'appointmentDate' } })
  const { enrollmentSid, danielEnrollmentSid = '', examSid } = variables
  const next = await record('createSession', { body: { enrollmentSid }, summary: 'A second attempt' })
  await recordRefusal('createSession', { body: { enrollmentSid } })
  await record('scheduleSession', {
    params: { sessionSid: next.text('sid') },
    body: { appointmentDate: at(2, '22:00') },
    name: null,
  })
  const daniel = await record('listEnrollmentSessions', {
    params: { enrollmentSid: danielEnrollmentSid, examSid: examSid ?? '' },
    name: null,
  })
  const params = { sessionSid: String(daniel.items()[0]?.['sid']) }
  await record('scheduleSession', { params, body: { appointmentDate: at(1, '19:00') }, name: null })
  await record('cancelSession', { params, body: { reason: 'changed-time' } })
  await recordRefusal('cancelSession', { params, body: { reason: 'changed-time' } })
}
