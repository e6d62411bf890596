// Which secrets sign a delivery during and after a rotation.
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import {
  act,
  arrived,
  type Endpoint,
  makeEndpoint,
  publish,
  type Received,
  type Reply,
  settled,
  stackWithSink,
} from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()

const [oldest, older, newest] = [
  'the oldest of the secrets',
  'the one in between, älter',
  'the newest of them all',
]

const signatureOf = ({ headers }: Received) => {
  const members = (headers['x-webhook-signature'] ?? '').split(',').map(member => member.split('='))
  const values = (name: string) => members.filter(([key]) => key === name).map(([, value]) => value)
  return { t: values('t')[0], v1: values('v1') }
}

/** Whether a receiver with only this secret accepts it, as the interface describes. */
function accepts(received: Received, secret: string): boolean {
  const { t, v1 } = signatureOf(received)
  const expected = createHmac('sha256', secret).update(`${t}.${received.body}`).digest('hex')
  return Math.abs(Date.now() - Number(t)) <= 300_000 && v1.includes(expected)
}

/** The same for a receiver with a standard verifier of Standard Webhooks. */
function stockAccepts({ body, headers }: Received, secret: string): boolean {
  try {
    new Webhook(Buffer.from(secret), { format: 'raw' }).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Which of the secrets verify. */
const verifying = (received: Received) => {
  const known = [oldest, older, newest]
  const ours = known.filter(secret => accepts(received, secret))
  expect(known.filter(secret => stockAccepts(received, secret))).toEqual(ours)
  expect(signatureOf(received).v1).toHaveLength(ours.length)
  return ours
}

const scene = async () => {
  const world = await makeWorld(system.stack)
  return { world, endpoint: await makeEndpoint(world, system.sink.receiver(), { secret: oldest }) }
}

async function delivery(world: World, { receiver }: Endpoint): Promise<Received> {
  await publish(world)
  await settled(world)
  return receiver.received.at(-1) ?? expect.fail('nothing came')
}

const rotate = (world: World, endpoint: Endpoint, secret: string) =>
  act(world, endpoint, 'rotate-secret', { secret })

/** Moves the end of the overlap by this time. */
const moveEnd = ({ id }: Endpoint, seconds: number) =>
  system.stack.db.execute(sql`update webhook_endpoint
    set previous_secret_until = previous_secret_until + make_interval(secs => ${seconds})
    where sid = ${id.slice(2)}::uuid`)

const day = 86_400

test('before a rotation there is one signature, by the only secret', async () => {
  const { world, endpoint } = await scene()
  expect(verifying(await delivery(world, endpoint))).toEqual([oldest])
})

test('after a rotation there are two v1 signatures: receivers with either secret accept it', async () => {
  const { world, endpoint } = await scene()
  await rotate(world, endpoint, newest)
  for (let n = 0; n < 3; n++) expect(verifying(await delivery(world, endpoint))).toEqual([oldest, newest])
})

test('a delivery in progress before the rotation is signed with both at its next attempt', async () => {
  const { world, endpoint } = await scene()
  const first = Promise.withResolvers<Reply>()
  endpoint.receiver.replies = [first.promise, { status: 204 }]
  await publish(world)
  await arrived(endpoint.receiver, 1)
  await rotate(world, endpoint, newest)
  first.resolve({ status: 500 })
  await settled(world)
  expect(endpoint.receiver.received.map(verifying)).toEqual([[oldest], [oldest, newest]])
})

test('the old secret signs until 24 hours after the rotation, and then only the new one', async () => {
  const { world, endpoint } = await scene()
  await rotate(world, endpoint, newest)
  await moveEnd(endpoint, 120 - day)
  expect(verifying(await delivery(world, endpoint))).toEqual([oldest, newest])
  await moveEnd(endpoint, -180)
  expect(verifying(await delivery(world, endpoint))).toEqual([newest])
})

test('a secret that is set during the overlap stops all earlier ones at once', async () => {
  const { world, endpoint } = await scene()
  await rotate(world, endpoint, older)
  const answer = await world.admin('PUT', endpoint.at, { body: { secret: newest } })
  expect(answer.status, answer.raw).toBe(200)
  expect(verifying(await delivery(world, endpoint))).toEqual([newest])
})

test('an update of other members keeps the overlap', async () => {
  const { world, endpoint } = await scene()
  await rotate(world, endpoint, newest)
  await world.admin('PUT', endpoint.at, { body: { filter: {}, events: ['document.updated'] } })
  await act(world, endpoint, 'deactivate')
  await act(world, endpoint, 'activate')
  expect(verifying(await delivery(world, endpoint))).toEqual([oldest, newest])
})

test('a second rotation within the day keeps the previous secret, and drops the one before it', async () => {
  const { world, endpoint } = await scene()
  await rotate(world, endpoint, older)
  await rotate(world, endpoint, newest)
  expect(verifying(await delivery(world, endpoint))).toEqual([older, newest])
})

test('a test event is also signed with both', async () => {
  const { world, endpoint } = await scene()
  await rotate(world, endpoint, newest)
  await act(world, endpoint, 'test')
  await settled(world)
  expect(endpoint.receiver.received.map(verifying)).toEqual([[oldest, newest]])
})

test('an inactive endpoint can also be rotated', async () => {
  const { world, endpoint } = await scene()
  await act(world, endpoint, 'deactivate')
  expect((await rotate(world, endpoint, newest)).body).toEqual({ ...endpoint.record, active: false })
})
