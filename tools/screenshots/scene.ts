// What the pictures show besides the demo data: an exam that is being taken, an endpoint that fails, an invitation.

import { setTimeout as sleep } from 'node:timers/promises'
import { Centrifuge } from 'centrifuge'
import type { Client } from '../../src/client/index.ts'
import type { Shown } from './pages.ts'

const install = '/v1/installs/{installSid}'
const session = `${install}/exams/{examSid}/sessions/{sessionSid}` as const
const minuteMs = 60_000

const learners = [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
  ['Emmy', 'Noether'],
  ['Katherine', 'Johnson'],
  ['Alan', 'Turing'],
  ['Rosalind', 'Franklin'],
  ['Chien-Shiung', 'Wu'],
  ['Srinivasa', 'Ramanujan'],
] as const
/** How many of the learners have started, and how many of those are connected. */
const [startedCount, connectedCount] = [6, 5]

export type Scene = { shown: Shown; close(): void }

type Sid<P extends string> = `${P}${string}`
type Attempt = { userSid: Sid<'US'>; courseSid: Sid<'CU'>; examSid: Sid<'EX'>; sessionSid: Sid<'ES'> }

/** Enrolls a learner in the exam, and makes the appointment. */
async function book(client: Client, installSid: Sid<'AI'>, at: number): Promise<Attempt> {
  const [firstName, lastName] = learners[at] ?? ['', '']
  const name = `${firstName}.${lastName}`.toLowerCase()
  const made = await client.post(`${install}/provision`, {
    params: { installSid },
    body: {
      course: { ids: { lms: 'bio-210' }, title: 'BIOL 210 Cell Biology' },
      user: { ids: { lms: name }, firstName, lastName, email: `${name}@northfield.example` },
      enrollment: {},
      exam: {
        ids: { lms: 'bio-210-midterm' },
        title: 'Midterm',
        configuration: { duration: 90, permittedCalculator: true },
      },
    },
  })
  if (!(made.user?.sid && made.enrollment?.sid && made.exam)) throw new Error('The learner is not enrolled.')
  const { sid: courseSid } = made.course
  const { sid: examSid } = made.exam
  const params = { installSid, examSid, enrollmentSid: made.enrollment.sid }
  const { results } = await client.get(`${install}/enrollments/{enrollmentSid}/exams/{examSid}/sessions`, {
    params,
  })
  const [first] = results
  if (!first) throw new Error('The learner has no session.')
  const appointmentDate = new Date(Date.now() + (at < startedCount ? 3 : 45 * at) * minuteMs).toISOString()
  await client.post(session, { params: { ...params, sessionSid: first.sid }, body: { appointmentDate } })
  return { userSid: made.user.sid, courseSid, examSid, sessionSid: first.sid }
}

/** Connects a learner, as the page of the exam does. */
async function connect(client: Client, baseUrl: string, installSid: Sid<'AI'>, attempt: Attempt) {
  const { stsToken } = await client.post(`${install}/sts/tokens`, {
    params: { installSid },
    body: {
      ...{ tokenType: 'element', elementType: 'exam-session' },
      ...{ targetUserSid: attempt.userSid, resource: attempt.sessionSid },
    },
  })
  const connection = new Centrifuge(`${baseUrl.replace(/^http/, 'ws')}/connection/websocket`, {
    ...{ token: stsToken, websocket: WebSocket },
  })
  connection.connect()
  connection.newSubscription(`session.${attempt.sessionSid}`).subscribe()
  return connection
}

async function addEvents(client: Client, installSid: Sid<'AI'>, { examSid, sessionSid }: Attempt) {
  const params = { installSid, examSid, sessionSid }
  const { sid: eventTypeSid } = await client.post(`${install}/eventTypes`, {
    params: { installSid },
    body: { name: 'Second person', opensIncident: true },
  })
  const body = { eventTypeSid, title: 'A second person', details: 'Someone spoke in the background.' }
  await client.post(`${session}/events`, { params, body })
  await client.post(`${session}/annotations`, {
    params,
    body: { type: 'second person', startOffsetMs: 754_000, severity: 0.75, text: 'A voice from the left.' },
  })
}

/** Creates an endpoint that nobody answers, and waits until the attempts of an event have failed. */
async function addEndpoint(client: Client): Promise<Pick<Shown, 'webhook' | 'delivery'>> {
  const { id } = await client.post('/api/webhooks', {
    body: {
      ...{ url: 'http://127.0.0.1:9/invigil/events', secret: crypto.randomUUID() },
      events: ['database.event', 'socket.message'],
    },
  })
  const { deliveryId } = await client.post('/api/webhooks/{webhookSid}/test', { params: { webhookSid: id } })
  for (let tries = 0; tries < 100; tries++) {
    const { status } = await client.get('/api/webhooks/deliveries/{deliverySid}', {
      params: { deliverySid: deliveryId },
    })
    if (status === 'dead') return { webhook: id, delivery: deliveryId }
    await sleep(200)
  }
  throw new Error('The delivery does not fail.')
}

/** Makes the scene in the first install. */
export async function makeScene(client: Client, baseUrl: string): Promise<Scene> {
  const { results } = await client.get('/api/installs', { query: { sortKeys: 'name' } })
  const installSid = results.find(({ name }) => name.startsWith('Northfield'))?.sid
  if (!installSid) throw new Error('The demo data has no install.')
  const endpoint = await addEndpoint(client)
  const attempts: Attempt[] = []
  for (const at of learners.keys()) attempts.push(await book(client, installSid, at))
  const [first] = attempts
  if (!first) throw new Error('There are no learners.')
  const { courseSid, examSid } = first
  const connections: Centrifuge[] = []
  for (const attempt of attempts.slice(0, startedCount)) {
    await client.post(`${session}/start`, { params: { installSid, ...attempt } })
    connections.push(await connect(client, baseUrl, installSid, attempt))
  }
  await addEvents(client, installSid, first)
  for (const connection of connections) await connection.ready(10_000)
  for (const lost of connections.slice(connectedCount)) lost.disconnect()
  const { sessionSid, userSid } = first
  return {
    shown: {
      install: installSid,
      ...{ exam: examSid, session: sessionSid, course: courseSid, user: userSid },
      ...endpoint,
    },
    close() {
      for (const connection of connections) connection.disconnect()
    },
  }
}
