// The monitor of an exam: its snapshot, and the changes after it.
import type { Centrifuge, SubscribedContext } from 'centrifuge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientWith, connected, disconnectAll, recorded } from '../../support/realtime.ts'
import { addLearners } from '../../support/session-crowd.ts'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import { issueToken, staffUser } from '../../support/tokens.ts'

let world: SessionWorld
let proctorToken: string
beforeAll(async () => {
  world = await makeSession()
  const targetUserSid = await staffUser(world)
  const members = { elementType: 'proctoring-session', targetUserSid, resource: world.examSid }
  proctorToken = (await issueToken(world, members)).secret
})
afterAll(disconnectAll)

type Learner = Record<string, unknown>

/** A monitor of the exam: its learners as a client shows them, by the snapshot and the deltas. */
async function monitorWith(client: Centrifuge) {
  const received = recorded(client, `monitor.${world.examSid}`)
  const learners = new Map<unknown, Learner>()
  const contexts: SubscribedContext[] = []
  received.subscription.on('subscribed', context => {
    contexts.push(context)
    for (const each of context.data.learners) learners.set(each.sessionSid, each)
  })
  received.subscription.on('publication', ({ data: { payload } }) =>
    learners.set(payload.sessionSid, { ...learners.get(payload.sessionSid), ...payload }),
  )
  received.subscription.subscribe()
  await received.subscription.ready(10_000)
  return { received, learners, context: () => contexts.at(-1) as SubscribedContext }
}

async function clientOf(token: string): Promise<Centrifuge> {
  const client = clientWith(world.stack.baseUrl, token)
  client.connect()
  await client.ready(10_000)
  return client
}

/** The learner of a session, present on its topic. */
async function learnerOf({ sessionSid, userSid }: Pick<SessionWorld, 'sessionSid' | 'userSid'>) {
  const { secret } = await issueToken(world, { targetUserSid: userSid, resource: sessionSid })
  const client = await clientOf(secret)
  const subscription = client.newSubscription(`session.${sessionSid}`)
  subscription.subscribe()
  await subscription.ready(10_000)
  return client
}

test('the snapshot has the learners of the exam, and who of them is connected', async () => {
  const [crowd] = (await addLearners(world, 1)) as [SessionWorld]
  const monitor = await monitorWith(await clientOf(proctorToken))
  const exam = { sid: world.examSid, title: 'Midterm' }
  const shown = { status: 'Needs Proctor', openIncidents: 0, connection: 'never', lastSeenAt: null }
  const { userSid, sessionSid } = world
  expect(monitor.context().data).toEqual({
    exam,
    learners: [
      {
        ...{ sessionSid: crowd.sessionSid, userSid: crowd.userSid, ...shown },
        ...{ firstName: 'Ada', lastName: 'Crowd 0' },
      },
      { sessionSid, userSid, ...shown, firstName: 'Ada', lastName: expect.stringContaining('Learner') },
    ],
  })
  const learner = await learnerOf(world)
  const connection = () => monitor.learners.get(sessionSid)?.['connection']
  await expect.poll(connection, { timeout: 20_000 }).toBe('online')
  const second = await monitorWith(await clientOf(proctorToken))
  const online = { connection: 'online', lastSeenAt: expect.any(Number) }
  expect(second.learners.get(sessionSid)).toMatchObject(online)
  learner.disconnect()
  await expect.poll(connection, { timeout: 20_000 }).toBe('missing')
  expect(monitor.received.all.at(-1)?.data).toMatchObject({
    ...{ topic: `monitor.${world.examSid}`, source: 'socket', type: 'monitor.updated' },
    payload: { sessionSid, connection: 'missing', lastSeenAt: expect.any(Number) },
  })
  learner.connect()
  await expect.poll(connection, { timeout: 20_000 }).toBe('online')
  learner.disconnect()
})

test('only the own token of the learner counts as its connection', async () => {
  const [crowd] = (await addLearners(world, 1)) as [SessionWorld]
  const monitor = await monitorWith(await clientOf(proctorToken))
  const members = { targetUserSid: crowd.userSid, resource: crowd.sessionSid }
  const viewer = await issueToken(world, { elementType: 'assessment-viewer', ...members })
  const others = [await clientOf(viewer.secret), await clientOf(proctorToken), await connected(world)]
  for (const client of others) {
    const subscription = client.newSubscription(`session.${crowd.sessionSid}`)
    subscription.subscribe()
    await subscription.ready(10_000)
  }
  await learnerOf(crowd)
  await expect
    .poll(() => monitor.learners.get(crowd.sessionSid)?.['connection'], { timeout: 20_000 })
    .toBe('online')
  const states = monitor.received.payloads().flatMap(payload => {
    const { sessionSid, connection } = Object(payload)
    return sessionSid === crowd.sessionSid && connection ? [connection] : []
  })
  expect(states).toEqual(['online'])
})

test('transitions, incidents and new sessions are changes of the monitor, without names', async () => {
  const monitor = await monitorWith(await clientOf(proctorToken))
  await world.act('POST', '', { appointmentDate: soon(5) })
  await world.act('POST', '/start')
  const type = { name: 'Second person', opensIncident: true }
  const { sid: eventTypeSid } = await world.client.post('/v1/installs/{installSid}/eventTypes', {
    body: type,
  })
  const event = { eventTypeSid, title: 'A second person', eventTime: soon(0) }
  expect((await world.admin('POST', world.at('/events'), { body: event })).status).toBe(201)
  const [crowd] = (await addLearners(world, 1)) as [SessionWorld]
  await expect
    .poll(() => monitor.learners.get(world.sessionSid), { timeout: 15_000 })
    .toMatchObject({ status: 'Incident', openIncidents: 1 })
  await expect
    .poll(() => monitor.learners.get(crowd.sessionSid), { timeout: 15_000 })
    .toEqual({
      sessionSid: crowd.sessionSid,
      userSid: crowd.userSid,
      status: 'Needs Proctor',
      openIncidents: 0,
    })
  const texts = JSON.stringify(monitor.received.payloads())
  expect(texts).not.toMatch(/Ada|Crowd|Learner/)
})

test('nobody publishes on a monitor, and its presence needs the same permission', async () => {
  const client = await connected(world)
  await expect(client.publish(`monitor.${world.examSid}`, {})).rejects.toMatchObject({ code: 103 })
})
