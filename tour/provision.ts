// Provisions, configures, assigns and schedules an exam.

import { expect } from './steps.ts'
import { type Exam, install, type Lms, type Step, session } from './types.ts'

const dayMs = 86_400_000

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** Provisions an exam and schedules the learner's session. */
export async function provisionExam(lms: Lms, step: Step): Promise<Exam> {
  const provisioned = await provision(lms, step)
  await configure(lms, step, provisioned)
  const exam = { ...provisioned, sessionSid: await assign(lms, step, provisioned) }
  await step('A report lists the learner, who has no appointment yet.', async () => {
    const { courseSid, userSid } = exam
    const unscheduled = await lms.get(`${install}/reports/unscheduledLearners`, { query: { courseSid } })
    expect(
      unscheduled.results.some(({ sid }) => sid === userSid),
      'the learner in the report',
    )
  })
  await step('She gets an appointment in five minutes.', async () => {
    const body = { appointmentDate: fromNow(5 * 60_000) }
    const { status } = await lms.post(session, { params: exam, body })
    expect(status === 'Scheduled', `Scheduled, not ${status}`)
  })
  return exam
}

async function provision(lms: Lms, step: Step) {
  const run = crypto.randomUUID().slice(0, 8)
  const body = {
    course: { ids: { lms: `tour-${run}` }, title: `Cell Biology ${run}` },
    user: {
      ids: { lms: `ada-${run}` },
      ...{ firstName: 'Ida', lastName: `Rhodes ${run}`, email: `ida-${run}@school.example` },
    },
    enrollment: {},
    exam: { ids: { lms: `midterm-${run}` }, title: `Midterm ${run}`, type: 'Written', limitedScope: true },
  } as const
  const post = async (expected: 'Created' | 'Found Existing') => {
    const { course, user, enrollment, exam } = await lms.post(`${install}/provision`, { body })
    for (const part of [course, user, enrollment, exam])
      expect(part?.result === expected, `${expected} for all four, not ${part?.result}`)
    if (!(user?.sid && enrollment?.sid && exam)) throw new Error('expected all four')
    return { courseSid: course.sid, userSid: user.sid, enrollmentSid: enrollment.sid, examSid: exam.sid }
  }
  const created = await step('An LMS provisions a course, a learner, her enrollment and an exam.', () =>
    post('Created'),
  )
  await step('The same request again creates nothing.', () => post('Found Existing'))
  return created
}

type Provisioned = Omit<Exam, 'sessionSid'>

const configurations = `${install}/courses/{courseSid}/exams/{examSid}/configurations` as const

async function configure(lms: Lms, step: Step, exam: Provisioned): Promise<void> {
  const primary = await step('The exam has a primary configuration.', async () => {
    const { results } = await lms.get(configurations, { params: exam, query: { type: 'primary' } })
    const [first] = results
    if (!first) throw new Error('expected a primary configuration')
    return first
  })
  await step('The exam is open for 30 days and lasts an hour; each recording is reviewed.', async () => {
    const [open, close] = [fromNow(-dayMs), fromNow(30 * dayMs)]
    const { duration } = await lms.put(`${configurations}/{examConfigurationSid}`, {
      params: { ...exam, examConfigurationSid: primary.sid },
      body: {
        ...{ examOpenDate: open, examCloseDate: close, scheduleOpenDate: open, scheduleCloseDate: close },
        ...{ duration: 60, attempts: 2, proctorTypes: ['record-and-review'] },
      },
    })
    expect(duration === 60, `60 minutes, not ${duration}`)
  })
}

/** Assigns the exam of limited scope to the learner. The assignment creates the session, whose sid is returned. */
async function assign(lms: Lms, step: Step, exam: Provisioned): Promise<Exam['sessionSid']> {
  const { enrollmentSid } = exam
  await step('The exam has a limited scope: it is assigned to her.', () =>
    lms.put(`${install}/exams/{examSid}/assignments`, {
      params: exam,
      body: { added: [{ targets: { enrollmentSids: [enrollmentSid] } }] },
    }),
  )
  return step('The assignment has created a session without an appointment.', async () => {
    const path = `${install}/enrollments/{enrollmentSid}/exams/{examSid}/sessions` as const
    const { results } = await lms.get(path, { params: exam })
    const [first] = results
    expect(results.length === 1 && first?.status === 'Needs Proctor', 'one session that needs a proctor')
    return first?.sid as Exam['sessionSid']
  })
}
