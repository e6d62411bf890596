// The payloads of the events of courses, their parts, and the settings of an install.
import { expect, test } from 'vitest'
import { id, insertSession, sids, sqlDatabase } from '../../support/sql.ts'

const { value, run } = sqlDatabase()
const { configuration, course, enrollment, exam, install, session, users } = sids
/** The sid of a row that a test inserts. */
const row = id(80)

const text = (prefix: string, uuid: string) => `${prefix}${uuid.replaceAll('-', '')}`

/** Expects these members in the payload of the row of the condition, and the sid of the install. */
async function expectPayload(table: string, inserts: string, condition: string, members: object) {
  await run(inserts)
  const made = await value(`select event_payload(t) from ${table} t where ${condition}`)
  expect(made).toMatchObject({ installSid: text('AI', install), ...members })
}

test('event_payload(install) has its name and its settings, and no texts', async () => {
  const members = { sid: text('AI', install), name: 'Install', locale: 'de', noShowGraceMinutes: 15 }
  await expectPayload(
    'install',
    `update install set locale = 'de', notification_texts = '{"a": "secret text"}'`,
    'true',
    members,
  )
  expect(JSON.stringify(await value('select event_payload(t) from install t'))).not.toContain('secret text')
})

test('event_payload(annotation) has its values and the learner of its session', async () => {
  await expectPayload(
    'annotation',
    `${insertSession}; insert into annotation (sid, session_sid, type, start_offset_ms, source) select '${row}', sid, 'gaze', 5, 'system' from exam_session`,
    `sid = '${row}'`,
    { sid: text('AN', row), sessionSid: text('ES', session), userSid: text('US', users), startOffsetMs: 5 },
  )
})

test('event_payload(assignment_enrollment) has the sids of the assignment and of the enrollment', async () => {
  await expectPayload(
    'assignment_enrollment',
    `insert into assignment (sid, exam_sid) values ('${row}', '${exam}'); insert into assignment_enrollment values ('${row}', '${enrollment}')`,
    `assignment_sid = '${row}'`,
    { sid: text('EA', row), examSid: text('EX', exam), enrollmentSid: text('EN', enrollment) },
  )
})

test('event_payload(assignment_section) has the sids of the assignment and of the section', async () => {
  await expectPayload(
    'assignment_section',
    `insert into assignment (sid, exam_sid) values ('${row}', '${exam}'); insert into section (sid, install_sid, course_sid, title) values ('${row}', '${install}', '${course}', 'A'); insert into assignment_section values ('${row}', '${row}')`,
    `assignment_sid = '${row}'`,
    { sid: text('EA', row), examSid: text('EX', exam), sectionSid: text('SE', row) },
  )
})

test('event_payload(cancellation_policy) has its name', async () => {
  await expectPayload(
    'cancellation_policy',
    `insert into cancellation_policy (sid, install_sid, name) values ('${row}', '${install}', 'A day')`,
    `sid = '${row}'`,
    { sid: text('CP', row), name: 'A day', retiredDate: null },
  )
})

test('event_payload(cancellation_policy_version) has the rules and the policy', async () => {
  await expectPayload(
    'cancellation_policy_version',
    `insert into cancellation_policy (sid, install_sid, name) values ('${row}', '${install}', 'A day'); insert into cancellation_policy_version (sid, policy_sid, version, lead_time_minutes) values ('${row}', '${row}', 1, 60)`,
    `sid = '${row}'`,
    { sid: text('CV', row), cancellationPolicySid: text('CP', row), leadTimeMinutes: 60 },
  )
})

test('event_payload(course) has its title, and when it was deleted', async () => {
  await expectPayload('course', `update course set deleted_date = '2026-03-01Z'`, `sid = '${course}'`, {
    sid: text('CU', course),
    title: 'Course',
    deletedDate: '2026-03-01T00:00:00.000Z',
  })
})

test('event_payload(course_offering) has its title and its dates', async () => {
  await expectPayload(
    'course_offering',
    `insert into course_offering (sid, install_sid, title, start_date) values ('${row}', '${install}', 'Term', '2026-03-01Z')`,
    `sid = '${row}'`,
    { sid: text('CO', row), title: 'Term', startDate: '2026-03-01T00:00:00.000Z' },
  )
})

test('event_payload(enrollment_section) has the sids of the section and of the member', async () => {
  await expectPayload(
    'enrollment_section',
    `insert into section (sid, install_sid, course_sid, title) values ('${row}', '${install}', '${course}', 'A'); insert into enrollment_section values ('${enrollment}', '${row}')`,
    `section_sid = '${row}'`,
    { sid: text('SE', row), courseSid: text('CU', course), userSid: text('US', users) },
  )
})

test('event_payload(event_type) has its name and its effect', async () => {
  await expectPayload(
    'event_type',
    `insert into event_type (sid, install_sid, name) values ('${row}', '${install}', 'Noise')`,
    `sid = '${row}'`,
    { sid: text('ET', row), name: 'Noise', opensIncident: false },
  )
})

test('event_payload(instructor_proctor) has the place, the seats and the configuration', async () => {
  await expectPayload(
    'instructor_proctor',
    `insert into instructor_proctor (sid, configuration_sid, position, location, capacity) values ('${row}', '${configuration}', 0, 'Room', 3)`,
    `sid = '${row}'`,
    { sid: text('IP', row), examConfigurationSid: text('EC', configuration), location: 'Room', capacity: 3 },
  )
})

test('event_payload(proctor_group) has its name and its capacity', async () => {
  await expectPayload(
    'proctor_group',
    `insert into proctor_group (sid, install_sid, name, capacity) values ('${row}', '${install}', 'Evening', 4)`,
    `sid = '${row}'`,
    { sid: text('PG', row), name: 'Evening', capacity: 4 },
  )
})

test('event_payload(proctor_group_member) has the sids of the group and of the member', async () => {
  await expectPayload(
    'proctor_group_member',
    `insert into proctor_group (sid, install_sid, name) values ('${row}', '${install}', 'Evening'); insert into proctor_group_member values ('${row}', '${users}')`,
    `group_sid = '${row}'`,
    { sid: text('PG', row), userSid: text('US', users) },
  )
})

test('event_payload(proctor_type) has its code and its rules', async () => {
  await expectPayload(
    'proctor_type',
    `insert into proctor_type (sid, install_sid, code, name) values ('${row}', '${install}', 'own', 'Own')`,
    `sid = '${row}'`,
    { sid: text('TS', row), code: 'own', review: 'none' },
  )
})

test('event_payload(review_process) has its rules', async () => {
  await expectPayload(
    'review_process',
    `insert into review_process (sid, install_sid, name, hours_until_due) values ('${row}', '${install}', 'Two', 24)`,
    `sid = '${row}'`,
    { sid: text('RP', row), hoursUntilDue: 24, secondReview: false },
  )
})

test('event_payload(section) has its title and its course', async () => {
  await expectPayload(
    'section',
    `insert into section (sid, install_sid, course_sid, title) values ('${row}', '${install}', '${course}', 'A')`,
    `sid = '${row}'`,
    { sid: text('SE', row), courseSid: text('CU', course), title: 'A' },
  )
})
