// The address of an exam that is called when the review of an attempt is complete.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attempt, delivery, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { badPaths } from '../../support/problem.ts'
import { another, run, setRow } from '../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import { issueToken } from '../../support/tokens.ts'
import {
  arrived,
  deadLettersOf,
  makeEndpoint,
  type Receiver,
  rowsOf,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'

const started = stackWithSink()

const exams = (world: SessionWorld) => world.path(`/courses/${world.courseSid}/exams`)
const exam = (world: SessionWorld) => `${exams(world)}/${world.examSid}`

async function processing({ url }: Receiver): Promise<SessionWorld> {
  const world = await makeSession(
    {
      configuration: { duration: 60, proctorTypes: ['record-and-review'] },
      exam: { reviewCompleteNotificationUrl: url },
    },
    started.stack,
  )
  await world.act('POST', '', { appointmentDate: soon(10) })
  await world.act('POST', '/start')
  await world.act('POST', '/end')
  return world
}

const review = (world: SessionWorld, outcome: string) => world.act('POST', '/review', { outcome })
const bodiesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body))

test('a complete review calls it once, with the session, the exam, the outcome and the date', async () => {
  const receiver = started.sink.receiver()
  const world = await processing(receiver)
  expect((await world.read()).body['reviewCompleteNotificationUrl']).toBe(receiver.url)
  const { body, roundTrips } = await review(world, 'violation')
  expect(roundTrips).toBeLessThanOrEqual(2)
  await arrived(receiver, 1)
  // What follows completes no review again.
  await review(world, 'passed')
  await settled(world)
  expect(bodiesOf(receiver)).toEqual([
    {
      id: expect.stringMatching(/^EV/),
      installSid: world.installSid,
      examSid: world.examSid,
      sessionSid: world.sessionSid,
      outcome: 'violation',
      reviewCompletedDate: body['reviewCompletedDate'],
    },
  ])
  const headers = receiver.received[0]?.headers ?? {}
  expect(headers['webhook-id']).toBe(bodiesOf(receiver)[0].id)
  expect(headers['webhook-signature'] ?? headers['x-webhook-signature']).toBeUndefined()
})

test('a failed call is repeated with the same id', async () => {
  const receiver = started.sink.receiver({ status: 503 }, 'drop', { status: 204 })
  const world = await processing(receiver)
  await review(world, 'passed')
  await arrived(receiver, 3)
  await settled(world)
  const ids = bodiesOf(receiver).map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])
})

test('an address that always fails becomes a dead letter, which can be sent again', async () => {
  const receiver = started.sink.receiver({ status: 410 }, { status: 204 })
  const world = await processing(receiver)
  await review(world, 'passed')
  await settled(world)
  const [letter] = await deadLettersOf(world)
  expect(letter).toMatchObject({ url: receiver.url, statusCode: 410, topic: 'invigil.review_complete' })
  const retried = await world.admin('POST', `/api/webhooks/deliveries/${letter?.['id']}/retry`, { body: {} })
  expect(retried.status, retried.raw).toBeLessThan(300)
  await arrived(receiver, 2)
  await settled(world)
  expect(new Set(bodiesOf(receiver).map(({ id }) => id)).size).toBe(1)
})

test('the reviews of one install use one row, which is no webhook endpoint and receives no event', async () => {
  const receiver = started.sink.receiver()
  const [world, other] = [await processing(receiver), started.sink.receiver()]
  const endpoint = await makeEndpoint(world, other, { events: ['database.event'] })
  await review(world, 'passed')
  await arrived(receiver, 1)
  await settled(world)
  const listed = rowsOf(await world.admin('GET', '/api/webhooks'))
  expect(listed.map(({ id }) => id)).toEqual([endpoint.id])
  expect(receiver.received).toHaveLength(1)
  expect(bodiesOf(other).every(({ topic }) => String(topic).startsWith('proctoring.'))).toBe(true)
})

test('reviews at the same time add one row for one address, and a row that has become free is used again', async () => {
  const [first, second] = [started.sink.receiver(), started.sink.receiver()]
  const worlds = [await processing(first)]
  const [world] = worlds as [SessionWorld]
  for (let n = 0; n < 3; n += 1) {
    const next = await another(world)
    for (const step of ['schedule', 'start', 'end'] as const) await run(next, step)
    worlds.push(next)
  }
  await Promise.all(worlds.slice(1).map(each => run(each, 'pass')))
  await arrived(first, 3)
  await settled(world)
  const { db } = started.stack
  const ofInstall = eq(webhookEndpoint.installSid, world.installSid)
  expect(await db.$count(webhookEndpoint, ofInstall)).toBe(1)

  // As retention does, after the period of each.
  await db.delete(attempt).where(eq(attempt.applicationSid, world.applicationSid))
  await db.delete(delivery).where(eq(delivery.applicationSid, world.applicationSid))
  await setRow(world, world.sessionSid, { reviewCompleteNotificationUrl: second.url })
  await review(world, 'passed')
  await arrived(second, 1)
  expect([first.received.length, await db.$count(webhookEndpoint, ofInstall)]).toEqual([3, 1])
})

test.each([
  'http://lms.example.com/x',
  'https://10.0.0.1/x',
  'https://lms.internal/x',
  'https://user:secret@lms.example.com/x',
  'https://lms.example.com/x#y',
  'lms',
])('%s is refused for a new exam and for an exam that exists', async url => {
  const world = await makeSession({}, started.stack)
  const body = { reviewCompleteNotificationUrl: url }
  const path = 'reviewCompleteNotificationUrl'
  expect(badPaths(await world.admin('POST', exams(world), { body: { title: 'X', ...body } }))).toEqual([path])
  expect(badPaths(await world.admin('PUT', exam(world), { body }))).toEqual([path])
})

test('an address that has become forbidden is not called', async () => {
  const receiver = started.sink.receiver()
  const world = await processing(receiver)
  const url = 'https://127.0.0.2/x'
  await started.stack.db.execute(
    `update exam_session set review_complete_notification_url = '${url}' where sid = '${world.sessionSid.slice(2)}'`,
  )
  await review(world, 'passed')
  await settled(world)
  expect(await deadLettersOf(world)).toMatchObject([{ url, statusCode: 0 }])
  expect(receiver.received).toEqual([])
})

test('without an address nothing is sent; null removes it; learners do not see it', async () => {
  const receiver = started.sink.receiver()
  const world = await processing(receiver)
  const token = await issueToken(world, { targetUserSid: world.userSid })
  expect((await token.call('GET', world.at())).body).toMatchObject({ reviewCompleteNotificationUrl: null })
  const cleared = await world.admin('PUT', exam(world), { body: { reviewCompleteNotificationUrl: null } })
  expect(cleared.body['reviewCompleteNotificationUrl']).toBeNull()
  // The attempt has ended: it keeps the address.
  expect((await world.read()).body['reviewCompleteNotificationUrl']).toBe(receiver.url)
  const plain = await makeSession(
    { configuration: { duration: 60, proctorTypes: ['record-and-review'] } },
    started.stack,
  )
  await plain.act('POST', '', { appointmentDate: soon(10) })
  await plain.act('POST', '/start')
  await plain.act('POST', '/end')
  await review(plain, 'passed')
  const { rows } = await started.stack.db.execute(
    `select from event where application_sid = '${plain.applicationSid.slice(2)}'`,
  )
  expect(rows).toEqual([])
})
