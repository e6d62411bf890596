// Provision, configure, assign, schedule.

import { type Exam, install, type Lms, type Step, session } from './scene.ts'
import { expect } from './steps.ts'

const dayMs = 86_400_000

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** Brings an exam in, and makes the learner's appointment. */
export async function bringIn(lms: Lms, step: Step): Promise<Exam> {
  const provisioned = await provision(lms, step)
  await configure(lms, step, provisioned)
  const exam = { ...provisioned, sessionSid: await assign(lms, step, provisioned) }
  await step('A report names her: she has no appointment yet.', async () => {
    const { courseSid, userSid } = exam
    const waiting = await lms.get(`${install}/reports/unscheduledLearners`, { query: { courseSid } })
    expect(
      waiting.results.some(({ sid }) => sid === userSid),
      'the learner in the report',
    )
  })
  await step('She gets an appointment, five minutes from now.', async () => {
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
      ...{ firstName: 'Ada', lastName: `Lovelace ${run}`, email: `ada-${run}@school.example` },
    },
    enrollment: {},
    exam: { ids: { lms: `midterm-${run}` }, title: `Midterm ${run}`, type: 'Written', limitedScope: true },
  } as const
  const bring = async (expected: 'Created' | 'Found Existing') => {
    const { course, user, enrollment, exam } = await lms.post(`${install}/provision`, { body })
    for (const part of [course, user, enrollment, exam])
      expect(part?.result === expected, `${expected} for all four, not ${part?.result}`)
    if (!(user && enrollment && exam)) throw new Error('expected all four')
    return { courseSid: course.sid, userSid: user.sid, enrollmentSid: enrollment.sid, examSid: exam.sid }
  }
  const made = await step('An LMS brings in a course, a learner, her enrollment and an exam.', () =>
    bring('Created'),
  )
  await step('It sends the same again: nothing is made twice.', () => bring('Found Existing'))
  return made
}

type Provisioned = Omit<Exam, 'sessionSid'>

const configurations = `${install}/courses/{courseSid}/exams/{examSid}/configurations` as const

async function configure(lms: Lms, step: Step, exam: Provisioned): Promise<void> {
  const primary = await step('The exam has come with a configuration.', async () => {
    const { results } = await lms.get(configurations, { params: exam, query: { type: 'primary' } })
    const [first] = results
    if (!first) throw new Error('expected a primary configuration')
    return first
  })
  await step('It may be taken within 30 days, for an hour, and each recording is reviewed.', async () => {
    const [open, close] = [fromNow(-dayMs), fromNow(30 * dayMs)]
    const { duration } = await lms.put(`${configurations}/{examConfigurationSid}`, {
      params: { ...exam, examConfigurationSid: primary.sid },
      body: {
        ...{ examOpenDate: open, examCloseDate: close, scheduleOpenDate: open, scheduleCloseDate: close },
        ...{ duration: 60, attempts: 2, proctorTypes: ['Automated with Review'] },
      },
    })
    expect(duration === 60, `60 minutes, not ${duration}`)
  })
}

/** Only who is assigned an exam of limited scope takes it: with the assignment comes the session. */
async function assign(lms: Lms, step: Step, exam: Provisioned): Promise<Exam['sessionSid']> {
  const { enrollmentSid } = exam
  await step('Only some take this exam: she is assigned it.', () =>
    lms.put(`${install}/exams/{examSid}/assignments`, {
      params: exam,
      body: { added: [{ targets: { enrollmentSids: [enrollmentSid] } }] },
    }),
  )
  return step('With that she has a session, without an appointment.', async () => {
    const path = `${install}/enrollments/{enrollmentSid}/exams/{examSid}/sessions` as const
    const { results } = await lms.get(path, { params: exam })
    const [only] = results
    expect(results.length === 1 && only?.status === 'Needs Proctor', 'one session that needs a proctor')
    return only?.sid as Exam['sessionSid']
  })
}
