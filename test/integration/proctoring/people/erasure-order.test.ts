// The order in which an erasure takes its locks, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { makeExam } from '../../../support/configurations.ts'
import { lockClient } from '../../../support/lock-client.ts'
import { sharedStack } from '../../../support/stack.ts'
import { makeWorld } from '../../../support/world.ts'

const stack = await sharedStack('postgres')
const { query, waiting } = lockClient(() => stack)

test('an erasure that waits for a course has not locked the user, whom the holder of the course may lock next', async () => {
  const { admin, world, courseSid, userSid } = await makeExam(
    { duration: 60 },
    { world: await makeWorld(stack) },
  )
  await query('begin')
  await query('select from course where sid = $1 for no key update', [uuidFromSid(courseSid)])
  const erasing = admin('DELETE', world.path(`/users/${userSid}`))
  await expect.poll(waiting, { interval: 20 }).toBe(1)
  await query('select from users where sid = $1 for no key update nowait', [uuidFromSid(userSid)])
  await query('commit')
  expect((await erasing).status).toBe(200)
})
