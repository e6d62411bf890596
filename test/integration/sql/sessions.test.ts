// Functions that derive sessions, their history and their adjustments.
import { describe, expect, test } from 'vitest'
import { sessionStatuses } from '../../../db/schema/session.ts'
import { reconciliation } from '../../../src/proctoring/sessions/transitions.ts'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value, run } = sqlDatabase()
const { course, enrollment, exam, session } = sids

const states = sessionStatuses.flatMap(status => [
  { status, inProgressDate: null, endedDate: null, cancelledDate: null },
  { status, inProgressDate: new Date(0), endedDate: null, cancelledDate: null },
  ...(status === 'Scheduled'
    ? []
    : [{ status, inProgressDate: new Date(0), endedDate: new Date(1), cancelledDate: null }]),
])

const sessions = () =>
  rows('select status, status_reason, duration from exam_session order by created_date, sid')

describe.each([
  ['reconcile_sessions', `select reconcile_sessions(array['${course}']::uuid[], null, null, $1)`],
  ['reconcile_enrollment', `select reconcile_enrollment('${enrollment}', null, $1)`],
])('%s', (name, statement) => {
  const reconcile = (reason = 'withdrawn') => rows(statement, [reason])

  test(`${name} creates one session for an assigned learner`, async () => {
    await reconcile()
    await reconcile()
    expect(await sessions()).toEqual([{ status: 'Needs Proctor', status_reason: null, duration: 60 }])
  })

  test(`${name} closes the session of a learner who is not assigned, and creates one on return`, async () => {
    await reconcile()
    await run(`update enrollment set status = 'withdrawn'`)
    await reconcile('withdrawn')
    expect(await sessions()).toEqual([{ status: 'Closed', status_reason: 'withdrawn', duration: 60 }])
    await run(`update enrollment set status = 'active'`)
    await reconcile()
    expect(await value(`select count(*)::int from exam_session where status = 'Needs Proctor'`)).toBe(1)
  })

  test(`${name} keeps a running session`, async () => {
    await reconcile()
    await run(`update exam_session set status = 'Scheduled', in_progress_date = now();
      update enrollment set status = 'withdrawn'`)
    await reconcile()
    expect(await sessions()).toMatchObject([{ status: 'Scheduled', status_reason: null }])
  })

  test(`${name} sets the duration of sessions without an appointment only`, async () => {
    await reconcile()
    await run('update exam_configuration set duration = 75')
    await reconcile()
    expect(await sessions()).toMatchObject([{ duration: 75 }])
    await run(`update exam_session set status = 'Scheduled'; update exam_configuration set duration = 90`)
    await reconcile()
    expect(await sessions()).toMatchObject([{ duration: 75 }])
  })

  test(`${name} creates none when the window is over, or the attempts are used up`, async () => {
    await run('update exam_configuration set exam_close_date = now()')
    await reconcile()
    expect(await sessions()).toEqual([])
    await run('update exam_configuration set exam_close_date = null, attempts = 0')
    await reconcile()
    expect(await sessions()).toEqual([])
  })

  const insertIn = async ({ status, inProgressDate, endedDate }: (typeof states)[number]) => {
    await run(insertSession)
    await rows(`update exam_session set status = $1, in_progress_date = $2, ended_date = $3, duration = 60`, [
      status,
      inProgressDate,
      endedDate,
    ])
  }

  test.each(states)(`${name} closes %o as in the table of reconciliation`, async state => {
    await insertIn(state)
    await run(`update enrollment set status = 'withdrawn'`)
    await reconcile('withdrawn')
    const closed = { status: 'Closed', status_reason: 'withdrawn', duration: 60 }
    const unchanged = { status: state.status, status_reason: null, duration: 60 }
    expect(await sessions()).toEqual([reconciliation.closes(state) ? closed : unchanged])
  })

  test.each(states)(`${name} sets the duration of %o as in the table of reconciliation`, async state => {
    await insertIn(state)
    await run('update exam_configuration set duration = 75')
    await reconcile()
    const [session] = await sessions()
    expect(session?.['duration']).toBe(reconciliation.setsDuration(state) ? 75 : 60)
  })
})

test('reconcile_sessions is limited to one exam and one enrollment', async () => {
  const only = (examSid: string, enrollmentSid: string) =>
    rows(`select reconcile_sessions(array[$1]::uuid[], $2, $3, '')`, [course, examSid, enrollmentSid])
  await only(id(99), enrollment)
  await only(exam, id(99))
  expect(await sessions()).toEqual([])
  await only(exam, enrollment)
  expect(await sessions()).toHaveLength(1)
})

test('reconcile_enrollment is limited to one exam', async () => {
  const only = (examSid: string) => rows(`select reconcile_enrollment($1, $2, '')`, [enrollment, examSid])
  await only(id(99))
  expect(await sessions()).toEqual([])
  await only(exam)
  expect(await sessions()).toHaveLength(1)
})

test('is_closable is as in the table of reconciliation', async () => {
  for (const { endedDate, ...state } of states)
    expect(await value('select is_closable($1, $2)', [state.status, state.inProgressDate])).toBe(
      reconciliation.closes({ ...state, endedDate: null }),
    )
})

test('awaits_appointment is as in the table of reconciliation', async () => {
  for (const state of states)
    expect(await value('select awaits_appointment($1)', [state.status]), state.status).toBe(
      reconciliation.setsDuration(state),
    )
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

test('record_session_transitions records transitions and no other update, unless the batch names a trigger', async () => {
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

test('record_session_transitions and record_created_sessions record the token and its user', async () => {
  await rows(
    `select set_config('invigil.token', '${id(7)}', true), set_config('invigil.on_behalf_of', '${id(8)}', true)`,
  )
  await run(`${insertSession}; update exam_session set status = 'Scheduled'`)
  expect(await rows('select token_sid, on_behalf_of, changes from session_transition order by id')).toEqual([
    { token_sid: id(7), on_behalf_of: id(8), changes: [] },
    { token_sid: id(7), on_behalf_of: id(8), changes: ['status'] },
  ])
})

test('changed_session_members names the members that differ, with running, without editDate and an implied series', async () => {
  await run(insertSession)
  await run(
    `update exam_session set status = 'Scheduled', in_progress_date = now(), series = sid, edit_date = 'epoch'`,
  )
  const changed = `select changed_session_members(b, s) from exam_session b, exam_session s`
  expect(await value(changed)).toEqual([])
  expect(
    await value(`select changed_session_members(jsonb_populate_record(s, '{"status": "Needs Proctor",
      "in_progress_date": null, "series": null, "edit_date": "2000-01-01T00:00Z"}'), s) from exam_session s`),
  ).toEqual(['inProgressDate', 'running', 'status'])
})

test('session_members has the columns of a session by name, and what its record derives from them', async () => {
  await run(insertSession)
  const members = await value('select session_members(s) from exam_session s')
  expect(members).toMatchObject({ sid: session, status: 'Needs Proctor', running: false, series: session })
  expect(members).not.toHaveProperty('edit_date')
})

test('refresh_session_pairs keeps the newest uncancelled session of a pair, and the earlier states', async () => {
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
