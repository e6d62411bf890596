// Whether a learner may have a session of an exam.
import { describe, expect, test } from 'vitest'
import { insertSession, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()

describe('session_entitlement', () => {
  const entitlement = async () => (await rows('select * from session_entitlement'))[0]
  const all = {
    is_assigned: true,
    is_open: true,
    has_attempts_left: true,
    is_entitled: true,
    has_current: false,
  }

  test('session_entitlement grants a session of an assigned exam that is open and has attempts left', async () => {
    expect(await entitlement()).toMatchObject({ ...all, duration: 60 })
    await run(insertSession)
    expect(await entitlement()).toMatchObject({ ...all, has_current: true })
    await run(`update exam_session set status = 'Closed', cancelled_date = now()`)
    expect(await entitlement()).toMatchObject(all)
  })

  test.each([
    ['is_assigned', `update enrollment set status = 'withdrawn'`],
    ['is_assigned', `update enrollment set role = 'instructor'`],
    ['is_assigned', `update exam set status = 'draft'`],
    ['is_assigned', 'update exam set limited_scope = true'],
    ['is_open', 'update exam_configuration set exam_close_date = now()'],
    ['has_attempts_left', 'update exam_configuration set attempts = 0'],
  ])('session_entitlement refuses for %s after %s', async (rule, change) => {
    await run(change)
    expect(await entitlement()).toMatchObject({ ...all, [rule]: false, is_entitled: false })
  })

  test.each([
    ['null', true],
    [`now() + interval '1 minute'`, true],
    ['now()', false],
    [`now() - interval '1 minute'`, false],
  ])('session_entitlement is open for the close date %s: %s', async (close, isOpen) => {
    await run(`update exam_configuration set exam_close_date = ${close}`)
    expect(await entitlement()).toMatchObject({ is_open: isOpen, is_entitled: isOpen })
    // insert_follow_ups has the same rule, for its own time.
    await run(`${insertSession}; update exam_session set status = 'Closed', cancelled_date = now();
      select insert_follow_ups(array[sid], now()) from exam_session`)
    expect(await value('select count(*)::int from exam_session where cancelled_date is null')).toBe(
      isOpen ? 1 : 0,
    )
  })

  test('session_entitlement counts the sessions that were started as attempts', async () => {
    await run(`update exam_configuration set attempts = 1; ${insertSession}`)
    expect(await entitlement()).toMatchObject({ has_attempts_left: true })
    await run('update exam_session set in_progress_date = now()')
    expect(await entitlement()).toMatchObject({ has_attempts_left: false, is_entitled: false })
  })
})

test.each([
  [null, null, true],
  [null, 9, true],
  [2, null, true],
  [2, 1, true],
  [2, 2, false],
  [0, null, false],
])('has_attempts_left of %s attempts, %s used, is %s', async (attempts, used, expected) => {
  expect(await value('select has_attempts_left($1::int, $2::int)', [attempts, used])).toBe(expected)
})
