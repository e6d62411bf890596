// The functions of locks and histories of configurations.
import { expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { refused, rows, run, value } = sqlDatabase()
const { configuration, exam, install } = sids
const accommodation = id(20)
const accommodate = () =>
  run(`insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved)
    values ('${accommodation}', '${install}', '${exam}', '${sids.enrollment}', 'accommodation', true)`)

const change = (
  exams: string[],
  configurations: string[],
  mayBeLocked: boolean,
  revokes: boolean,
  of = install,
) =>
  rows('select change_configurations($1, $2::uuid[], $3::uuid[], $4, $5)', [
    ...[of, exams, configurations, mayBeLocked, revokes],
  ])
const approvals = async () =>
  (await rows('select approved from exam_configuration order by type')).map(({ approved }) => approved)

test('change_configurations refuses what the primary configuration or itself locks, unless it may be locked', async () => {
  await accommodate()
  await run(`update exam_configuration set locked = true where sid = '${accommodation}'`)
  await change([exam], [], false, true)
  await change([], [accommodation], true, false)
  const isRefused = async () =>
    (
      await refused('select change_configurations($1, $2::uuid[], $3::uuid[], false, false)', [
        install,
        [],
        [accommodation],
      ])
    ).message
  expect(await isRefused()).toBe('edited_meanwhile')
  await run(`update exam_configuration set locked = sid = '${configuration}'`)
  expect(await isRefused()).toBe('edited_meanwhile')
})

test('change_configurations revokes the approval of the configurations and of the primary ones, in the install only', async () => {
  await accommodate()
  await change([exam], [], true, false)
  await change([exam], [accommodation], false, true, id(99))
  expect(await approvals()).toEqual([true, true])
  await change([exam], [], false, true)
  expect(await approvals()).toEqual([true, false])
  await change([], [accommodation], false, true)
  expect(await approvals()).toEqual([false, false])
})

test('configuration_values has the members of the API without the password and dates of the row', async () => {
  await run(`update exam_configuration set password = 'sealed', exam_open_date = '2027-03-01T08:00:00Z'`)
  const values = await value('select configuration_values(c) from exam_configuration c')
  expect(values).toMatchObject({ duration: 60, examOpenDate: '2027-03-01T08:00:00.000Z', locked: false })
  for (const name of ['password', 'sid', 'editDate', 'type']) expect(values).not.toHaveProperty(name)
})

const entries = () =>
  rows('select trigger, changes, before, after, actor from configuration_change order by id')

test('record_created_configurations records what is set', async () => {
  await rows(`select set_config('invigil.actor', 'US01', true)`)
  await accommodate()
  expect((await entries()).at(-1)).toMatchObject({
    trigger: 'create',
    before: null,
    changes: [],
    actor: 'US01',
  })
})

test('record_configuration_changes records members that differ, by trigger, and no text that is sealed again', async () => {
  await run('delete from configuration_change')
  await run(`update exam_configuration set duration = 61; update exam_configuration set edit_date = now();
    update exam_configuration set locked = true; update exam_configuration set updated_automated_sessions = 2`)
  expect(await entries()).toMatchObject([
    { trigger: 'update', changes: ['duration'], before: { duration: 60 }, after: { duration: 61 } },
    { trigger: 'lock', changes: ['locked'] },
    { trigger: 'reconcile', after: { updatedAutomatedSessions: 2 } },
  ])
  await run(
    `select set_config('invigil.unaudited', 'on', true); update exam_configuration set password = 'again'`,
  )
  expect(await entries()).toHaveLength(3)
})

test('record_configuration_change adds to the entry of the transaction', async () => {
  await run('delete from configuration_change')
  for (const [name, was, is] of [
    ['a', 1, 2],
    ['b', 3, 4],
    ['a', 2, 5],
  ])
    await rows(
      `select record_configuration_change($1, 'update', array[$2], jsonb_build_object($2::text, $3::int),
      jsonb_build_object($2::text, $4::int))`,
      [configuration, name, was, is],
    )
  expect(await entries()).toMatchObject([
    { changes: ['a', 'b'], before: { a: 1, b: 3 }, after: { a: 5, b: 4 } },
  ])
})
