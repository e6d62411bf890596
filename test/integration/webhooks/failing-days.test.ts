// An endpoint that fails for days is deactivated, and the operators of its application are mailed.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Mail } from '../../../tools/stack/mail.ts'
import { makeOperator, type Person } from '../../support/platform.ts'
import { act, type Endpoint, makeEndpoint, publish, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()
const dayMs = 86_400_000
const afterDays = (days: number) => system.stack.sweep(new Date(Date.now() + days * dayMs + 60_000))

async function mailsTo({ email }: Person): Promise<Mail[]> {
  const mails: Mail[] = JSON.parse(await (await fetch(new URL('/__local/mail', system.stack.baseUrl))).text())
  return mails.filter(({ to }) => to === email)
}

const isActive = async (world: World, { at }: Endpoint) => (await world.admin('GET', at)).body['active']

/** A world with two operators, and an endpoint to which a delivery has failed. */
async function failing() {
  const world = await makeWorld(system.stack)
  const operators = [await makeOperator(world), await makeOperator(world, 'viewer')]
  const endpoint = await makeEndpoint(world, system.sink.receiver({ status: 500 }))
  await publish(world)
  await settled(world)
  return { world, operators, endpoint }
}

test('after 5 days without one success it is deactivated, and each operator is mailed once', async () => {
  const { world, operators, endpoint } = await failing()
  await afterDays(4.9)
  expect(await isActive(world, endpoint)).toBe(true)
  await Promise.all([afterDays(5), afterDays(5)])
  await afterDays(6)
  expect(await isActive(world, endpoint)).toBe(false)
  for (const operator of operators) {
    const mails = await mailsTo(operator)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A webhook endpoint of Test account was deactivated',
    ])
    expect(mails[0]?.text).toContain(endpoint.receiver.url)
  }
})

test('an operator who was disabled before the mail gets none', async () => {
  const { world, operators } = await failing()
  const [, second] = operators
  if (!second) throw new Error('There is no second operator.')
  await afterDays(5)
  expect(await mailsTo(second)).toHaveLength(1)
  const { db } = world.stack
  await db.execute(sql`update operator set disabled_date = now() where email = ${second.email}`)
  await db.execute(sql`insert into webhook_notice (sid, endpoint_sid, operator_sid, kind)
    select uuid_v7(), endpoint_sid, operator_sid, 'activated' from webhook_notice n
    join operator o on o.sid = n.operator_sid where o.email = ${second.email}`)
  await afterDays(5)
  expect(await mailsTo(second)).toHaveLength(1)
  const { rows } =
    await db.execute(sql`select 1 from webhook_notice n join operator o on o.sid = n.operator_sid
    where o.email = ${second.email} and n.finished_date is null`)
  expect(rows).toEqual([])
})

test('they are mailed again when it is active again, and when it fails for days again', async () => {
  const { world, operators, endpoint } = await failing()
  const [operator] = operators
  if (!operator) throw new Error('There is no operator.')
  await afterDays(5)
  endpoint.receiver.replies = [{ status: 500 }]
  await act(world, endpoint, 'activate')
  await act(world, endpoint, 'activate')
  await expect
    .poll(async () => (await mailsTo(operator)).map(({ subject }) => subject))
    .toEqual([
      'A webhook endpoint of Test account was deactivated',
      'A webhook endpoint of Test account is active again',
    ])
  // The days start again.
  await afterDays(6)
  expect(await isActive(world, endpoint)).toBe(true)
  await publish(world)
  await settled(world)
  await afterDays(5)
  expect(await isActive(world, endpoint)).toBe(false)
  expect(await mailsTo(operator)).toHaveLength(3)
})

test('one success ends the days, also among failures', async () => {
  const { world, endpoint, operators } = await failing()
  endpoint.receiver.replies = []
  await publish(world)
  await settled(world)
  await afterDays(6)
  expect(await isActive(world, endpoint)).toBe(true)
  for (const operator of operators) expect(await mailsTo(operator)).toEqual([])
})

test('another URL ends the days, and an endpoint that an operator deactivated causes no mail', async () => {
  const { world, endpoint } = await failing()
  await world.admin('PUT', endpoint.at, { body: { url: system.sink.receiver().url } })
  await afterDays(6)
  expect(await isActive(world, endpoint)).toBe(true)
  const other = await failing()
  await act(other.world, other.endpoint, 'deactivate')
  await afterDays(6)
  await act(other.world, other.endpoint, 'activate')
  await sleep(200)
  for (const operator of other.operators) expect(await mailsTo(operator)).toEqual([])
})
