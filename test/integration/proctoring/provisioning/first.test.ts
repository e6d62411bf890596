import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { ownStack } from '../../../support/stack.ts'
import { makeWorld } from '../../../support/world.ts'

// On a real Postgres, where each connection of the pool runs the functions for its first time.

let stack: Stack
beforeAll(async () => {
  stack = await ownStack({ kind: 'postgres' })
})
afterAll(() => stack.close())

const course = { ids: { lms: 'c' }, title: 'Course' }
const user = { ids: { lms: 'u' }, firstName: 'Ada', lastName: 'Byron', email: 'ada@school.example' }

test.each([
  ['a course alone', { course }],
  ['a course and a user', { course, user }],
  ['a course and an exam', { course, exam: { ids: { lms: 'x' }, title: 'Exam' } }],
])('the first provision of a connection can have %s', async (_, body) => {
  const world = await makeWorld(stack)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => world.admin('POST', world.path('/provision'), { body })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('a revocation that writes the install does not wait for a provision', async () => {
  const world = await makeWorld(stack)
  const items = Array.from({ length: 500 }, (_, n) => ({
    course,
    user: { ...user, ids: { lms: `u${n}` }, username: `u${n}` },
    enrollment: {},
  }))
  const order: string[] = []
  const batch = world
    .admin('POST', world.path('/provision/batch'), { body: { items } })
    .then(answer => order.push(`batch ${answer.status}`))
  await new Promise(resolve => setTimeout(resolve, 50))
  const settings = await world.admin('PUT', world.path('/settings'), { body: { maxTokenTtlSeconds: 600 } })
  order.push(`settings ${settings.status}`)
  await batch
  expect(order).toEqual(['settings 200', 'batch 200'])
})
