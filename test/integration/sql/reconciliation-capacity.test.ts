// The functions that keep the capacity of proctor types and groups when appointments become longer.
import { describe, expect, test } from 'vitest'
import { id, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()

const at = (minutes: number) => new Date(Date.UTC(2099, 2, 1, 12, minutes))

test('most_at_once counts an appointment from its start until its end', async () => {
  const most = async (...times: [starts: number, ends: number][]) =>
    Number(
      await value('select most_at_once($1, $2, $3)', [
        times.map(([starts]) => at(starts)),
        times.map(([, ends]) => at(ends)),
        at(0),
      ]),
    )
  expect(await most()).toBe(0)
  expect(await most([0, 60])).toBe(1)
  expect(await most([0, 60], [60, 120], [60, 70])).toBe(2)
  expect(await most([0, 61], [60, 120], [60, 70])).toBe(3)
  // What was before the start of the time in question does not count.
  expect(await most([-60, 10], [-50, 20], [-40, 30])).toBe(3)
  expect(Number(await value('select most_at_once(null, null, now())'))).toBe(0)
})

describe('limit_appointments', () => {
  /**
   * Inserts sessions of a type with the capacity, which start at these minutes, were scheduled in this order, and last an
   * hour. In the plan, they last 90 minutes.
   */
  const booked = async (capacity: string, ...minutes: number[]) => {
    await run(`
      insert into proctor_type (sid, install_sid, code, name, live, review, room_scan, auto_approve, capacity)
        values ('${id(90)}', '${sids.install}', 'desk', 'Desk', false, 'none', false, false, ${capacity})`)
    for (const [n, minute] of minutes.entries())
      await run(`
        insert into exam (sid, install_sid, course_sid, title)
          values ('${id(700 + n)}', '${sids.install}', '${sids.course}', 'E');
        insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
          proctor_type_sid, date_scheduled, appointment_date, appointment_end_date)
        values ('${id(600 + n)}', '${sids.install}', '${sids.course}', '${id(700 + n)}', '${sids.enrollment}',
          '${sids.users}', 'key', 'Scheduled', sid_text('TS', '${id(90)}'), now() + ${n} * interval '1 minute',
          '${at(minute).toISOString()}', '${at(minute + 60).toISOString()}')`)
    await run(`
      create temporary table appointment_plan on commit drop as
      select sid, date_scheduled as scheduled, appointment_date as starts, appointment_end_date as was_ends,
        appointment_date + interval '90 minutes' as ends, null::uuid as slot, false as is_unscheduled
      from exam_session`)
  }
  const unscheduled = async () => {
    await rows('select limit_appointments()')
    return (await rows('select sid from appointment_plan where is_unscheduled order by sid')).map(
      ({ sid }) => sid,
    )
  }

  test('limit_appointments unschedules the longer ones that were scheduled later', async () => {
    await booked('1', 60, 0, 150)
    expect(await unscheduled()).toEqual([id(601)])
  })

  test('limit_appointments keeps all if there is no capacity, and those that are not longer', async () => {
    await booked('null', 60, 0)
    expect(await unscheduled()).toEqual([])
    await run(`update proctor_type set capacity = 0; update appointment_plan set ends = was_ends`)
    expect(await unscheduled()).toEqual([])
    expect(await value(`select to_regclass('appointment_booking')`)).toBeNull()
  })

  test('limit_appointments counts those that the plan does not have', async () => {
    await booked('1', 0, 60)
    await run(`delete from appointment_plan where sid = '${id(601)}'`)
    expect(await unscheduled()).toEqual([id(600)])
  })

  test('planned_bookings returns those between the first start and the last end of the longer ones', async () => {
    await booked('1', 0, 60, 90, -60, -90)
    await run(`delete from appointment_plan where sid <> '${id(600)}'`)
    expect(
      await rows(`
        select sid, turn::int, starts, ends from planned_bookings(array['${id(90)}']::uuid[], array['${id(600)}']::uuid[])
        order by sid`),
    ).toEqual([
      { sid: id(600), turn: 1, starts: at(0), ends: at(90) },
      { sid: id(601), turn: 0, starts: at(60), ends: at(120) },
    ])
  })
})
