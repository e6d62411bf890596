// The read of a user with everything that the record needs (db/sql/functions/user_record.sql).
import { beforeEach, expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run, value } = sqlDatabase()
const { install, exam, users } = sids

beforeEach(() => run(insertSession))

const record = (columns: string, path = [install, users]) =>
  rows(`select ${columns} from user_record($1, $2) r`, path)
const current = async () => (await record('r.current'))[0]?.['current']

test('user_record returns the user of the install with the time zone, and no other', async () => {
  const columns = '(r.of_person).sid as person, (r.zone).name as zone'
  expect(await record(columns)).toEqual([{ person: users, zone: null }])
  await run(`update users set time_zone_sid = (select sid from time_zone where name = 'Europe/Berlin')`)
  expect(await record(columns)).toEqual([{ person: users, zone: 'Europe/Berlin' }])
  expect(await record(columns, [id(99), users])).toEqual([])
  expect(await record(columns, [install, id(99)])).toEqual([])
})

test('user_record returns no user that was merged into another one', async () => {
  await run(`update users set merged_into_sid = '${id(99)}', erased_date = now()`)
  expect(await record('r.current')).toEqual([])
})

test('user_record has the course of an active enrollment, unless it is deleted', async () => {
  expect(await current()).toMatchObject({ course: { title: 'Course' } })
  await run('update course set deleted_date = now()')
  expect(await current()).toBeNull()
})

test('user_record has the exam of the next appointment until it has ended', async () => {
  const title = await value(`select title from exam where sid = '${exam}'`)
  const setAppointment = (start: string) =>
    run(`update exam_session set status = 'Scheduled', appointment_date = ${start},
      appointment_end_date = ${start} + interval '1 hour'`)
  await setAppointment(`now() - interval '30 minutes'`)
  expect(await current()).toMatchObject({ exam: { title } })
  await setAppointment(`now() - interval '2 hours'`)
  expect(await current()).toMatchObject({ exam: null })
})
