// The dates of deleted exams and withdrawn enrollments, by which a restored course finds its own.
import { expect, test } from 'vitest'
import { sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()

test('date_exam_deletion dates a deletion once, keeps the status before it, and clears both on return', async () => {
  const exam = async () =>
    (
      await rows(
        'select deleted_date = now()::timestamptz(3) as is_now, status_before_deletion as before from exam',
      )
    )[0]
  expect(await exam()).toEqual({ is_now: null, before: null })
  await run(`update exam set status = 'draft'; update exam set status = 'deleted'`)
  expect(await exam()).toEqual({ is_now: true, before: 'draft' })
  await run(
    `update exam set deleted_date = '2026-01-01'; update exam set status = 'deleted', title = 'Other'`,
  )
  expect(await exam()).toEqual({ is_now: false, before: 'draft' })
  await run(`update exam set status = 'active'`)
  expect(await exam()).toEqual({ is_now: null, before: null })
})

test('date_exam_deletion gives an exam that an earlier release deleted the date of its last change, before the next one', async () => {
  await run(`update exam set status = 'deleted'`)
  await run(`update exam set deleted_date = null, status_before_deletion = null, edit_date = '2026-01-01'`)
  await run(`update exam set title = 'Other', edit_date = now()`)
  await run(`update exam set status = 'deleted', edit_date = now()`)
  expect(
    await rows('select deleted_date::date::text as day, status_before_deletion as before from exam'),
  ).toEqual([{ day: '2026-01-01', before: null }])
  await run(`update exam set status = 'active'`)
  expect(await rows('select deleted_date from exam')).toEqual([{ deleted_date: null }])
})

test('date_withdrawal dates a withdrawal once, and clears the date on return', async () => {
  const enrollment = async () =>
    (await rows('select withdrawn_date = now()::timestamptz(3) as is_now from enrollment'))[0]
  await run(`update enrollment set status = 'withdrawn'`)
  expect(await enrollment()).toEqual({ is_now: true })
  await run(`update enrollment set withdrawn_date = '2026-01-01'; update enrollment set status = 'withdrawn'`)
  expect(await enrollment()).toEqual({ is_now: false })
  await run(`update enrollment set status = 'active'`)
  expect(await enrollment()).toEqual({ is_now: null })
})
