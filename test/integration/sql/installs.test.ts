// Functions that give an install its first records.
import { expect, test } from 'vitest'
import { sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()

test('ensure_event_types inserts the type review once', async () => {
  await run('delete from event_type')
  for (const _ of [1, 2]) await rows('select ensure_event_types($1)', [sids.install])
  expect(await rows('select code from event_type')).toEqual([{ code: 'review' }])
})

test('insert_proctor_types inserts four types, of which one requires a review', async () => {
  await run('delete from proctor_type')
  await rows('select insert_proctor_types($1)', [sids.install])
  expect(await rows('select code, review, capacity from proctor_type order by code')).toEqual([
    { code: 'automated', review: 'none', capacity: null },
    { code: 'in-person', review: 'none', capacity: null },
    { code: 'live', review: 'none', capacity: null },
    { code: 'record-and-review', review: 'required', capacity: null },
  ])
})

test('insert_install_defaults gives each install four proctor types and the event type of what a review finds', async () => {
  expect(await rows('select count(*)::int from proctor_type')).toEqual([{ count: 4 }])
  expect(await rows('select install_sid, name, code, opens_incident from event_type')).toEqual([
    { install_sid: sids.install, name: 'Found in review', code: 'review', opens_incident: true },
  ])
})
