import type { Recorder } from '../recorder.ts'

/** Learners schedule, sit and are reviewed; a proctor notes what happens. */
export async function tellSessions(recorder: Recorder): Promise<void> {
  await tellScheduling(recorder)
  await tellApproval(recorder)
  await tellEventTypes(recorder)
  await tellSitting(recorder)
  await tellReview(recorder)
}

async function tellScheduling({ tell, refuse, scene, at }: Recorder): Promise<void> {
  const listed = await tell('listEnrollmentSessions', { query: { includeActive: 'true' } })
  scene['sessionSid'] = String(listed.items()[0]?.['sid'])
  await tell('readAvailability')
  await refuse('startSession')
  await tell('scheduleSession', { body: { appointmentDate: at(1, '17:00') } })
  await refuse('scheduleSession', { body: { appointmentDate: at(20, '17:00') } })
  await refuse('rescheduleSession', { body: { appointmentDate: at(20, '17:00') } })
  await tell('rescheduleSession', { body: { appointmentDate: at(1, '19:00') } })
  await tell('listSessions', { query: { status: 'Scheduled' } })
  await tell('readSession')
  const link = (await tell('readOnboarding')).text('url')
  const onboardingSecret = link.split('/').at(-1) ?? ''
  await tell('redeemOnboardingLink', { as: null, params: { onboardingSecret } })
  await refuse('redeemOnboardingLink', {
    as: null,
    params: { onboardingSecret },
    summary: 'A used link',
  })
}

async function tellApproval({ tell, refuse, scene, at }: Recorder): Promise<void> {
  const { finalSid = '', danielEnrollmentSid = '' } = scene
  const params = { examSid: finalSid, enrollmentSid: danielEnrollmentSid }
  const listed = await tell('listEnrollmentSessions', { params, name: 'ofAnExamThatIsAssigned' })
  const session = { examSid: finalSid, sessionSid: String(listed.items()[0]?.['sid']) }
  const appoint = (day: number) =>
    tell('scheduleSession', {
      params: session,
      body: { appointmentDate: at(day, '16:00') },
      name: null,
    })
  await appoint(2)
  await tell('denySession', {
    params: session,
    body: { reason: 'The testing center is closed on that day.' },
  })
  await refuse('denySession', { params: session, body: { reason: 'Closed.' } })
  await appoint(3)
  await tell('approveSession', { params: session })
  await refuse('approveSession', { params: session })
}

async function tellEventTypes({ tell, refuse, scene }: Recorder): Promise<void> {
  const phone = { name: 'Phone in view', opensIncident: true }
  await tell('createEventType', { body: phone })
  const away = await tell('createEventType', { body: { name: 'Away from the desk' }, name: null })
  scene['eventTypeSid'] = away.text('sid')
  await refuse('createEventType', { body: { name: '' } })
  await tell('listEventTypes', { query: { opensIncident: 'true' } })
}

async function tellSitting({ tell, refuse, scene, soon }: Recorder): Promise<void> {
  await tell('rescheduleSession', { body: { appointmentDate: soon(14) }, name: null })
  await tell('startSession')
  const { eventTypeSid } = scene
  const note = {
    eventTypeSid,
    title: 'Left the desk for two minutes',
    details: 'The door bell rang. She showed the room again afterwards.',
    directWitness: 'J. Ortiz, proctor',
  }
  scene['eventSid'] = (await tell('createSessionEvent', { body: note })).text('sid')
  await tell('listSessionEvents', { query: { status: 'Open' } })
  await tell('readSessionEvent')
  await tell('updateSessionEvent', {
    body: { status: 'Resolved', correctiveActionDetails: 'The room was scanned a second time.' },
  })
  await tell('createAnnotation', {
    body: {
      type: 'second-voice',
      startOffsetMs: 754_000,
      endOffsetMs: 761_500,
      severity: 0.4,
      source: 'system',
    },
  })
  await refuse('createAnnotation', { body: { type: 'second-voice', startOffsetMs: 754_000, endOffsetMs: 1 } })
  await tell('listAnnotations', { query: { source: 'system' } })
}

async function tellReview({ tell, refuse, scene, at }: Recorder): Promise<void> {
  await tell('endSession')
  await refuse('endSession')
  await tell('reviewSession', { body: { outcome: 'passed', notes: 'Nothing out of the ordinary.' } })
  await refuse('reviewSession', { body: { outcome: 'fine' } })
  const { enrollmentSid, danielEnrollmentSid = '', examSid } = scene
  const next = await tell('createSession', { body: { enrollmentSid }, summary: 'A second attempt' })
  await refuse('createSession', { body: { enrollmentSid } })
  await tell('scheduleSession', {
    params: { sessionSid: next.text('sid') },
    body: { appointmentDate: at(2, '22:00') },
    name: null,
  })
  const daniel = await tell('listEnrollmentSessions', {
    params: { enrollmentSid: danielEnrollmentSid, examSid: examSid ?? '' },
    name: null,
  })
  const params = { sessionSid: String(daniel.items()[0]?.['sid']) }
  await tell('scheduleSession', { params, body: { appointmentDate: at(1, '19:00') }, name: null })
  await tell('cancelSession', { params, body: { reason: 'changed-time' } })
  await refuse('cancelSession', { params, body: { reason: 'changed-time' } })
}
