// A proctor group that is written while a member is erased, on a real Postgres.
import { expect, test } from 'vitest'
import { uuidFromSid } from '../../../../db/sid.ts'
import { make } from '../../../support/catalog.ts'
import { heldStack } from '../../../support/held.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()

test('a user who is erased meanwhile does not become a member of a proctor group', async () => {
  const { stack, whileHeld } = held()
  const world = await makeWorld(stack)
  const [kept, erased] = [await world.user(), await world.user()]
  const group = world.path(
    `/proctorGroups/${(await make(world, '/proctorGroups', { name: 'Evening' })).text('sid')}`,
  )
  const user = `users where sid = '${uuidFromSid(sidOf('US', erased))}'`
  // The lock of an erasure, and its mark.
  const [put] = await whileHeld(
    `select from ${user} for update; update users set erased_date = now() where sid in (select sid from ${user})`,
    () => world.admin('PUT', group, { body: { members: [kept, erased] } }),
  )
  expect(put).toMatchObject({ status: 200, body: { members: [kept] } })
})
