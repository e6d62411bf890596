// A creation of a person that waits for the erasure of that person, on a real Postgres.
import { expect, test } from 'vitest'
import { newSid, uuidFromSid } from '../../../../db/sid.ts'
import { change } from '../../../support/catalog.ts'
import { heldStack } from '../../../support/held.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()

test('a creation that waits for the id of a person who is being erased is 409 person_suppressed', async () => {
  const { stack, whileHeld } = held()
  const world = await makeWorld(stack)
  // The install has the key of its suppressions, as after every first erasure.
  await change(world, 'DELETE', `/users/${await world.user()}`)
  const userSid = await world.user({ lmsId: 'L-1' })
  const user = uuidFromSid(userSid as `US${string}`)
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'new@school.example', lmsId: 'L-1' }
  const event = uuidFromSid(newSid('SV'))
  await whileHeld(
    `insert into sign_in_event (sid, user_sid, event) values ('${event}', '${user}', 'signed_in')`,
  )
  const answers = await whileHeld(
    `select from sign_in_event where sid = '${event}' for update`,
    () => world.admin('DELETE', world.path(`/users/${userSid}`)),
    () => world.admin('POST', world.path('/users'), { body }),
  )
  expect(answers.map(answer => (answer instanceof Error ? answer.message : answer.status))).toEqual([
    200, 409,
  ])
  expect(answers[1]).toMatchObject({ body: { code: 'person_suppressed' } })
})
