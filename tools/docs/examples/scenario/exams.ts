import type { Recorder } from '../recorder.ts'
import { unknownSid } from './installs.ts'

/** Creates exams, configures them for the course and for single learners, and assigns them. */
export async function recordExams(recorder: Recorder): Promise<void> {
  await recordCatalog(recorder)
  await recordConfigurations(recorder)
  await recordAssignments(recorder)
}

async function recordCatalog({ record, recordRefusal, variables, at }: Recorder): Promise<void> {
  const windows = {
    scheduleOpenDate: at(-20, '14:00'),
    scheduleCloseDate: at(4, '14:00'),
    examOpenDate: at(-20, '14:00'),
    examCloseDate: at(5, '07:00'),
  }
  const configuration = {
    ...windows,
    duration: 90,
    attempts: 2,
    permittedCalculator: true,
    permittedCalculatorInformation: 'Four functions',
    proctorTypes: ['record-and-review', 'live'],
  }
  const midterm = { title: 'Midterm: membranes and transport', lmsId: 'canvas-quiz-4410', configuration }
  variables['examSid'] = (await record('createExam', { body: midterm })).text('sid')
  await recordRefusal('createExam', {
    body: { ...midterm, lmsId: 'canvas-quiz-4411', configuration: { duration: 0 } },
  })
  await record('listExams', { query: { type: 'Online' } })
  await record('readExam')
  await record('updateExam', { body: { title: 'Midterm' } })
  const draft = await record('createExam', {
    body: { title: 'Practice quiz', status: 'draft' },
    name: null,
  })
  const params = { examSid: draft.text('sid') }
  await record('deleteExam', { params })
  await record('restoreExam', { params })
  await record('deleteExam', { params, name: null })
  const final = await record('createExam', {
    body: {
      title: 'Final',
      type: 'Written',
      requireApproval: true,
      limitedScope: true,
      configuration: { ...windows, duration: 120 },
    },
    name: null,
  })
  variables['finalSid'] = final.text('sid')
}

async function recordConfigurations({ record, recordRefusal, variables, at }: Recorder): Promise<void> {
  const { enrollmentSid } = variables
  const longer = {
    enrollmentSid,
    duration: 135,
    studentNotes: 'Half as much time again.',
    permittedEarplugs: true,
  }
  const made = await record('createExamConfiguration', {
    body: longer,
    summary: 'An accommodation for one learner',
  })
  variables['examConfigurationSid'] = made.text('sid')
  await recordRefusal('createExamConfiguration', { body: { duration: 135 } })
  await record('listExamConfigurations', { query: { type: 'accommodation' } })
  await record('readExamConfiguration')
  await record('updateExamConfiguration', {
    body: { ...longer, duration: 150, examCloseDate: at(5, '07:00') },
  })
  await record('readExamConfigurationImpact', {
    body: { ...longer, duration: 160 },
    summary: 'No appointment would change',
  })
  await recordRefusal('readExamConfigurationImpact', { body: { ...longer, duration: -5 } })
  await record('approveExamConfiguration')
  await record('lockExamConfiguration')
  await recordRefusal('updateExamConfiguration', { body: { ...longer, duration: -5 } })
  await record('unlockExamConfiguration')
  await record('readExamConfigurationHistory')
  await record('readEffectiveExamConfiguration')
  const { danielEnrollmentSid, examSid } = variables
  const other = await record('createExamConfiguration', {
    body: { enrollmentSid: danielEnrollmentSid, attempts: 1 },
    name: null,
  })
  await record('deleteExamConfiguration', { params: { examConfigurationSid: other.text('sid') } })
  const items = [
    { enrollmentSid: danielEnrollmentSid, examSids: [examSid], extraTimePercent: 50 },
    { enrollmentSid: unknownSid('EN'), extraMinutes: 30 },
  ]
  const applied = await record('applyAccommodations', {
    body: { items },
    summary: 'Extra time for one learner; the other item is refused',
  })
  await recordRefusal('applyAccommodations', { body: { items: [] } })
  const [{ sid = '' } = {}] = applied.items('results')
  await record('deleteExamConfiguration', { params: { examConfigurationSid: String(sid) }, name: null })
}

async function recordAssignments({ record, recordRefusal, variables, at }: Recorder): Promise<void> {
  const { finalSid = '', sectionSid, danielEnrollmentSid } = variables
  const params = { examSid: finalSid }
  const window = {
    examOpenDate: at(0, '00:00').slice(0, 10),
    examCloseDate: at(4, '00:00').slice(0, 10),
    schedulingOpenDate: at(-20, '00:00').slice(0, 10),
    schedulingCloseDate: at(3, '00:00').slice(0, 10),
  }
  const targets = { enrollmentSids: [danielEnrollmentSid], sectionSids: [sectionSid] }
  await record('updateExamAssignments', { params, body: { added: [{ ...window, targets }] } })
  await record('readExamAssignmentsImpact', {
    params,
    body: { added: [{ ...window, targets: { sectionSids: [sectionSid] } }] },
    summary: 'No appointment would change',
  })
  await record('listExamAssignments', { params })
  await recordRefusal('updateExamAssignments', {
    params,
    body: { added: [{ ...window, examCloseDate: at(-13, '00:00').slice(0, 10), targets }] },
  })
}
