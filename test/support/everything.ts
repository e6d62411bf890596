import { newSid } from '../../db/sid.ts'
import type { Stack } from '../../tools/stack/stack.ts'
import { makeSession, type SessionWorld, soon } from './sessions.ts'
import { issueToken } from './tokens.ts'
import type { World } from './world.ts'

/** A tenant with one record of each kind, under the name of its path parameter. */
export type Everything = { world: SessionWorld; sids: Record<string, string> }

export async function makeEverything(stack?: Stack): Promise<Everything> {
  const world = await makeSession({}, stack)
  const { admin, path, courseSid, examSid, enrollmentSid, userSid, sessionSid } = world
  const make = async (at: string, body: object) => (await admin('POST', path(at), { body })).text('sid')
  const course = `/courses/${courseSid}`
  const eventTypeSid = await make('/eventTypes', { name: 'Noise' })
  const session = `/exams/${examSid}/sessions/${sessionSid}`
  const { sid: tokenSid } = await issueToken(world, { targetUserSid: userSid })
  const { sid: credentialSid } = await world.credential([])
  return {
    world,
    sids: {
      installSid: world.installSid,
      otherUserSid: await world.user(),
      ...{ courseSid, examSid, enrollmentSid, userSid, sessionSid, tokenSid, credentialSid },
      ...{
        operatorSid: newSid('OP'),
        webhookSid: newSid('WH'),
        deliverySid: newSid('WD'),
        retrySid: newSid('WR'),
      },
      courseOfferingSid: await make('/courseOfferings', { title: 'Fall' }),
      sectionSid: await make(`${course}/sections`, { title: '001' }),
      examConfigurationSid: await make(`${course}/exams/${examSid}/configurations`, { enrollmentSid }),
      eventTypeSid,
      cancellationPolicySid: await make('/cancellationPolicies', { name: 'A day', leadTimeMinutes: 1440 }),
      proctorTypeSid: await make('/proctorTypes', { code: 'chat', name: 'Chat' }),
      proctorGroupSid: await make('/proctorGroups', { name: 'Evening' }),
      reviewProcessSid: await make('/reviewProcesses', { name: 'Quick' }),
      fileSid: await make('/files', photoOf(sessionSid)),
      suppressionSid: await suppressionOf(world),
      annotationSid: await make(`${session}/annotations`, { type: 'face', startOffsetMs: 1 }),
      eventSid: await make(`${session}/events`, { eventTypeSid, title: 'Noise' }),
    },
  }
}

/** Erases a user, and returns the sid of the suppression. */
export async function suppressionOf({ admin, path, user }: World): Promise<string> {
  await admin('DELETE', path(`/users/${await user()}`))
  return String((await admin('GET', path('/suppressions'))).list('results')[0]?.['sid'])
}

const photoOf = (sessionSid: string) => ({
  ...{ purpose: 'photo', sessionSid, name: 'card.png', contentType: 'image/png', size: 8 },
})

/** A valid body for each operation that requires one, in the calling tenant. */
export const bodies = ({
  sids: { enrollmentSid, userSid, sessionSid = '', otherUserSid },
}: Pick<Everything, 'sids'>): Record<string, object> => ({
  'sp:MergeUsers': { intoUserSid: otherUserSid },
  'sp:FindSuppression': { email: 'ada@school.example' },
  'sp:CreateSection': { title: '002' },
  'sp:CreateProctorType': { code: 'mail', name: 'Mail' },
  'sp:CreateProctorGroup': { name: 'Morning' },
  'sp:CreateReviewProcess': { name: 'Slow' },
  'sp:CreateEnrollment': { userSid },
  'sp:CreateExam': { title: 'Exam' },
  'sp:CreateExamConfiguration': { enrollmentSid },
  'sp:CreateSession': { enrollmentSid },
  'sp:ScheduleSession': { appointmentDate: soon(60) },
  'sp:RescheduleSession': { appointmentDate: soon(60) },
  'sp:CancelSession': { reason: 'no-show' },
  'sp:DenySession': { reason: 'No room' },
  'sp:VoidSession': { reason: 'Power failure' },
  'sp:ReviewSession': { outcome: 'passed' },
  'sp:CreateSessionEvent': { eventTypeSid: `ET${'0'.repeat(32)}`, title: 'Noise' },
  'sp:ApplyAccommodations': { items: [{ enrollmentSid, extraMinutes: 10 }] },
  'sp:CreateFile': photoOf(sessionSid),
  'sp:UpdateInstall': { name: 'College' },
  'sp:CreateCancellationPolicy': { name: 'An hour', leadTimeMinutes: 60 },
  'sp:RecordSystemCheck': { passed: true },
  'sp:UpdateRecording': { startedAt: soon(0) },
  'sp:CreateAnnotation': { type: 'face', startOffsetMs: 1 },
})
