// Issue, verify, refresh; then start, event, end, incident, review.

import { type Client, sid } from '../src/client/index.ts'
import { type Demo, type Exam, install, type Lms, type Step, session } from './scene.ts'
import { expect } from './steps.ts'

/** Who acts: the customer's backend, and whoever holds a token that it issued. */
type Stage = { demo: Demo; lms: Lms; step: Step; clientOf(token: string): Client<'installSid'> }

/** What the pages in the browsers hold. */
type Pages = { learner: Client<'installSid'>; proctor: Client<'installSid'>; tokenSid: `TA${string}` }

const tokens = `${install}/sts/tokens` as const

/** The tokens of the learner's page, which are refreshed once, and of the proctor's. */
export async function issueTokens({ demo, lms, step, clientOf }: Stage, exam: Exam): Promise<Pages> {
  const tokenFor = (elementType: 'exam-session' | 'proctoring-session', targetUserSid: `US${string}`) =>
    lms.post(tokens, {
      body: { tokenType: 'element', elementType, targetUserSid, resource: exam.sessionSid },
    })
  const issued = await step(
    "The backend gets a token for the learner's page: for this session, 15 minutes.",
    () => tokenFor('exam-session', exam.userSid),
  )
  await step('The page shows its tokens, and is told which session it may show.', async () => {
    const { sessions } = await clientOf(issued.stsToken).post('/v1/embeds/verify', {
      body: { elementToken: issued.elementToken ?? '' },
      headers: { origin: new URL(demo.baseUrl).origin },
    })
    expect(sessions.length === 1 && sessions[0]?.sid === exam.sessionSid, 'this session and no other')
  })
  const refreshed = await step(
    'Before it ends, the backend refreshes it: there is a new one in its place.',
    async () => {
      const fresh = await lms.post(`${tokens}/{tokenSid}/refresh`, { params: { tokenSid: issued.sid } })
      expect(fresh.previousSid === issued.sid && fresh.stsToken !== issued.stsToken, 'another token')
      return fresh
    },
  )
  const proctor = await step("The proctor's page gets a token of its own.", () =>
    tokenFor('proctoring-session', sid('US', demo.instructorSid)),
  )
  return {
    learner: clientOf(refreshed.stsToken),
    proctor: clientOf(proctor.stsToken),
    tokenSid: refreshed.sid,
  }
}

/** The session from its start to its review. Answers the event that made it an incident. */
export async function takeExam(
  { demo, lms, step }: Stage,
  exam: Exam,
  { learner, proctor }: Pages,
): Promise<`ER${string}`> {
  const params = exam
  const eventTypeSid = await step('What a proctor may note is agreed upon: noise, for example.', () =>
    noise(lms),
  )
  await step('The learner starts.', async () => {
    const { inProgressDate } = await learner.post(`${session}/start`, { params })
    expect(inProgressDate !== null, 'a session that runs')
  })
  await step('The proctor hears something, and notes it.', () =>
    proctor.post(`${session}/events`, { params, body: { eventTypeSid, title: 'A door' } }),
  )
  await step('The learner ends: a review is due.', async () => {
    const { status } = await learner.post(`${session}/end`, { params })
    expect(status === 'Processing', `Processing, not ${status}`)
  })
  const incident = await step('In the recording the proctor sees a phone, and reports it.', () => {
    const body = { eventTypeSid: sid('ET', demo.eventTypeSid), title: 'A phone on the desk' }
    return proctor.post(`${session}/events`, { params, body })
  })
  await step('That is an incident.', async () => {
    const { status } = await lms.get(session, { params })
    expect(status === 'Incident', `Incident, not ${status}`)
  })
  await step('It was a calculator, and allowed: the incident is resolved.', async () => {
    const { status } = await proctor.put(`${session}/events/{eventSid}`, {
      params: { ...params, eventSid: incident.sid },
      body: { status: 'Resolved' },
    })
    expect(status === 'Resolved', `Resolved, not ${status}`)
  })
  await step('The review passes, and the session is closed.', async () => {
    const { status } = await lms.post(`${session}/review`, { params, body: { outcome: 'passed' } })
    expect(status === 'Closed', `Closed, not ${status}`)
  })
  return incident.sid
}

/** The event type of an earlier tour, or a new one. */
async function noise(lms: Lms): Promise<`ET${string}`> {
  const path = `${install}/eventTypes` as const
  const { results } = await lms.get(path, { query: { name: 'Noise', opensIncident: false } })
  return (results[0] ?? (await lms.post(path, { body: { name: 'Noise' } }))).sid
}
