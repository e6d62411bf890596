// The count is exact, whatever number of requests and of Workers there is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Call, callerOf } from '../../support/client.ts'
import { sharedStack } from '../../support/stack.ts'
import { type TwoStacks, twoStacks } from '../../support/two-stacks.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let stacks: TwoStacks
let world: World
beforeAll(async () => {
  stacks = await twoStacks(await sharedStack('postgres'))
  world = await makeWorld(stacks.first)
}, 180_000)
afterAll(() => stacks.close())

const limit = 37
const count = 100

/** Sends requests at once, to both systems alternately. */
const sendAtOnce = (secret: string, send: (call: Call, at: number) => ReturnType<Call>) =>
  Promise.all(Array.from({ length: count }, (_, at) => send(callerOf(stacks.of(at), secret), at)))

const granted = (answers: readonly Answer[], status: number) => answers.filter(each => each.status === status)

test('of 100 reads at once on two systems, exactly as many as the limit are answered', async () => {
  await world.admin('PUT', world.path('/settings'), {
    body: { readsPerMinute: limit, writesPerMinute: limit },
  })
  const [one, other] = [
    await world.credential(allow(['sp:*'], ['*'])),
    await world.credential(allow(['sp:*'], ['*'])),
  ]
  const answers = await sendAtOnce(one.secret, call => call('GET', world.path('/users')))
  expect(granted(answers, 200)).toHaveLength(limit)
  expect(granted(answers, 429)).toHaveLength(count - limit)
  const remaining = granted(answers, 200).map(answer =>
    Number(/;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1]),
  )
  expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, at) => at))
  const untouched = await other.call('GET', world.path('/users'))
  expect(untouched.headers.get('ratelimit')).toMatch(new RegExp(`;r=${limit - 1};`))
})

test('of 100 writes at once on two systems, exactly as many as the limit are executed', async () => {
  const { secret } = await world.credential(allow(['sp:*'], ['*']))
  const before = (await callerOf(stacks.first, world.secret)('GET', world.path('/users?limit=0'))).count(
    'total',
  )
  const answers = await sendAtOnce(secret, (call, at) =>
    call('POST', world.path('/users'), {
      body: { firstName: 'Ada', lastName: 'Lovelace', email: `ada${at}@two.example` },
    }),
  )
  expect(granted(answers, 201)).toHaveLength(limit)
  expect(granted(answers, 429)).toHaveLength(count - limit)
  const after = (await callerOf(stacks.second, world.secret)('GET', world.path('/users?limit=0'))).count(
    'total',
  )
  expect(after - before).toBe(limit)
})

test('of 700 concurrent reads of a busy caller on two systems, no more than the limit are answered, and at most a hundredth fewer', async () => {
  const [most, rounds] = [400, 7]
  await world.admin('PUT', world.path('/settings'), { body: { readsPerMinute: most } })
  const { secret } = await world.credential(allow(['sp:*'], ['*']))
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round += 1)
    answers.push(...(await sendAtOnce(secret, call => call('GET', world.path('/users')))))
  expect(granted(answers, 200).length).toBeLessThanOrEqual(most)
  expect(granted(answers, 200).length).toBeGreaterThanOrEqual(most - most / 100)
  expect(granted(answers, 429)).toHaveLength(rounds * count - granted(answers, 200).length)
})
