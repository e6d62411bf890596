import type { Recorder } from '../recorder.ts'

/** The instructor sets exams, configures them for the class and for single learners, and assigns them. */
export async function tellExams(recorder: Recorder): Promise<void> {
  await tellCatalog(recorder)
  await tellConfigurations(recorder)
  await tellAssignments(recorder)
}

async function tellCatalog({ tell, refuse, scene, at }: Recorder): Promise<void> {
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
    proctorTypes: ['live', 'Automated with Review'],
  }
  const midterm = { title: 'Midterm: membranes and transport', lmsId: 'canvas-quiz-4410', configuration }
  scene['examSid'] = (await tell('createExam', { body: midterm })).text('sid')
  await refuse('createExam', {
    body: { ...midterm, lmsId: 'canvas-quiz-4411', configuration: { duration: 0 } },
  })
  await tell('listExams', { query: { type: 'Online' } })
  await tell('readExam')
  await tell('updateExam', { body: { title: 'Midterm' } })
  const draft = await tell('createExam', {
    body: { title: 'Practice quiz', status: 'draft' },
    name: null,
  })
  await tell('deleteExam', { params: { examSid: draft.text('sid') } })
  const final = await tell('createExam', {
    body: {
      title: 'Final',
      type: 'Written',
      requireApproval: true,
      limitedScope: true,
      configuration: { ...windows, duration: 120 },
    },
    name: null,
  })
  scene['finalSid'] = final.text('sid')
}

async function tellConfigurations({ tell, refuse, scene, at }: Recorder): Promise<void> {
  const { enrollmentSid } = scene
  const longer = {
    enrollmentSid,
    duration: 135,
    studentNotes: 'Half as much time again.',
    permittedEarplugs: true,
  }
  const made = await tell('createExamConfiguration', {
    body: longer,
    summary: 'An accommodation for one learner',
  })
  scene['examConfigurationSid'] = made.text('sid')
  await refuse('createExamConfiguration', { body: { duration: 135 } })
  await tell('listExamConfigurations', { query: { type: 'accommodation' } })
  await tell('readExamConfiguration')
  await tell('updateExamConfiguration', {
    body: { ...longer, duration: 150, examCloseDate: at(5, '07:00') },
  })
  await tell('approveExamConfiguration')
  await tell('lockExamConfiguration')
  await refuse('updateExamConfiguration', { body: { ...longer, duration: -5 } })
  await tell('unlockExamConfiguration')
  await tell('readEffectiveExamConfiguration')
  const { danielEnrollmentSid } = scene
  const other = await tell('createExamConfiguration', {
    body: { enrollmentSid: danielEnrollmentSid, attempts: 1 },
    name: null,
  })
  await tell('deleteExamConfiguration', { params: { examConfigurationSid: other.text('sid') } })
}

async function tellAssignments({ tell, refuse, scene, at }: Recorder): Promise<void> {
  const { finalSid = '', sectionSid, danielEnrollmentSid } = scene
  const params = { examSid: finalSid }
  const window = {
    examOpenDate: at(0, '00:00').slice(0, 10),
    examCloseDate: at(4, '00:00').slice(0, 10),
    schedulingOpenDate: at(-20, '00:00').slice(0, 10),
    schedulingCloseDate: at(3, '00:00').slice(0, 10),
  }
  const targets = { enrollmentSids: [danielEnrollmentSid], sectionSids: [sectionSid] }
  await tell('updateExamAssignments', { params, body: { added: [{ ...window, targets }] } })
  await tell('listExamAssignments', { params })
  await refuse('updateExamAssignments', {
    params,
    body: { added: [{ ...window, examCloseDate: at(-13, '00:00').slice(0, 10), targets }] },
  })
}
