// The function that applies the accommodation of an item.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run, value, refused } = sqlDatabase()
const { enrollment, exam, install } = sids
const call = 'select * from provision_accommodation($1, $2, $3, $4)'
const byInstructor = { may_be_locked: false, revokes_approval: true }
const byAdmin = { may_be_locked: true, revokes_approval: false }
const given = (members: object) => [
  ...[install, exam, enrollment],
  JSON.stringify({ change: byInstructor, approved: true, ...members }),
]
const apply = async (members: object) => (await rows(call, given(members)))[0]
const accommodations = () =>
  rows(`select duration, attempts, approved from exam_configuration where type = 'accommodation'`)

test('provision_accommodation extends the primary configuration, rounded up, and changes only what is given', async () => {
  await run('update exam_configuration set duration = 45, attempts = 1')
  expect(await apply({ extra_time_percent: 50 })).toMatchObject({ result: 'Created' })
  expect(await accommodations()).toEqual([{ duration: 68, attempts: null, approved: true }])
  expect(await apply({ extra_attempts: 2 })).toMatchObject({ result: 'Updated' })
  expect(await accommodations()).toEqual([{ duration: 68, attempts: 3, approved: false }])
  expect(await apply({ extra_attempts: 2 })).toMatchObject({ result: 'Found Existing' })
  expect(await apply({ extra_minutes: 5, change: byAdmin })).toMatchObject({ result: 'Updated' })
  expect(await accommodations()).toEqual([{ duration: 50, attempts: 3, approved: false }])
})

test('provision_accommodation raises IV002 for a locked one, and for values that are impossible or change nothing', async () => {
  const error = async (members: object) => {
    const { message, detail } = await refused(call, given(members))
    return [message, detail]
  }
  expect(await error({ extra_attempts: 1 })).toEqual(['invalid_value', 'accommodation'])
  expect(await error({ extra_minutes: 10_080 })).toEqual(['too_big', 'accommodation'])
  const dates = { exam_open_date: '2027-01-02', exam_close_date: '2027-01-01' }
  expect(await error(dates)).toEqual(['invalid_value', 'accommodation.examCloseDate'])
  await run(`update exam_configuration set locked = true where sid = '${id(9)}'`)
  expect(await error({ duration: 90 })).toEqual(['action_not_allowed', 'accommodation'])
  expect(await apply({ duration: 90, change: byAdmin })).toMatchObject({ result: 'Created' })
  await run(`update enrollment set role = 'instructor'`)
  expect(await error({ duration: 90 })).toEqual(['invalid_value', 'accommodation'])
  expect(await value('select count(*)::int from exam_configuration')).toBe(2)
})
