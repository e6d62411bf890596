// A flood of sign-ins, with the hashing cost of production.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { throttle } from '../../../../db/schema/operator.ts'
import { attemptFrom } from '../../../../src/platform/throttle/queries.ts'
import type { Stack } from '../../../../tools/stack/stack.ts'
import type { Answer, Call } from '../../../support/client.ts'
import { late, repeatedIfLate } from '../../../support/late.ts'
import {
  addMfa,
  callFrom,
  login,
  makeOperator,
  signedInAs,
  signIn,
  someAddress,
  someEmail,
} from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { testStack } from '../../../support/stack.ts'
import { makeWorld } from '../../../support/world.ts'

let stack: Stack
beforeAll(async () => {
  stack = await testStack({ database: { kind: 'memory' }, passwordCostLog2: 15 })
}, 60_000)
afterAll(() => stack.close())

const password = 'a wrong password'
const attempt = (email: string, address = someAddress()) =>
  callFrom(stack, address)('POST', '/api/auth/login', { body: { email, password } })

/** The responses in the order of their arrival. */
async function inOrder(requests: Promise<Answer>[]): Promise<Answer[]> {
  const answers: Answer[] = []
  await Promise.all(requests.map(request => request.then(answer => answers.push(answer))))
  return answers
}

/** Keeps the queue of hashes full from before the work until it ends. */
async function underFlood<T>(work: () => Promise<T>): Promise<T> {
  const full = Promise.withResolvers<void>()
  let ended = false
  const flood = async () => {
    while (!ended) if ((await attempt(someEmail())).status === 503) full.resolve()
  }
  const floods = Promise.all(Array.from({ length: 20 }, flood))
  try {
    await Promise.race([full.promise, sleep(20_000, undefined, { ref: false })])
    return await work()
  } finally {
    ended = true
    await floods
  }
}

const isHashed = ({ status }: Answer) => status === 401

test(
  'of 40 simultaneous sign-ins of unknown names, few are hashed, and the others get 503 with Retry-After',
  repeatedIfLate,
  async () => {
    const world = await makeWorld(stack)
    const flood = Array.from({ length: 40 }, () => attempt(someEmail()))
    const done: Answer[] = []
    for (const request of flood) request.then(answer => done.push(answer)).catch(() => {})
    await Promise.race(flood)
    const before = done.filter(isHashed).length
    expect((await world.admin('GET', '/v1/installs')).status).toBe(200)
    const meanwhile = done.filter(isHashed).length - before

    const answers = await Promise.all(flood)
    const refused = answers.filter(each => !isHashed(each))
    // The exact number depends on timing: test/unit/shared/bounded.test.ts tests it.
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      problemOf(answer, 503)
      expect(answer.text('code')).toBe('too_busy')
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    // Area A runs in the process that hashes: it must not wait until all hashes are computed.
    if (meanwhile > 10) late(`The response of area A came after ${meanwhile} hashes.`)
  },
)

test('a sign-in that is refused as busy does not count as a failure', async () => {
  const person = await makeOperator(await makeWorld(stack))
  const flood = Array.from({ length: 20 }, () => attempt(someEmail()))
  const refused = await Promise.all(Array.from({ length: 9 }, () => login(person)))
  await Promise.all(flood)
  expect(refused.some(({ status }) => status === 503)).toBe(true)
  for (const { status } of refused) expect([200, 503]).toContain(status)
  for (let n = 0; n < 9; n += 1) expect((await login(person, { password })).status).toBe(401)
  expect((await login(person)).status).toBe(200)
})

const byPassword: [
  string,
  (call: Call, password: string, headers: Record<string, string>) => Promise<Answer>,
][] = [
  [
    'a change of the password',
    (call, currentPassword, headers) =>
      call('POST', '/api/auth/change-password', {
        headers,
        body: { currentPassword, password: 'a lantern over quiet water' },
      }),
  ],
  [
    'a removal of the second factor',
    (call, password, headers) => call('DELETE', '/api/auth/mfa', { headers, body: { password } }),
  ],
]

test.each(byPassword)(
  '%s that is refused as busy is executed when it is sent again with its key',
  async (_, send) => {
    const world = await makeWorld(stack)
    const requests: (() => Promise<Answer>)[] = []
    for (let n = 0; n < 6; n += 1) {
      const { password, call } = await signedInAs(world, 'owner')
      await addMfa(call)
      const headers = { 'Idempotency-Key': `${n}` }
      requests.push(() => send(call, password, headers))
    }
    const answers = await underFlood(() => Promise.all(requests.map(request => request())))
    const refused = requests.filter((_request, n) => answers[n]?.status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const request of refused) expect(await request()).toMatchObject({ status: 204 })
  },
)

test('sign-ins are counted before they are hashed: of 30 at once, the 429s arrive before the 401s', async () => {
  const email = someEmail()
  const answers = await inOrder(Array.from({ length: 30 }, () => attempt(email)))
  expect(answers.filter(isHashed)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  // On a busy machine, up to half of the hashes end before the last request arrives.
  expect(answers.slice(0, 25).filter(({ status }) => status === 429)).toHaveLength(20)
})

test('a successful sign-in returns the rate limit attempt of its address only', async () => {
  const address = someAddress()
  const anyone = callFrom(stack, address)
  const person = { ...(await makeOperator(await makeWorld(stack))), anyone }
  const [turn] = attemptFrom({ address, userAgent: null })
  const counted = async () => {
    const rows = await stack.db
      .select()
      .from(throttle)
      .where(eq(throttle.key, turn?.key ?? ''))
    return rows[0]?.taken.length ?? 0
  }
  await signIn(person)
  expect(await counted()).toBe(0)
  expect((await login(person, { password })).status).toBe(401)
  expect(await counted()).toBe(1)
  await signIn(person)
  expect(await counted()).toBe(1)
})
