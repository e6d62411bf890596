// The completion and the deletion of a file are events.
import { expect, test } from 'vitest'
import { attach, createFile } from '../../support/files.ts'
import { makeSession } from '../../support/sessions.ts'
import { changesOf, listen } from '../../support/webhook-events.ts'
import { stackWithSink } from '../../support/webhooks.ts'

const system = stackWithSink()

test('a completed file and its deletion create events with the record; an incomplete file creates none', async () => {
  const world = await makeSession({}, system.stack)
  const listener = await listen(world, system.sink)
  let sid = ''
  const events = await listener.eventsOf(async () => {
    await createFile(world, { sessionSid: world.sessionSid })
    sid = (await attach(world, { sessionSid: world.sessionSid })).sid
    await world.admin('DELETE', world.path(`/files/${sid}`))
  })
  expect(changesOf(events)).toEqual(['delete file', 'update file'])
  for (const { topic, payload } of events) {
    expect(topic).toBe('proctoring.file')
    expect(payload).toMatchObject({
      ...{ sid, installSid: world.installSid, sessionSid: world.sessionSid },
      ...{ enrollmentSid: world.enrollmentSid, purpose: 'photo', name: 'card.png' },
    })
  }
})

test('the events of a file of an erased person contain no name', async () => {
  const world = await makeSession({}, system.stack)
  const listener = await listen(world, system.sink)
  await attach(world, { sessionSid: world.sessionSid, name: 'lena-lopez.png' })
  await listener.eventsOf(() => world.admin('DELETE', world.path(`/users/${world.userSid}`)))
  const { rows } = await world.stack.db.execute(
    `select payload from event where changed_table = 'file' and payload::text like '%lena-lopez%'`,
  )
  expect(rows).toEqual([])
})
