// The event types that each install has.
import { expect, test } from 'vitest'
import { sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()

test('ensure_event_types inserts the type review once', async () => {
  await run('delete from event_type')
  for (const _ of [1, 2]) await rows('select ensure_event_types($1)', [sids.install])
  expect(await rows('select code from event_type')).toEqual([{ code: 'review' }])
})

test('insert_install_defaults gives each install the event type of what a review finds', async () => {
  expect(await rows('select install_sid, name, code, opens_incident from event_type')).toEqual([
    { install_sid: sids.install, name: 'Found in review', code: 'review', opens_incident: true },
  ])
})
