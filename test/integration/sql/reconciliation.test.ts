// Functions that reconcile appointments. The property test compares them with a reference; these show one rule each.
import { describe, expect, test } from 'vitest'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { appointmentEnd } from '../../../src/proctoring/sessions/lifecycle/appointment.ts'
import { nextStatus } from '../../../src/proctoring/sessions/transitions.ts'
import { everyGiven } from '../../support/session-table.ts'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run, refused } = sqlDatabase()
const { course, exam, enrollment, session, configuration } = sids

const start = '2099-03-01T12:00:00.000Z'
const appointed = `${insertSession}; update exam_session set status = 'Scheduled', duration = 60,
  appointment_date = '${start}', appointment_end_date = timestamptz '${start}' + interval '60 minutes'`
const reconcile = () => rows(`select * from reconcile_appointments(array[$1]::uuid[], null, null)`, [course])
const slot = (n: number, columns: string) =>
  `insert into instructor_proctor (sid, configuration_sid, position, capacity, start_time, end_time)
    values ('${id(n)}', '${configuration}', ${n}, ${columns})`

const states = sessionStatuses.flatMap(status =>
  [null, new Date(0)].map(inProgressDate => ({
    status,
    inProgressDate,
    endedDate: null,
    cancelledDate: null,
  })),
)

const fitting = () =>
  rows(`select ends, fits, slots_of, keeps_slot from appointment_fits(array[$1]::uuid[], null, null)`, [
    course,
  ])

test('appointment_fits computes ends, and what is too short, as appointment.ts', async () => {
  await run(appointed)
  const starts = new Date(start)
  for (const duration of [null, 5, 90])
    for (const minutes of [null, 0, 4, 5, 6, 200]) {
      const examCloseDate = minutes === null ? null : new Date(starts.getTime() + minutes * 60_000)
      await rows('update exam_configuration set duration = $1, exam_close_date = $2', [
        duration,
        examCloseDate,
      ])
      const windows = {
        examOpenDate: null,
        scheduleOpenDate: null,
        scheduleCloseDate: null,
        examCloseDate,
        duration,
      }
      const [row] = await fitting()
      if (minutes !== null && minutes < 5) {
        expect(() => appointmentEnd(starts, windows, new Date())).toThrow()
        expect(row).toMatchObject({ fits: false })
      } else expect(row).toMatchObject({ fits: true, ends: appointmentEnd(starts, windows, new Date()) })
    }
})

test('appointment_fits names the configuration of the slots, and whether the own one still holds', async () => {
  await run(
    `${appointed}; ${slot(70, `null, '${start}', null`)}; update exam_session set instructor_proctor_sid = '${id(70)}'`,
  )
  expect(await fitting()).toMatchObject([{ slots_of: configuration, keeps_slot: true }])
  await run(`update instructor_proctor set start_time = timestamptz '${start}' + interval '1 second'`)
  expect(await fitting()).toMatchObject([{ slots_of: configuration, keeps_slot: false }])
})

test('appointment_fits demands no slot of an appointment whose seat was freed', async () => {
  await run(`${appointed}; ${slot(70, '1, null, null')}; update exam_session set seat_released = true`)
  expect(await fitting()).toMatchObject([{ fits: true, slots_of: null, keeps_slot: false }])
  await run(`update exam_session set instructor_proctor_sid = '${id(70)}'`)
  expect(await fitting()).toMatchObject([{ slots_of: configuration, keeps_slot: true }])
})

const plan = (more = '') => `create temporary table appointment_plan on commit drop as
  select f.*, case when f.keeps_slot then f.was_slot end as slot, not f.fits as is_unscheduled
  from appointment_fits(array['${course}']::uuid[], null, null) f ${more}`
const seatPlan = () => rows('select slot, is_unscheduled from appointment_plan')

test('is_tried makes reconcile_appointments return what it would change, and write nothing', async () => {
  await run(`${appointed}; update exam_configuration set duration = 90`)
  expect(await value('select is_tried()')).toBe(false)
  await run(`select set_config('invigil.tried', 'true', true)`)
  expect(await value('select is_tried()')).toBe(true)
  expect(await reconcile()).toMatchObject([{ was_duration: 60, duration: 90 }])
  expect(await rows('select status, duration from exam_session')).toEqual([
    { status: 'Scheduled', duration: 60 },
  ])
})

test('seats_left counts the sessions that the plan does not have', async () => {
  await run(
    `${appointed}; ${slot(70, '2, null, null')}; update exam_session set instructor_proctor_sid = '${id(70)}'; ${plan()}`,
  )
  expect(await value('select seats_left($1, 2)', [id(70)])).toBe(2)
  expect(await value('select seats_left($1, null)', [id(70)])).toBeNull()
  await run('delete from appointment_plan')
  expect(await value('select seats_left($1, 2)', [id(70)])).toBe(1)
})

test('place_appointments takes the first slot that holds the appointment and has a seat', async () => {
  await run(
    `${appointed}; ${slot(70, '0, null, null')}; ${slot(71, `1, null, '${start}'`)}; ${slot(72, '1, null, null')}; ${plan()}`,
  )
  await rows('select place_appointments()')
  expect(await seatPlan()).toEqual([{ slot: id(72), is_unscheduled: false }])
})

test('place_appointments unschedules an appointment without a seat', async () => {
  await run(
    `${appointed}; ${slot(70, '0, null, null')}; update exam_session set instructor_proctor_sid = '${id(70)}'; ${plan()}`,
  )
  await rows('select place_appointments()')
  expect(await seatPlan()).toEqual([{ slot: null, is_unscheduled: true }])
})

/** A later appointment of the learner in another exam. */
const otherAppointment = (minutes: number, columns = "status = 'Scheduled'") => `
  insert into exam (sid, install_sid, course_sid, title) values ('${id(80)}', '${sids.install}', '${course}', 'Other');
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, appointment_date)
    select '${id(81)}', install_sid, course_sid, '${id(80)}', enrollment_sid, user_sid, 'other',
      appointment_date + interval '${minutes} minutes' from exam_session;
  update exam_session set ${columns} where sid = '${id(81)}'`

describe('separate_appointments', () => {
  const unscheduled = async () =>
    (await rows('select sid from appointment_plan where is_unscheduled order by sid')).map(({ sid }) => sid)
  const separate = async (minutes: number, columns?: string) => {
    await run(
      `${appointed}; update exam_configuration set duration = 90; ${otherAppointment(minutes, columns)}; ${plan()}`,
    )
    await rows('select separate_appointments()')
  }

  test('separate_appointments unschedules the later one, in whatever exam', async () => {
    await separate(89)
    expect(await unscheduled()).toEqual([id(81)])
  })

  test('separate_appointments keeps one that starts when the earlier one ends', async () => {
    await separate(90)
    expect(await unscheduled()).toEqual([])
  })

  test('separate_appointments unschedules the earlier one if the later one runs', async () => {
    await separate(89, "status = 'Scheduled', in_progress_date = now()")
    expect(await unscheduled()).toEqual([session])
  })
})

test('reconcile_appointments adjusts, unschedules and reports as in the table, once', async () => {
  await run(`${appointed}; update exam_configuration set duration = 75`)
  expect(await reconcile()).toMatchObject([
    { session_sid: session, was_duration: 60, duration: 75, status: 'Scheduled' },
  ])
  expect(await reconcile()).toEqual([])
  await run(`update exam set status = 'draft'`)
  expect(await reconcile()).toMatchObject([
    { was_status: 'Scheduled', status: 'Needs Proctor', starts: null },
  ])
  expect(
    await rows(
      'select from_status, to_status, trigger from session_transition where trigger is not null order by id',
    ),
  ).toEqual([
    { from_status: 'Scheduled', to_status: 'Scheduled', trigger: 'adjust' },
    { from_status: 'Scheduled', to_status: 'Needs Proctor', trigger: 'unschedule' },
  ])
  expect(await value(`select current_setting('invigil.trigger')`)).toBe('')
})

test.each(states)(
  'reconcile_appointments changes %o exactly where the table has its trigger',
  async state => {
    await run(`${appointed}; update exam set status = 'draft'`)
    await rows('update exam_session set status = $1, in_progress_date = $2', [
      state.status,
      state.inProgressDate,
    ])
    await reconcile()
    const allowed = everyGiven.map(given => nextStatus(state, 'unschedule', given))
    expect(await value('select status from exam_session')).toBe(allowed[0] ?? state.status)
  },
)

test('reconcile_courses reports what it closes, and reconciles only one exam or enrollment', async () => {
  const all = (of: string | null, person: string | null) =>
    rows(`select was_status, status from reconcile_courses(array[$1]::uuid[], $2, $3, 'withdrawn')`, [
      course,
      of,
      person,
    ])
  await run(`${appointed}; update enrollment set status = 'withdrawn'`)
  expect([await all(id(99), null), await all(null, id(99))]).toEqual([[], []])
  expect(await all(exam, enrollment)).toEqual([{ was_status: 'Scheduled', status: 'Closed' }])
  expect(await all(null, null)).toEqual([])
})

test('reconcile_assigned closes no session of a draft, and creates none', async () => {
  const assigned = () =>
    rows(`select reconcile_assigned(array[$1]::uuid[], null, null, 'other-reason')`, [course])
  await run(`update exam set status = 'draft'`)
  await assigned()
  expect(await rows('select from exam_session')).toEqual([])
  await run(insertSession)
  await assigned()
  expect(await value('select status from exam_session')).toBe('Needs Proctor')
})

test('has_appointments is true while one is ahead that has not started', async () => {
  const has = () => value('select has_appointments($1)', [exam])
  await run(insertSession)
  expect(await has()).toBe(false)
  await run(
    `update exam_session set status = 'Scheduled', appointment_date = '${start}', appointment_end_date = '${start}'`,
  )
  expect(await has()).toBe(true)
  await run('update exam_session set in_progress_date = now()')
  expect(await has()).toBe(false)
  await run(`update exam_session set in_progress_date = null, appointment_end_date = now()`)
  expect(await has()).toBe(false)
})

test('roll_back raises IV004 with the outcome, and does nothing for null', async () => {
  expect(await refused(`select roll_back('{"total": 1}')`)).toMatchObject({
    code: 'IV004',
    detail: '{"total": 1}',
  })
  await rows('select roll_back(null)')
})

test('refuse raises IV005 with the errors, and does nothing without any', async () => {
  expect(await refused(`select refuse('[{"path": "a"}]')`)).toMatchObject({
    code: 'IV005',
    detail: '[{"path": "a"}]',
  })
  await rows(`select refuse('[]'), refuse(null)`)
})
