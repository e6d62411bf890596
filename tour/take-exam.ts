// Issues, verifies and refreshes tokens; then runs a session: start, event, end, incident, review.

import { type Client, sid } from '../src/client/index.ts'
import { expect } from './steps.ts'
import { type Demo, type Exam, install, type Lms, type Step, session } from './types.ts'

/** The demo account, the client of the customer's backend, and clients for the tokens that it issues. */
type TourContext = { demo: Demo; lms: Lms; step: Step; clientOf(token: string): Client<'installSid'> }

/** The clients of the pages in the browsers, and the sid of the learner's token. */
type Pages = { learner: Client<'installSid'>; proctor: Client<'installSid'>; tokenSid: `TA${string}` }

const tokens = `${install}/sts/tokens` as const

/** Issues the tokens of the learner's page, which are refreshed once, and of the proctor's page. */
export async function issueTokens({ demo, lms, step, clientOf }: TourContext, exam: Exam): Promise<Pages> {
  const tokenFor = (elementType: 'exam-session' | 'proctoring-session', targetUserSid: `US${string}`) =>
    lms.post(tokens, {
      body: { tokenType: 'element', elementType, targetUserSid, resource: exam.sessionSid },
    })
  const issued = await step(
    "The backend issues a token for the learner's page: for this session, 15 minutes.",
    () => tokenFor('exam-session', exam.userSid),
  )
  await step('The page sends its tokens and gets the session that it may show.', async () => {
    const { sessions } = await clientOf(issued.stsToken).post('/v1/embeds/verify', {
      body: { elementToken: issued.elementToken ?? '' },
      headers: { origin: new URL(demo.baseUrl).origin },
    })
    expect(sessions.length === 1 && sessions[0]?.sid === exam.sessionSid, 'this session and no other')
  })
  const refreshed = await step(
    'The backend refreshes the token before it expires: a new one replaces it.',
    async () => {
      const successor = await lms.post(`${tokens}/{tokenSid}/refresh`, { params: { tokenSid: issued.sid } })
      expect(successor.previousSid === issued.sid && successor.stsToken !== issued.stsToken, 'another token')
      return successor
    },
  )
  const proctor = await step("The backend issues another token for the proctor's page.", () =>
    tokenFor('proctoring-session', sid('US', demo.instructorSid)),
  )
  return {
    learner: clientOf(refreshed.stsToken),
    proctor: clientOf(proctor.stsToken),
    tokenSid: refreshed.sid,
  }
}

/** Runs the session from its start to its review. Returns the sid of the event that made it an incident. */
export async function takeExam(
  { demo, lms, step }: TourContext,
  exam: Exam,
  { learner, proctor }: Pages,
): Promise<`ER${string}`> {
  const params = exam
  const eventTypeSid = await step('The install has event types for proctors, such as noise.', () =>
    findOrCreateNoise(lms),
  )
  await step('The learner starts.', async () => {
    const { inProgressDate } = await learner.post(`${session}/start`, { params })
    expect(inProgressDate !== null, 'a running session')
  })
  await step('The proctor hears something and adds an event.', () =>
    proctor.post(`${session}/events`, { params, body: { eventTypeSid, title: 'A door' } }),
  )
  await step('The learner ends the session: it waits for a review.', async () => {
    const { status } = await learner.post(`${session}/end`, { params })
    expect(status === 'Processing', `Processing, not ${status}`)
  })
  const incident = await step('The proctor sees a phone in the recording and reports it.', () => {
    const body = { eventTypeSid: sid('ET', demo.eventTypeSid), title: 'A phone on the desk' }
    return proctor.post(`${session}/events`, { params, body })
  })
  await step('The report has opened an incident.', async () => {
    const { status } = await lms.get(session, { params })
    expect(status === 'Incident', `Incident, not ${status}`)
  })
  await step('It was a permitted calculator: the incident is resolved.', async () => {
    const { status } = await proctor.put(`${session}/events/{eventSid}`, {
      params: { ...params, eventSid: incident.sid },
      body: { status: 'Resolved' },
    })
    expect(status === 'Resolved', `Resolved, not ${status}`)
  })
  await step('The review passes and the session is closed.', async () => {
    const { status } = await lms.post(`${session}/review`, { params, body: { outcome: 'passed' } })
    expect(status === 'Closed', `Closed, not ${status}`)
  })
  return incident.sid
}

/** Returns the event type of an earlier tour, or creates it. */
async function findOrCreateNoise(lms: Lms): Promise<`ET${string}`> {
  const path = `${install}/eventTypes` as const
  const { results } = await lms.get(path, { query: { name: 'Noise', opensIncident: false } })
  return (results[0] ?? (await lms.post(path, { body: { name: 'Noise' } }))).sid
}
