// The events and the audit of the users whom a roster changes.
import { expect, test } from 'vitest'
import { rowsFrom } from '../../../support/audit.ts'
import { bundle } from '../../../support/one-roster.ts'
import { eventRows, listen } from '../../../support/webhook-events.ts'
import { stackWithSink } from '../../../support/webhooks.ts'
import { makeWorld } from '../../../support/world.ts'

const system = stackWithSink()

test('users who exchange usernames have one event each, with the new username, and one audit row each', async () => {
  const world = await makeWorld(system.stack)
  const send = (usernames: string[]) => {
    const users = usernames.map(username => ({ username }))
    const body = new Blob([bundle({ users })])
    const headers = { 'content-type': 'application/zip' }
    return rowsFrom(world, () => world.admin('POST', world.path('/provision/oneroster'), { body, headers }))
  }
  await send(['ada', 'bo'])
  await listen(world, system.sink)
  const audited = await send(['bo', 'ada'])
  const rows = await eventRows(world)
  expect(rows.map(({ payload }) => Object(payload).username).toSorted()).toEqual(['ada', 'bo'])
  const change = { kind: 'user', action: 'updated', changes: ['username'] }
  expect(audited).toMatchObject([change, change])
})
