// The effective configuration of one learner, and whether the learner may have a session, from functions that keep their plans.
// The views that they read have tests of their own.
import { expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run } = sqlDatabase()
const { install, course, exam, enrollment, configuration, users } = sids
const other = id(99)

const effectiveOf = (path = [enrollment, exam]) =>
  rows('select * from effective_configuration_of($1, $2)', path)
const recordOf = (path = [install, enrollment, exam]) =>
  rows('select * from effective_configuration_record($1, $2, $3)', path)
const entitlementOf = (path = [enrollment, exam]) =>
  rows('select * from session_entitlement_of($1, $2)', path)

const columnsOf = async (statement: string) => Object.keys((await rows(statement))[0] ?? {})
const pair = `enrollment_sid = '${enrollment}' and exam_sid = '${exam}'`

test('effective_configuration_of returns the row of the view for the enrollment and the exam, and no other', async () => {
  await run(`update exam_configuration set exam_open_date = now(), proctor_types = '{live,record}'`)
  const columns = await columnsOf(`select * from effective_configuration_of('${enrollment}', '${exam}')`)
  expect(columns).toContain('instructors_of_sid')
  expect(await effectiveOf()).toEqual(
    await rows(`select ${columns.join(', ')} from effective_configuration where ${pair}`),
  )
  expect(await effectiveOf()).toMatchObject([
    { install_sid: install, is_assigned: true, duration: 60, proctor_types: ['live', 'record'] },
  ])
  expect(await effectiveOf([other, exam])).toEqual([])
  expect(await effectiveOf([enrollment, other])).toEqual([])
})

test('effective_configuration_of returns no row for an exam without a primary configuration', async () => {
  await run('delete from exam_configuration')
  expect(await effectiveOf()).toEqual([])
})

test.each([
  ['effective_configuration_of', `update exam_configuration set duration = 45`, 'duration', 60, 45],
  ['session_entitlement_of', 'update exam_configuration set attempts = 0', 'has_attempts_left', true, false],
])('%s reads what the transaction changed before the call', async (name, change, member, before, after) => {
  const read = async () => (await rows(`select * from ${name}($1, $2)`, [enrollment, exam]))[0]?.[member]
  expect(await read()).toBe(before)
  await run(change)
  expect(await read()).toBe(after)
})

test('effective_configuration_record returns the whole row of the view, and the attempts of the learner', async () => {
  const [view] = await rows(`select to_json(v) as configuration from effective_configuration v where ${pair}`)
  expect(view).toMatchObject({ configuration: { duration: 60, user_sid: users } })
  expect(await recordOf()).toEqual([{ ...view, instructors_of_sid: configuration, attempts_used: 0 }])
  await run(`${insertSession}; update exam_session set in_progress_date = now(), status = 'Scheduled'`)
  expect(await recordOf()).toMatchObject([{ attempts_used: 1 }])
})

test.each([
  ['another install', 'select', [other, enrollment, exam]],
  ['another enrollment', 'select', [install, other, exam]],
  ['another exam', 'select', [install, enrollment, other]],
  ['an instructor', `update enrollment set role = 'instructor'`, undefined],
  ['a deleted course', 'update course set deleted_date = now()', undefined],
  ['an exam without a primary configuration', 'delete from exam_configuration', undefined],
])('effective_configuration_record returns no row for %s', async (_, change, path) => {
  await run(change)
  expect(await recordOf(path)).toEqual([])
})

test('session_entitlement_of returns the row of the view for the enrollment and the exam, and no other', async () => {
  const columns = await columnsOf(`select * from session_entitlement_of('${enrollment}', '${exam}')`)
  expect(await entitlementOf()).toEqual(
    await rows(`select ${columns.join(', ')} from session_entitlement where ${pair}`),
  )
  expect(await entitlementOf()).toEqual([
    {
      ...{ install_sid: install, course_sid: course, user_sid: users, duration: 60 },
      ...{ is_assigned: true, has_attempts_left: true },
    },
  ])
  expect(await entitlementOf([other, exam])).toEqual([])
  expect(await entitlementOf([enrollment, other])).toEqual([])
})
