// Requests with one key at the same time, on a real Postgres.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { course } from '../../../db/schema/catalog.ts'
import { lockClient } from '../../support/lock-client.ts'
import { rounds } from '../../support/rounds.ts'
import { sharedStack } from '../../support/stack.ts'
import { issueToken, minted } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld(await sharedStack('postgres'))
  // The first statements are parsed and planned before many are sent at once.
  await world.admin('POST', world.path('/courses'), {
    ...{ headers: { 'Idempotency-Key': randomUUID() }, body: { title: 'First' } },
  })
})
const other = lockClient(() => world.stack)

const coursesNamed = async (title: string) =>
  (await world.stack.db.select({ sid: course.sid }).from(course).where(eq(course.title, title))).length

test.each(Array.from({ length: rounds({ quick: 1, all: 20 }) }, (_, round) => round + 1))(
  'of 50 requests with one key at the same time, one has an effect, and the others return its response or 409 (round %d)',
  async () => {
    const [headers, title] = [{ 'Idempotency-Key': randomUUID() }, randomUUID()]
    const send = () => world.admin('POST', world.path('/courses'), { headers, body: { title } })
    const answers = await Promise.all(Array.from({ length: 50 }, send))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.filter(answer => !answer.headers.has('idempotency-replayed'))).toHaveLength(1)
    expect(new Set(made.map(({ raw }) => raw)).size).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, answer.text('code')], answer.raw).toEqual([409, 'idempotency_key_in_use'])
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(await coursesNamed(title)).toBe(1)
    expect((await send()).raw).toBe(made[0]?.raw)
  },
)

test('of 50 refreshes with one key at the same time, one rotates the token', async () => {
  const { sid } = await issueToken(world, { targetUserSid: await world.user() })
  const headers = { 'Idempotency-Key': randomUUID() }
  const before = await minted(world)
  const send = () => world.admin('POST', world.path(`/sts/tokens/${sid}/refresh`), { headers, body: {} })
  const answers = await Promise.all(Array.from({ length: 50 }, send))
  const granted = answers.filter(({ status }) => status === 200)
  expect(new Set(granted.map(({ raw }) => raw)).size).toBe(1)
  expect((await minted(world)).tokens).toBe(before.tokens + 1)
  expect((await send()).raw).toBe(granted[0]?.raw)
})

test('while the first request with a key is in progress, another one is refused at once', async () => {
  const [caller] = (await world.admin('GET', '/api/credentials')).list('results')
  const [key, title] = [randomUUID(), randomUUID()]
  await other.query('begin')
  const first = [caller?.['sid'], key, randomUUID()]
  await other.query('select require_free_idempotency_key($1, $2, $3)', first)
  const request = { headers: { 'Idempotency-Key': key }, body: { title } }
  const refused = await world.admin('POST', world.path('/courses'), request)
  expect([refused.status, refused.text('code')]).toEqual([409, 'idempotency_key_in_use'])
  expect(await coursesNamed(title)).toBe(0)
  await other.query('commit')
  expect((await world.admin('POST', world.path('/courses'), request)).status).toBe(201)
})
