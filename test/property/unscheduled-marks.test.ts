// The report of unscheduled learners and its table follow any sequence of changes, written directly to the tables.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { id, sids, sqlDatabase } from '../support/sql.ts'
import { definedRows, listedLearners, reportedLearners } from '../support/unscheduled.ts'

const database = sqlDatabase('postgres')
const { run } = database
const steps = rounds({ quick: 30, all: 120 })
const runs = rounds({ quick: 1, all: 20 })

const install = `'${sids.install}'`
const [courses, people, exams, primaries] = [
  [sids.course, id(20)],
  [sids.users, id(21), id(22)],
  [sids.exam, id(23), id(24)],
  [sids.configuration, id(25), id(26)],
]
const enrollments = [sids.enrollment, id(27), id(28), id(29)]
const sections = [id(30), id(31)]

/** Two courses, three exams, three people with four enrollments, and a section in each course. */
const place = `
  insert into course (sid, install_sid, title) values ('${id(20)}', ${install}, 'Other');
  insert into users (sid, install_sid, first_name, last_name, email) values
    ('${id(21)}', ${install}, 'Bo', 'Learner', 'bo@school.example'),
    ('${id(22)}', ${install}, 'Cy', 'Learner', 'cy@school.example');
  insert into exam (sid, install_sid, course_sid, title) values
    ('${id(23)}', ${install}, '${sids.course}', 'Second'), ('${id(24)}', ${install}, '${id(20)}', 'Third');
  insert into exam_configuration (sid, install_sid, exam_sid, type, approved) values
    ('${id(25)}', ${install}, '${id(23)}', 'primary', true), ('${id(26)}', ${install}, '${id(24)}', 'primary', true);
  update exam_configuration set exam_close_date = now() + interval '1 day' * right(sid::text, 2)::int;
  insert into enrollment (sid, install_sid, course_sid, user_sid) values
    ('${id(27)}', ${install}, '${sids.course}', '${id(21)}'), ('${id(28)}', ${install}, '${id(20)}', '${id(21)}'),
    ('${id(29)}', ${install}, '${id(20)}', '${id(22)}');
  insert into section (sid, install_sid, course_sid, title) values
    ('${id(30)}', ${install}, '${sids.course}', 'A'), ('${id(31)}', ${install}, '${id(20)}', 'B')`

const one = (list: readonly string[] = []) => fc.constantFrom(...list.map(sid => `'${sid}'`))
const closes = fc
  .constantFrom(...['null', -1, 1, 2, 3, 4, 5, 6])
  .map(day => (day === 'null' ? day : `now() + interval '${day} days'`))
const days = fc.constantFrom('null', 'current_date - 1', 'current_date', 'current_date + 5')
const zones = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago')
const statuses = fc.constantFrom(`'Needs Proctor'`, `'Approval Denied'`, `'Scheduled'`, `'Closed'`)
const flag = fc.boolean()
const instants = fc.constantFrom('null', 'now()')
/** One of the rows that exist. */
const any = (table: string, at: number, where = 'true') =>
  `(select sid from (select sid from ${table} where ${where}) r order by sid offset ${at} limit 1)`
const nth = fc.nat(3)

const ofSessions = [
  fc.tuple(one(enrollments), one(exams), statuses, instants, flag).map(
    ([
      enrollment,
      exam,
      status,
      progress,
      only,
    ]) => `insert into exam_session (sid, install_sid, course_sid, exam_sid,
        enrollment_sid, user_sid, access_key, status, in_progress_date)
        select uuid_v7(), ${install}, e.course_sid, x.sid, e.sid, e.user_sid, 'key', ${status}, ${progress}
        from enrollment e join exam x on x.course_sid = e.course_sid
        where e.sid = ${enrollment} and (x.sid = ${exam} or not ${only}) on conflict do nothing`,
  ),
  fc.tuple(nth, instants).map(
    ([at, cancelled]) => `update exam_session set status = 'Closed', cancelled_date = ${cancelled}
        where sid = ${any('exam_session', at)}`,
  ),
  fc.tuple(nth, instants).map(
    ([at, progress]) => `update exam_session set status = 'Scheduled', in_progress_date = ${progress}
        where sid = ${any('exam_session', at, `status <> 'Closed'`)}`,
  ),
  one(enrollments).map(sid => `delete from session_pair where enrollment_sid = ${sid}`),
]

/** Sessions change most often. */
const changes = [
  ...[...ofSessions, ...ofSessions, ...ofSessions, ...ofSessions],
  fc
    .tuple(
      one(enrollments),
      fc.constantFrom('active', 'active', 'withdrawn'),
      fc.constantFrom('learner', 'learner', 'instructor'),
    )
    .map(
      ([sid, status, role]) =>
        `update enrollment set status = '${status}', role = '${role}' where sid = ${sid}`,
    ),
  fc.tuple(one(people), one(courses)).map(
    ([user, course]) => `insert into enrollment (sid, install_sid, course_sid, user_sid)
        values (uuid_v7(), ${install}, ${course}, ${user}) on conflict do nothing`,
  ),
  fc.tuple(one(enrollments), one(people)).map(
    ([sid, user]) => `update enrollment e set user_sid = ${user} where sid = ${sid}
        and not exists (select from enrollment o where o.course_sid = e.course_sid and o.user_sid = ${user})`,
  ),
  fc
    .tuple(one(exams), fc.constantFrom('active', 'active', 'draft', 'deleted'), flag)
    .map(
      ([sid, status, scope]) =>
        `update exam set status = '${status}', limited_scope = ${scope} where sid = ${sid}`,
    ),
  fc
    .tuple(one(exams), one(courses))
    .map(([sid, course]) => `update exam set course_sid = ${course} where sid = ${sid}`),
  fc.tuple(one(primaries), closes, closes, fc.constantFrom('null', '0', '1', '2')).map(
    ([sid, close, schedule, attempts]) =>
      `update exam_configuration set exam_close_date = ${close}, schedule_close_date = ${schedule}, attempts = ${attempts}
        where sid = ${sid}`,
  ),
  one(exams).map(
    exam => `with old as (delete from exam_configuration where type = 'primary' and exam_sid = ${exam} returning *)
      select from old`,
  ),
  fc.integer({ min: 0, max: 2 }).map(
    at => `insert into exam_configuration (sid, install_sid, exam_sid, type, approved)
      values ('${primaries[at]}', ${install}, '${exams[at]}', 'primary', true) on conflict do nothing`,
  ),
  fc.tuple(one(enrollments), one(exams), closes).map(
    ([
      enrollment,
      exam,
      close,
    ]) => `insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type,
        approved, exam_close_date) values (uuid_v7(), ${install}, ${exam}, ${enrollment}, 'accommodation', true, ${close})`,
  ),
  fc.tuple(nth, closes, one(enrollments)).map(
    ([at, close, enrollment]) => `update exam_configuration set exam_close_date = ${close}, attempts = 3,
        enrollment_sid = ${enrollment} where sid = ${any('exam_configuration', at, `type = 'accommodation'`)}`,
  ),
  nth.map(
    at =>
      `delete from exam_configuration where sid = ${any('exam_configuration', at, `type = 'accommodation'`)}`,
  ),
  fc.tuple(one(exams), days, days).map(
    ([
      exam,
      close,
      schedule,
    ]) => `insert into assignment (sid, exam_sid, exam_close_date, scheduling_close_date)
        values (uuid_v7(), ${exam}, ${close}, ${schedule})`,
  ),
  fc.tuple(nth, one(enrollments)).map(
    ([at, enrollment]) => `insert into assignment_enrollment (assignment_sid, enrollment_sid)
        select sid, ${enrollment} from (select ${any('assignment', at)} as sid) a where sid is not null on conflict do nothing`,
  ),
  fc.tuple(nth, one(sections)).map(
    ([at, section]) => `insert into assignment_section (assignment_sid, section_sid)
        select sid, ${section} from (select ${any('assignment', at)} as sid) a where sid is not null on conflict do nothing`,
  ),
  fc
    .tuple(nth, days)
    .map(
      ([at, close]) =>
        `update assignment set exam_close_date = ${close} where sid = ${any('assignment', at)}`,
    ),
  nth.map(at => `delete from assignment where sid = ${any('assignment', at)}`),
  fc.tuple(one(enrollments), one(sections)).map(
    ([enrollment, section]) => `insert into enrollment_section (enrollment_sid, section_sid)
        values (${enrollment}, ${section}) on conflict do nothing`,
  ),
  one(enrollments).map(sid => `delete from enrollment_section where enrollment_sid = ${sid}`),
  one(enrollments).map(sid => `delete from adjustment where enrollment_sid = ${sid}`),
  zones.map(zone => `update install set default_timezone = '${zone}'`),
  fc
    .tuple(one(people), nth)
    .map(([sid, at]) => `update users set created_date = '2026-01-0${at + 1}' where sid = ${sid}`),
  fc.constantFrom(
    'select apply_unscheduled_marks(1)',
    'select apply_unscheduled_marks(3)',
    'select refill_unscheduled_learners()',
  ),
]

/** Expects the report after a change, and after its marks are applied. Returns the number of learners. */
async function follow(change: string): Promise<number> {
  await run(change)
  const defined = await definedRows(database)
  const report = { total: defined.length, sids: defined.map(({ sid }) => sid) }
  expect(await reportedLearners(database), change).toEqual(report)
  await run('savepoint unapplied; select apply_unscheduled_marks(1000)')
  expect(await listedLearners(database), change).toEqual(defined)
  expect(await reportedLearners(database), change).toEqual(report)
  // The marks of half of the changes are applied with later ones.
  await run(change.length % 2 === 0 ? 'rollback to unapplied; release unapplied' : 'release unapplied')
  return defined.length
}

test(`the report equals its definition after each of ${runs * steps} random writes, and so does its table once the marks are applied`, async () => {
  let reported = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(...changes), { minLength: steps, maxLength: steps }),
      async written => {
        await run(`savepoint empty; ${place}`)
        try {
          for (const change of written) reported += await follow(change)
        } finally {
          await run('rollback to empty; release empty')
        }
      },
    ),
    { numRuns: runs, endOnFailure: true },
  )
  expect(reported).toBeGreaterThan(runs * steps)
}, 300_000)
