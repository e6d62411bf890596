// Every table is captured, or is listed with a reason. The tables of records are in capture-sql and capture-files.
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newSid, type Prefix } from '../../../db/sid.ts'
import { captured } from '../../../tools/docs/reference/events.ts'
import { uncaptured } from '../../../tools/docs/reference/uncaptured.ts'
import { make } from '../../support/catalog.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { eventRows } from '../../support/webhook-events.ts'
import { makeEndpoint, stackWithSink } from '../../support/webhooks.ts'

const system = stackWithSink()
let world: SessionWorld
/** The sids of records that the rows refer to. */
let above: Record<'section' | 'assignment' | 'configuration' | 'group' | 'policy' | 'enrollment', string>

/** The new rows of the table of events; other files test their delivery. */
async function eventsOf(act: () => unknown) {
  const known = (await eventRows(world)).length
  await act()
  return (await eventRows(world)).slice(known)
}

const run = (statement: SQL) => system.stack.db.execute<{ sid: string }>(statement)
const uuid = (sid: string): SQL => sql`${sid.slice(2)}::uuid`

beforeAll(async () => {
  world = await makeSession({}, system.stack)
  const { path, admin, courseSid, examSid } = world
  const created = async (rest: string, body: object) => (await make(world, rest, { ...body })).text('sid')
  const enrollment = await created(`/courses/${courseSid}/enrollments`, { userSid: await world.user() })
  const section = await created(`/courses/${courseSid}/sections`, { title: 'A' })
  const assignment = { targets: { sectionSids: [section] } }
  await admin('PUT', path(`/exams/${examSid}/assignments`), { body: { added: [assignment] } })
  const assigned = (await admin('GET', path(`/exams/${examSid}/assignments`))).list('results')[0]?.['sid']
  above = {
    ...{ section, enrollment, assignment: String(assigned) },
    configuration: await created(`/courses/${courseSid}/exams/${examSid}/configurations`, {
      enrollmentSid: enrollment,
    }),
    group: await created('/proctorGroups', { name: 'Evening' }),
    policy: await created('/cancellationPolicies', { name: 'A day', leadTimeMinutes: 60 }),
  }
  await run(sql`delete from assignment_section`)
  await makeEndpoint(world, system.sink.receiver(), { events: ['database.event'] })
})

type Kind = {
  /** The topic without its prefix, and the table. */
  topic: string
  table: string
  /** The prefix of its sid; absent for a row that belongs to a record. */
  prefix?: Prefix
  columns(): Record<string, SQL>
  /** The columns of an update, and the changed members of its event; absent for rows that are only inserted and deleted. */
  update?: { set: SQL; members: Record<string, unknown> }
}

const ofInstall = () => ({ install_sid: uuid(world.installSid) })
const named = () => ({ ...ofInstall(), name: sql`'Noise'` })
const renamed = { set: sql`name = 'Größe'`, members: { name: 'Größe' } }
const titled = { set: sql`title = 'Größe'`, members: { title: 'Größe' } }

const kinds: Kind[] = [
  {
    topic: 'course_offering',
    table: 'course_offering',
    prefix: 'CO',
    columns: () => ({ ...ofInstall(), title: sql`'Term'` }),
    update: titled,
  },
  {
    topic: 'course',
    table: 'course',
    prefix: 'CU',
    columns: () => ({ ...ofInstall(), title: sql`'Algebra'` }),
    update: {
      set: sql`deleted_date = '2026-01-02T03:04:05Z'`,
      members: { deletedDate: '2026-01-02T03:04:05.000Z' },
    },
  },
  {
    topic: 'section',
    table: 'section',
    prefix: 'SE',
    columns: () => ({ ...ofInstall(), course_sid: uuid(world.courseSid), title: sql`'B'` }),
    update: titled,
  },
  {
    topic: 'section_member',
    table: 'enrollment_section',
    columns: () => ({ section_sid: uuid(above.section), enrollment_sid: uuid(above.enrollment) }),
  },
  {
    topic: 'exam_assignment_target',
    table: 'assignment_enrollment',
    columns: () => ({ assignment_sid: uuid(above.assignment), enrollment_sid: uuid(above.enrollment) }),
  },
  {
    topic: 'exam_assignment_target',
    table: 'assignment_section',
    columns: () => ({ assignment_sid: uuid(above.assignment), section_sid: uuid(above.section) }),
  },
  {
    ...{ topic: 'instructor_proctor', table: 'instructor_proctor', prefix: 'IP' },
    columns: () => ({
      configuration_sid: uuid(above.configuration),
      position: sql`0`,
      location: sql`'Room 1'`,
    }),
    update: { set: sql`capacity = 3`, members: { capacity: 3 } },
  },
  {
    ...{ topic: 'annotation', table: 'annotation', prefix: 'AN' },
    columns: () => ({
      session_sid: uuid(world.sessionSid),
      type: sql`'gaze'`,
      start_offset_ms: sql`0`,
      source: sql`'system'`,
    }),
    update: { set: sql`muted = true`, members: { muted: true } },
  },
  { topic: 'event_type', table: 'event_type', prefix: 'ET', columns: named, update: renamed },
  {
    topic: 'proctor_type',
    table: 'proctor_type',
    prefix: 'TS',
    columns: () => ({ ...named(), code: sql`'own'` }),
    update: { set: sql`capacity = 9`, members: { capacity: 9 } },
  },
  { topic: 'proctor_group', table: 'proctor_group', prefix: 'PG', columns: named, update: renamed },
  {
    topic: 'proctor_group_member',
    table: 'proctor_group_member',
    columns: () => ({ group_sid: uuid(above.group), user_sid: uuid(world.userSid) }),
  },
  {
    topic: 'review_process',
    table: 'review_process',
    prefix: 'RP',
    columns: () => ({ ...named(), hours_until_due: sql`5` }),
    update: { set: sql`second_review = true`, members: { secondReview: true } },
  },
  {
    topic: 'cancellation_policy',
    table: 'cancellation_policy',
    prefix: 'CP',
    columns: named,
    update: renamed,
  },
  {
    topic: 'cancellation_policy_version',
    table: 'cancellation_policy_version',
    prefix: 'CV',
    columns: () => ({ policy_sid: uuid(above.policy), version: sql`7`, lead_time_minutes: sql`5` }),
  },
]

const condition = (columns: Record<string, SQL>) =>
  sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
    sql` and `,
  )

test.each(kinds)('a row of $table has one event when it is inserted, changed and deleted', async kind => {
  const { topic, prefix, update } = kind
  const table = sql.identifier(kind.table)
  const sid = prefix && newSid(prefix)
  const columns = { ...kind.columns(), ...(sid && { sid: uuid(sid) }) }
  const isRow = sid ? condition({ sid: uuid(sid) }) : condition(columns)
  const payloadOf = async (operation: string, statement: SQL) => {
    const [event, ...more] = await eventsOf(() => run(statement))
    if (!event) throw new Error('There is no event.')
    expect([event.topic, event.operation]).toEqual([`proctoring.${topic}`, operation])
    expect(more).toEqual([])
    expect(event.payload['installSid']).toBe(world.installSid)
    return event.payload
  }
  const names = sql.raw(Object.keys(columns).join(', '))
  const values = sql.join(Object.values(columns), sql`, `)
  const inserted = await payloadOf('insert', sql`insert into ${table} (${names}) values (${values})`)
  if (sid) expect(inserted['sid']).toBe(sid)
  if (update) {
    const changed = await payloadOf('update', sql`update ${table} set ${update.set} where ${isRow}`)
    expect(changed).toEqual({ ...inserted, ...update.members })
    const again = sql`update ${table} set ${update.set} where ${isRow}`
    expect(await eventsOf(() => run(again))).toEqual([])
  }
  const deleted = await payloadOf('delete', sql`delete from ${table} where ${isRow}`)
  expect(deleted).toEqual({ ...inserted, ...update?.members })
})

test('a changed setting of an install has one event', async () => {
  const change = () => run(sql`update install set locale = 'de' where sid = ${uuid(world.installSid)}`)
  const [event, ...more] = await eventsOf(change)
  expect(more).toEqual([])
  expect(event).toMatchObject({
    topic: 'proctoring.install',
    payload: { sid: world.installSid, locale: 'de' },
  })
})

/** Whose events other files test: capture-sql, capture-files, and the test above. */
const elsewhere = [
  'user',
  'enrollment',
  'exam',
  'exam_configuration',
  'exam_assignment',
  'exam_session',
  'session_event',
  'file',
  'install',
]

test('every table is captured or is listed with a reason, and every topic is tested', async () => {
  const { rows } = await system.stack.db.execute<{ name: string; captures: boolean }>(sql`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid
      and t.tgfoid = 'capture_change'::regproc) as captures
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`)
  const silent = rows.filter(({ captures }) => !captures).map(({ name }) => name)
  expect(silent).toEqual(Object.keys(uncaptured).toSorted())
  const topics = new Set([...kinds.map(({ topic }) => topic), ...elsewhere].map(name => `proctoring.${name}`))
  expect([...topics].toSorted()).toEqual(
    captured()
      .map(({ topic }) => topic)
      .toSorted(),
  )
})

test('a deleted section has one event, and none for each member', async () => {
  const { courseSid, admin, path } = world
  const section = (await make(world, `/courses/${courseSid}/sections`, { title: 'C' })).text('sid')
  await run(sql`insert into enrollment_section values (${uuid(above.enrollment)}, ${uuid(section)})`)
  const remove = () => admin('DELETE', path(`/courses/${courseSid}/sections/${section}`))
  expect((await eventsOf(remove)).map(({ topic, operation }) => [topic, operation])).toEqual([
    ['proctoring.section', 'delete'],
  ])
})

test('an annotation of an erased person is in no event', async () => {
  const at = `/exams/${world.examSid}/sessions/${world.sessionSid}/annotations`
  await eventsOf(() => make(world, at, { type: 'note', startOffsetMs: 0, text: 'looked-at-lena' }))
  const eventsNow = async () =>
    (await eventRows(world)).filter(({ payload }) => JSON.stringify(payload).includes('looked-at-lena'))
  expect(await eventsNow()).toHaveLength(1)
  await eventsOf(() => world.admin('DELETE', world.path(`/users/${world.userSid}`)))
  expect(await eventsNow()).toEqual([])
})
