// The read of a session with everything that its record and its transitions need (db/sql/functions/session_record.sql).
import { beforeEach, expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { rows, run, value } = sqlDatabase()
const { install, exam, session, configuration, users } = sids

beforeEach(() => run(insertSession))

const record = (columns: string, path = [install, exam, session]) =>
  rows(`select ${columns} from session_record($1, $2, $3) r`, path)

const insertFile = (n: number, purpose: string, parent: string, completed: string) =>
  run(`insert into file (sid, install_sid, purpose, ${parent}, name, content_type, size, upload_expires_date, completed_date)
    values ('${id(n)}', '${install}', '${purpose}', '${parent === 'session_sid' ? session : configuration}', 'file ${n}.png',
      'image/png', ${n}, now(), ${completed})`)

const summary = (n: number) => ({ sid: id(n), name: `file ${n}.png`, contentType: 'image/png', size: n })

test('session_record returns the session of the install and the exam with its rows, and no other', async () => {
  const columns = `(r.session).sid, (r.of_account).name as account, (r.its_install).name as install, (r.its_exam).sid as exam,
    (r.its_course).title as course, (r.its_enrollment).user_sid as learner, r.duration`
  const [found, ...others] = await record(columns)
  expect(others).toEqual([])
  expect(found).toMatchObject({
    sid: session,
    account: 'Account',
    install: 'Install',
    exam,
    course: 'Course',
  })
  expect(found).toMatchObject({ learner: users, duration: 60 })
  expect(await record(columns, [id(99), exam, session])).toEqual([])
  expect(await record(columns, [install, id(99), session])).toEqual([])
  expect(await record(columns, [install, exam, id(99)])).toEqual([])
})

test('session_record has null for a slot, a policy, a group and a review process that the session does not have', async () => {
  const columns = `(r.slot).sid as slot, (r.policy).sid as policy, (r.its_group).sid as its_group, (r.its_review).sid as review`
  expect(await record(columns)).toEqual([{ slot: null, policy: null, its_group: null, review: null }])
})

test('session_record has another version after each update of the session', async () => {
  const [before] = await record('r.version')
  await run(`savepoint before; update exam_session set duration = 61`)
  const [after] = await record('r.version')
  expect(after).not.toEqual(before)
})

test('session_record has the complete files: the newest exam file and returned file, and the photos from the oldest', async () => {
  await insertFile(31, 'photo', 'session_sid', 'now()')
  await insertFile(32, 'photo', 'session_sid', 'null')
  await insertFile(33, 'photo', 'session_sid', 'now()')
  await insertFile(34, 'returnedFile', 'session_sid', `now() - interval '1 hour'`)
  await insertFile(35, 'returnedFile', 'session_sid', 'now()')
  await insertFile(36, 'examFile', 'exam_configuration_sid', 'now()')
  expect(await record('r.photos, r.returned_file, r.exam_file')).toEqual([
    { photos: [summary(31), summary(33)], returned_file: summary(35), exam_file: summary(36) },
  ])
})

test('session_record has no file, annotation, mail or event of a session without any', async () => {
  const columns =
    'r.photos, r.returned_file, r.exam_file, r.muted, r.sent_messages, r.open_incidents, r.findings'
  expect(await record(columns)).toEqual([
    {
      ...{ photos: [], returned_file: null, exam_file: null, muted: [], sent_messages: [] },
      ...{ open_incidents: [], findings: [] },
    },
  ])
})

test('session_record has the first 100 muted annotations, by time', async () => {
  await run(`insert into annotation (sid, session_sid, type, start_offset_ms, source, muted)
    select uuidv7(), '${session}', 'noise', n, 'system', n > 1 from generate_series(150, 1, -1) n`)
  const [row] = await record(
    `json_array_length(r.muted) as n, r.muted->0->'startOffsetMs' as first, r.muted->-1->'startOffsetMs' as last`,
  )
  expect(row).toEqual({ n: 100, first: 2, last: 101 })
})

test('file_summary has the sid, the name, the type and the size', async () => {
  await insertFile(37, 'photo', 'session_sid', 'now()')
  expect(await value('select file_summary(f) from file f where f.sid = $1', [id(37)])).toEqual(summary(37))
})
