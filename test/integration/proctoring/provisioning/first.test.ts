import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import { lockClient } from '../../../support/lock-client.ts'
import { ownStack } from '../../../support/stack.ts'
import { makeWorld } from '../../../support/world.ts'

// On a real Postgres, where each connection of the pool runs the functions for its first time.

let stack: Stack
beforeAll(async () => {
  stack = await ownStack({ kind: 'postgres' })
})
const other = lockClient(() => stack)
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
  const items = Array.from({ length: 2 }, (_, n) => ({
    course,
    user: { ...user, ids: { lms: `u${n}` }, username: `u${n}` },
    enrollment: {},
  }))
  // The batch waits at its first enrollment, with the locks of the records that this one refers to.
  await other.query('begin; lock table enrollment in share mode')
  const batch = world.admin('POST', world.path('/provision/batch'), { body: { items } })
  await expect.poll(other.waiting).toBe(1)
  const settings = await world.admin('PUT', world.path('/settings'), { body: { maxTokenTtlSeconds: 600 } })
  expect([settings.status, await other.waiting()]).toEqual([200, 1])
  await other.query('commit')
  expect((await batch).status).toBe(200)
})
