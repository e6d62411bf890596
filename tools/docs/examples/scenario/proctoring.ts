import type { Recorder } from '../recorder.ts'

/** Adds a proctor type, a group and a review process to the install. */
export async function recordProctoring(recorder: Recorder): Promise<void> {
  await recordTypes(recorder)
  await recordGroups(recorder)
  await recordProcesses(recorder)
}

async function recordTypes({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const desk = { code: 'help-desk', name: 'Help desk', live: true, capacity: 12 }
  variables['proctorTypeSid'] = (await record('createProctorType', { body: desk })).text('sid')
  await recordRefusal('createProctorType', { body: { ...desk, code: 'live' } })
  await record('listProctorTypes', { query: { live: 'true' } })
  await record('readProctorType')
  await record('updateProctorType', { body: { capacity: 20 } })
  await record('deleteProctorType')
}

async function recordGroups({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const evening = { name: 'Evening shift', capacity: 8 }
  variables['proctorGroupSid'] = (await record('createProctorGroup', { body: evening })).text('sid')
  await recordRefusal('createProctorGroup', { body: { ...evening, capacity: -1 } })
  await record('listProctorGroups', { query: { name: 'shift' } })
  await record('readProctorGroup')
  await record('updateProctorGroup', { body: { capacity: 10 } })
  await record('deleteProctorGroup')
}

async function recordProcesses({ record, recordRefusal, variables }: Recorder): Promise<void> {
  const twice = { name: 'Two pairs of eyes', hoursUntilDue: 24, secondReview: true }
  variables['reviewProcessSid'] = (await record('createReviewProcess', { body: twice })).text('sid')
  await recordRefusal('createReviewProcess', { body: { ...twice, hoursUntilDue: 0 } })
  await record('listReviewProcesses')
  await record('readReviewProcess')
  await record('updateReviewProcess', { body: { hoursUntilDue: 36 } })
  await record('deleteReviewProcess')
}
