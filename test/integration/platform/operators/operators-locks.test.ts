// An operator whose role is lowered during a request grants nothing after the response to that change, on a real Postgres.
import { expect, test } from 'vitest'
import type { Answer, Call } from '../../../support/client.ts'
import { heldStack } from '../../../support/held.ts'
import { makeOperator, type Person, signedInAs, someEmail } from '../../../support/platform.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()
const path = '/api/operators'
const invitation = () => ({ email: someEmail(), name: 'Joan', role: 'admin' })

/** The requests that grant rights to an operator. */
const grants: [string, (call: Call, other: Person) => Promise<Answer>][] = [
  ['invite', call => call('POST', path, { body: invitation() })],
  ['promote', (call, { id }) => call('PUT', `${path}/${id}`, { body: { role: 'owner' } })],
  ['enable', (call, { id }) => call('POST', `${path}/${id}/enable`)],
]

test.each(grants)('an operator who becomes a viewer during the request cannot %s', async (_, grant) => {
  const { stack, whileHeld } = held()
  const world = await makeWorld(stack)
  const caller = await signedInAs(world, 'owner')
  const other = await makeOperator(world, 'developer')
  await makeOperator(world, 'owner')
  await world.admin('POST', `${path}/${other.id}/disable`)
  const before = await world.admin('GET', path)

  const [answer] = await whileHeld(
    `update operator set role = 'viewer' where sid = '${caller.id.slice(2)}'`,
    () => grant(caller.call, other),
  )
  expect(answer).toMatchObject({ status: 401, body: { code: 'credential_invalid' } })
  const operators = before
    .list('results')
    .map(row => ({ ...row, ...(row['id'] === caller.id && { role: 'viewer' }) }))
  expect((await world.admin('GET', path)).list('results')).toEqual(operators)
})

test('an operator who is signed out during the request cannot invite again', async () => {
  const { stack, whileHeld } = held()
  const world = await makeWorld(stack)
  const { call, id } = await signedInAs(world, 'owner')
  const invited = await world.admin('POST', path, { body: invitation() })
  const [answer] = await whileHeld(`delete from sign_in_session where operator_sid = '${id.slice(2)}'`, () =>
    call('POST', `${path}/${invited.text('id')}/invite`),
  )
  expect(answer).toMatchObject({ status: 401, body: { code: 'credential_invalid' } })
})
