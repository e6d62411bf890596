// The events of the users whom a roster changes.
import { expect, test } from 'vitest'
import { bundle } from '../../../support/one-roster.ts'
import { eventRows, listen } from '../../../support/webhook-events.ts'
import { stackWithSink } from '../../../support/webhooks.ts'
import { makeWorld } from '../../../support/world.ts'

const system = stackWithSink()

test('users who exchange usernames have one event each, with the new username', async () => {
  const world = await makeWorld(system.stack)
  const send = async (usernames: string[]) => {
    const users = usernames.map(username => ({ username }))
    const body = new Blob([bundle({ users })])
    const headers = { 'content-type': 'application/zip' }
    const answer = await world.admin('POST', world.path('/provision/oneroster'), { body, headers })
    expect(answer.status, answer.raw).toBe(200)
  }
  await send(['ada', 'bo'])
  await listen(world, system.sink)
  await send(['bo', 'ada'])
  const rows = await eventRows(world)
  expect(rows.map(({ payload }) => Object(payload).username).toSorted()).toEqual(['ada', 'bo'])
})
