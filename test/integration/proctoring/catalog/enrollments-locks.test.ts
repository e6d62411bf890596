// A change of an enrollment that waits for the erasure of its user, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { makeCourse } from '../../../support/catalog.ts'
import { heldStack } from '../../../support/held.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()

test('a change of an enrollment that waits for the erasure of its user is 409 user_erased', async () => {
  const { stack, whileHeld } = held()
  const world = await makeWorld(stack)
  const course = await makeCourse(world)
  const userSid = await world.user()
  const path = world.path(course.at(`/enrollments/${await course.enroll({ userSid })}`))
  const [uuidOfCourse, uuidOfUser] = [course.sid, userSid].map(sid => uuidFromSid(sid))
  // The first locks of an erasure, and its mark.
  const [changed] = await whileHeld(
    `select from course where sid = '${uuidOfCourse}' for no key update;
      update users set erased_date = now() where sid = '${uuidOfUser}'`,
    () => world.admin('PUT', path, { body: { lmsId: 'L-1' } }),
  )
  expect(changed).toMatchObject({ status: 409, body: { code: 'user_erased' } })
})
