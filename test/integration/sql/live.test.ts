// Functions that put events aside for the subscribers of their topics.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { application, install, users } = sids
const installText = `AI${install.replaceAll('-', '')}`

const subscribe = (topic: string) =>
  run(`insert into live_topic (application_sid, topic) values ('${application}', '${topic}')`)
const isLive = (topic: string, of = install) => value(`select is_live('${application}', '${of}', '${topic}')`)
const live = () =>
  rows(`select topic, source, is_erasure from live_event join event on event.sid = event_sid order by number`)

test('is_live is true for a topic of the application, and for a topic of the install', async () => {
  expect(await isLive('proctoring.user')).toBe(false)
  await subscribe('proctoring.user')
  expect(await isLive('proctoring.user', id(75))).toBe(true)
  expect(await isLive('proctoring.exam')).toBe(false)
  await subscribe(`installs.${installText}.proctoring.exam`)
  expect(await isLive('proctoring.exam')).toBe(true)
  expect(await isLive('proctoring.exam', id(75))).toBe(false)
})

test('capture_change and fan_out_events put aside the changes whose topic has subscribers, without an endpoint', async () => {
  await run(`update users set first_name = 'Eve'`)
  await subscribe(`installs.${installText}.proctoring.user`)
  await run(`update users set first_name = 'Ada'`)
  await run(`update exam set title = 'Unheard'`)
  expect(await live()).toEqual([{ topic: 'proctoring.user', source: 'capture', is_erasure: false }])
})

test('fan_out_events puts aside published events, and no event of a topic or for one endpoint', async () => {
  for (const [topic, source] of [
    ['room', 'sdk'],
    ['room', 'socket'],
    ['documents.a', 'sync'],
    ['invigil.webhook_test', 'sdk'],
  ])
    await run(`insert into event (sid, application_sid, topic, source, type, payload)
      values (uuid_v7(), '${application}', '${topic}', '${source}', 'socket.message', '{}')`)
  expect(await live()).toEqual([{ topic: 'room', source: 'sdk', is_erasure: false }])
})

test('erase_events puts aside the erasure of the recent events about the person', async () => {
  await subscribe('proctoring.user')
  await run(`update users set first_name = 'Eve'`)
  await run(`update users set first_name = 'Ada'`)
  await run(`update event set created_date = now() - interval '2 days'
    where sid = (select sid from event order by sid limit 1)`)
  await run('delete from live_event')
  await run(`select erase_events('${users}')`)
  expect(await live()).toEqual([{ topic: 'proctoring.user', source: 'capture', is_erasure: true }])
})
