import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'

/** Makes an exam of today with all data that the pages can show, and an appointment of its learner. */
export async function makeScene(): Promise<SessionWorld> {
  const scene = await makeSession({
    configuration: {
      duration: 90,
      url: 'https://lms.example/exams/42',
      requiredSoftware: 'A current browser',
      studentNotes: 'Bring your student card.',
      permittedCalculator: true,
      permittedCalculatorInformation: 'not graphing',
    },
  })
  await scene.act('POST', '', { appointmentDate: soon(10) })
  return scene
}

/** Starts the session, and adds an event and an annotation. */
export async function makeRunning(): Promise<SessionWorld> {
  const scene = await makeScene()
  const { admin, path, at } = scene
  await scene.act('POST', '/start')
  const type = await admin('POST', path('/eventTypes'), { body: { name: 'Technical problem' } })
  const event = { eventTypeSid: type.text('sid'), title: 'Lost connection', details: 'For two minutes.' }
  await admin('POST', at('/events'), { body: event })
  const annotation = { type: 'second person', startOffsetMs: 754_000, severity: 0.75, text: 'In the back.' }
  await admin('POST', at('/annotations'), { body: annotation })
  return scene
}

/** Makes another learner of the same exam, with an appointment. */
export async function addLearner({ admin, path, user, courseSid, examSid }: SessionWorld): Promise<void> {
  const userSid = await user({ firstName: 'Grace', lastName: 'Hopper' })
  const enrolled = await admin('POST', path(`/courses/${courseSid}/enrollments`), { body: { userSid } })
  const sessions = path(`/enrollments/${enrolled.text('sid')}/exams/${examSid}/sessions`)
  const [session] = (await admin('GET', sessions)).list('results')
  const body = { appointmentDate: soon(60) }
  await admin('POST', path(`/exams/${examSid}/sessions/${session?.['sid']}`), { body })
}
