// Functions that keep sessions, their history and their adjustments in line with what they follow from.
import { describe, expect, test } from 'vitest'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { reconciliation } from '../../../src/proctoring/sessions/transitions.ts'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { course, enrollment, exam, session, install } = sids

const reconcile = (reason = 'withdrawn') =>
  rows('select reconcile_sessions(array[$1]::uuid[], null, null, $2)', [course, reason])
const sessions = () =>
  rows('select status, status_reason, duration from exam_session order by created_date, sid')

describe('reconcile_sessions', () => {
  test('reconcile_sessions creates the session of a learner who is assigned, once', async () => {
    await reconcile()
    await reconcile()
    expect(await sessions()).toEqual([{ status: 'Needs Proctor', status_reason: null, duration: 60 }])
  })

  test('reconcile_sessions closes the session of a learner who is not assigned, and creates one on return', async () => {
    await reconcile()
    await run(`update enrollment set status = 'withdrawn'`)
    await reconcile('withdrawn')
    expect(await sessions()).toEqual([{ status: 'Closed', status_reason: 'withdrawn', duration: 60 }])
    await run(`update enrollment set status = 'active'`)
    await reconcile()
    expect(await value(`select count(*)::int from exam_session where status = 'Needs Proctor'`)).toBe(1)
  })

  test('reconcile_sessions leaves a session that runs', async () => {
    await reconcile()
    await run(`update exam_session set status = 'Scheduled', in_progress_date = now();
      update enrollment set status = 'withdrawn'`)
    await reconcile()
    expect(await sessions()).toMatchObject([{ status: 'Scheduled', status_reason: null }])
  })

  test('reconcile_sessions sets the duration of sessions without an appointment only', async () => {
    await reconcile()
    await run('update exam_configuration set duration = 75')
    await reconcile()
    expect(await sessions()).toMatchObject([{ duration: 75 }])
    await run(`update exam_session set status = 'Scheduled'; update exam_configuration set duration = 90`)
    await reconcile()
    expect(await sessions()).toMatchObject([{ duration: 75 }])
  })

  test('reconcile_sessions creates none when the window is over, or the attempts are used up', async () => {
    await run('update exam_configuration set exam_close_date = now()')
    await reconcile()
    expect(await sessions()).toEqual([])
    await run('update exam_configuration set exam_close_date = null, attempts = 0')
    await reconcile()
    expect(await sessions()).toEqual([])
  })

  const states = sessionStatuses.flatMap(status => [
    { status, inProgressDate: null, cancelledDate: null },
    { status, inProgressDate: new Date(0), cancelledDate: null },
  ])
  const insertIn = async ({ status, inProgressDate }: (typeof states)[number]) => {
    await run(insertSession)
    await rows(`update exam_session set status = $1, in_progress_date = $2, duration = 60`, [
      status,
      inProgressDate,
    ])
  }

  test.each(states)('reconcile_sessions closes %o as the table of reconciliation says', async state => {
    await insertIn(state)
    await run(`update enrollment set status = 'withdrawn'`)
    await reconcile('withdrawn')
    const closed = { status: 'Closed', status_reason: 'withdrawn', duration: 60 }
    const unchanged = { status: state.status, status_reason: null, duration: 60 }
    expect(await sessions()).toEqual([reconciliation.closes(state) ? closed : unchanged])
  })

  test.each(states)(
    'reconcile_sessions sets the duration of %o as the table of reconciliation says',
    async state => {
      await insertIn(state)
      await run('update exam_configuration set duration = 75')
      await reconcile()
      const [session] = await sessions()
      expect(session?.['duration']).toBe(reconciliation.setsDuration(state) ? 75 : 60)
    },
  )

  test('reconcile_sessions is limited to one exam and one enrollment', async () => {
    const only = (examSid: string, enrollmentSid: string) =>
      rows(`select reconcile_sessions(array[$1]::uuid[], $2, $3, '')`, [course, examSid, enrollmentSid])
    await only(id(99), enrollment)
    await only(exam, id(99))
    expect(await sessions()).toEqual([])
    await only(exam, enrollment)
    expect(await sessions()).toHaveLength(1)
  })
})

const steps = () =>
  rows(
    'select from_status, to_status, running, cancelled, reason, trigger, actor from session_transition order by id',
  )
const created = { from_status: null, running: false, cancelled: false, trigger: null }

test('record_created_sessions records the first status of each session, with the actor', async () => {
  await rows(`select set_config('invigil.actor', 'US01', true)`)
  await run(insertSession)
  expect(await steps()).toEqual([{ ...created, to_status: 'Needs Proctor', reason: null, actor: 'US01' }])
})

test('record_session_transitions records steps and no other update, unless the batch names a trigger', async () => {
  await run(insertSession)
  await run(`update exam_session set notes = 'n'; update exam_session set status = 'Scheduled';
    update exam_session set in_progress_date = now(); update exam_session set status = 'Closed', status_reason = 'done'`)
  const [, ...later] = await steps()
  expect(later).toMatchObject([
    { from_status: 'Needs Proctor', to_status: 'Scheduled', running: false },
    { from_status: 'Scheduled', to_status: 'Scheduled', running: true },
    { from_status: 'Scheduled', to_status: 'Closed', running: false, reason: 'done' },
  ])
  await rows(`select set_config('invigil.trigger', 'review', true)`)
  await run(`update exam_session set notes = 'm'`)
  expect((await steps()).at(-1)).toMatchObject({ to_status: 'Closed', trigger: 'review' })
})

test('refresh_session_pairs keeps the newest session of a pair that is not cancelled, and what was before', async () => {
  await run(insertSession)
  const pair = () =>
    rows(
      'select session_sid, status, is_cancelled, had_cancelled, had_closed, attempts_used from session_pair',
    )
  expect(await pair()).toEqual([
    {
      session_sid: session,
      status: 'Needs Proctor',
      is_cancelled: false,
      had_cancelled: false,
      had_closed: false,
      attempts_used: 0,
    },
  ])
  await run(`update exam_session set status = 'Closed', in_progress_date = now();
    insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key, status,
        cancelled_date, created_date)
      select '${id(11)}', install_sid, course_sid, exam_sid, enrollment_sid, user_sid, 'other', 'Closed', now(),
        created_date + interval '1 day' from exam_session`)
  expect(await pair()).toEqual([
    {
      session_sid: session,
      status: 'Closed',
      is_cancelled: false,
      had_cancelled: true,
      had_closed: true,
      attempts_used: 1,
    },
  ])
})

const [assignment, section, other, accommodation] = [id(30), id(31), id(32), id(33)]
const adjustments = () =>
  rows('select enrollment_sid, accommodation_sid, assignment_sid, section_assignment_sid from adjustment')
const none = { accommodation_sid: null, assignment_sid: null, section_assignment_sid: null }
const insertAssignment = `insert into assignment (sid, exam_sid) values ('${assignment}', '${exam}')`
const insertSection = `insert into section (sid, install_sid, course_sid, title)
  values ('${section}', '${install}', '${course}', 'A')`
const insertMember = `insert into enrollment_section (enrollment_sid, section_sid) values ('${enrollment}', '${section}')`
const assignSection = `insert into assignment_section (assignment_sid, section_sid) values ('${assignment}', '${section}')`
const assignEnrollment = `insert into assignment_enrollment (assignment_sid, enrollment_sid)
  values ('${assignment}', '${enrollment}')`
const insertAccommodation = `insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved)
  values ('${accommodation}', '${install}', '${exam}', '${enrollment}', 'accommodation', true)`

test('refresh_adjustments finds the newest of each kind, and deletes a pair that has none', async () => {
  await run(`${insertAssignment}; ${assignEnrollment}; ${insertAccommodation}; delete from adjustment`)
  const refresh = () =>
    rows('select refresh_adjustments(array[$1]::uuid[], array[$2]::uuid[])', [enrollment, exam])
  await refresh()
  const both = {
    ...none,
    enrollment_sid: enrollment,
    accommodation_sid: accommodation,
    assignment_sid: assignment,
  }
  expect(await adjustments()).toEqual([both])
  await run(`set local session_replication_role = replica; delete from assignment_enrollment;
    delete from exam_configuration where type = 'accommodation'; set local session_replication_role = origin`)
  expect(await adjustments()).toEqual([both])
  await refresh()
  expect(await adjustments()).toEqual([])
})

test('adjust_by_accommodation follows the accommodations of an enrollment', async () => {
  await run(insertAccommodation)
  expect(await adjustments()).toEqual([
    { ...none, enrollment_sid: enrollment, accommodation_sid: accommodation },
  ])
  await run(`delete from exam_configuration where type = 'accommodation'`)
  expect(await adjustments()).toEqual([])
})

test('adjust_by_accommodation_reassigned follows an accommodation to another enrollment', async () => {
  await run(`insert into users (sid, install_sid, first_name, last_name, email)
      values ('${id(40)}', '${install}', 'Bo', 'Other', 'bo@school.example');
    insert into enrollment (sid, install_sid, course_sid, user_sid)
      values ('${other}', '${install}', '${course}', '${id(40)}'); ${insertAccommodation};
    update exam_configuration set enrollment_sid = '${other}' where type = 'accommodation'`)
  expect(await adjustments()).toEqual([{ ...none, enrollment_sid: other, accommodation_sid: accommodation }])
})

test('adjust_by_assignment follows the assignments of an enrollment', async () => {
  await run(`${insertAssignment}; ${assignEnrollment}`)
  expect(await adjustments()).toEqual([{ ...none, enrollment_sid: enrollment, assignment_sid: assignment }])
  await run('delete from assignment')
  expect(await adjustments()).toEqual([])
})

test('adjust_by_section_assignment follows the assignments of a section', async () => {
  await run(`${insertAssignment}; ${insertSection}; ${insertMember}; ${assignSection}`)
  expect(await adjustments()).toEqual([
    { ...none, enrollment_sid: enrollment, section_assignment_sid: assignment },
  ])
  await run('delete from assignment_section')
  expect(await adjustments()).toEqual([])
})

test('adjust_by_section follows the members of a section', async () => {
  await run(`${insertAssignment}; ${insertSection}; ${assignSection}; ${insertMember}`)
  expect(await adjustments()).toEqual([
    { ...none, enrollment_sid: enrollment, section_assignment_sid: assignment },
  ])
  await run('delete from enrollment_section')
  expect(await adjustments()).toEqual([])
})
