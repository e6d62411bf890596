// The database captures changes of any writer: these tests write without the API.
import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { examSession } from '../../../db/schema/session.ts'
import { newSid } from '../../../db/sid.ts'
import { assign } from '../../support/catalog.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { sidOf } from '../../support/tokens.ts'
import {
  changesOf,
  eventRows,
  expectCaptured,
  expectSame,
  type Listener,
  listen,
  recordOf,
} from '../../support/webhook-events.ts'
import { stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()
let world: SessionWorld
let listener: Listener
let secondUser: string
let secondEnrollment: string
let eventType: string
beforeAll(async () => {
  world = await makeSession({}, system.stack)
  secondUser = await world.user()
  const { admin, path, courseSid } = world
  const body = { userSid: await world.user(), role: 'instructor' }
  secondEnrollment = (await admin('POST', path(`/courses/${courseSid}/enrollments`), { body })).text('sid')
  eventType = (await admin('POST', path('/eventTypes'), { body: { name: 'Noise' } })).text('sid')
  await assign(world, world.examSid, world.enrollmentSid)
  await admin('POST', world.at('/events'), { body: { eventTypeSid: eventType, title: 'Noise' } })
  listener = await listen(world, system.sink)
})

const run = (statement: SQL) => system.stack.db.execute(statement)
const uuid = (sid: string): SQL => sql`${sid.slice(2)}::uuid`
/** Updates the rows of the world, of which there are some: the shared system has many others. */
async function update(name: string, columns: SQL): Promise<void> {
  const [key, sid] = name === 'assignment' ? ['exam_sid', world.examSid] : ['install_sid', world.installSid]
  const set = sql`update ${sql.identifier(name)} set ${columns}`
  const { rows } = await run(sql`${set} where ${sql.identifier(key)} = ${uuid(sid)} returning sid`)
  expect(rows).not.toEqual([])
}
const list = (parts: SQL[]) => sql.join(parts, sql`, `)

type Kind = {
  /** The table name in events. */
  table: string
  /** The table name in the database. */
  name: string
  prefix: 'US' | 'EN' | 'EX' | 'EC' | 'EA' | 'ES' | 'ER'
  columns(): Record<string, SQL>
  /** The columns of an update, and the changed members of its event. */
  set: SQL
  changedMembers: Record<string, unknown>
  /** Rows that refer to the row and would prevent its deletion. */
  below?: string[]
}

const ofInstall = () => ({ install_sid: uuid(world.installSid) })
const ofCourse = () => ({ ...ofInstall(), course_sid: uuid(world.courseSid) })
const ofLearner = () => ({
  ...ofCourse(),
  exam_sid: uuid(world.examSid),
  enrollment_sid: uuid(secondEnrollment),
  user_sid: uuid(secondUser),
})

const kinds: Kind[] = [
  {
    ...{ table: 'user', name: 'users', prefix: 'US' },
    columns: () => ({
      ...ofInstall(),
      ...{ first_name: sql`'Ada'`, last_name: sql`'L'`, email: sql`'a@b.example'`, latitude: sql`12.5` },
      last_enrollment_sync: sql`'2026-01-02T03:04:05.6Z'`,
    }),
    set: sql`last_name = 'Lovelace “ß”'`,
    changedMembers: { lastName: 'Lovelace “ß”' },
  },
  {
    ...{ table: 'enrollment', name: 'enrollment', prefix: 'EN' },
    columns: () => ({ ...ofCourse(), user_sid: uuid(secondUser), sis_id: sql`'S'` }),
    set: sql`status = 'withdrawn'`,
    changedMembers: { status: 'withdrawn', previousStatus: 'active' },
  },
  {
    ...{ table: 'exam', name: 'exam', prefix: 'EX' },
    columns: () => ({ ...ofCourse(), title: sql`'Final'`, type: sql`'Written'`, limited_scope: sql`true` }),
    set: sql`status = 'draft'`,
    changedMembers: { status: 'draft', previousStatus: 'active' },
  },
  {
    ...{ table: 'exam_configuration', name: 'exam_configuration', prefix: 'EC' },
    columns: () => ({
      ...ofInstall(),
      ...{ exam_sid: uuid(world.examSid), enrollment_sid: uuid(secondEnrollment) },
      ...{ type: sql`'accommodation'`, approved: sql`true`, proctor_types: sql`array['live', 'a,"b"']` },
      ...{ modality_options: sql`'{"a": [1, null]}'`, exam_open_date: sql`'2030-01-02T03:04:05Z'` },
    }),
    set: sql`duration = 45, locked = true`,
    changedMembers: { duration: 45, locked: true },
  },
  {
    ...{ table: 'exam_assignment', name: 'assignment', prefix: 'EA' },
    columns: () => ({ exam_sid: uuid(world.examSid), exam_open_date: sql`'2030-01-02'` }),
    set: sql`exam_open_date = null, exam_close_date = '2030-02-03'`,
    changedMembers: { examOpenDate: null, examCloseDate: '2030-02-03' },
  },
  {
    ...{ table: 'exam_session', name: 'exam_session', prefix: 'ES' },
    columns: () => ({
      ...ofLearner(),
      access_key: sql`'key'`,
      appointment_date: sql`'2030-01-01T09:00:00Z'`,
    }),
    set: sql`status = 'Pending Approval', notes = 'n'`,
    changedMembers: { status: 'Pending Approval', notes: 'n', previousStatus: 'Needs Proctor' },
    below: ['session_transition', 'session_pair'],
  },
  {
    ...{ table: 'session_event', name: 'session_event', prefix: 'ER' },
    columns: () => ({
      ...ofLearner(),
      ...{ session_sid: uuid(world.sessionSid), event_type_sid: uuid(eventType) },
      ...{ event_time: sql`'2026-01-02T03:04:05.006Z'`, title: sql`'Noise'` },
    }),
    set: sql`status = 'Dismissed', contact_phone = '+1'`,
    changedMembers: { status: 'Dismissed', contactPhone: '+1', previousStatus: 'Open' },
  },
]

test.each(kinds)('$table creates one event when a row is inserted, updated and deleted', async kind => {
  const sid = newSid(kind.prefix)
  const table = sql.identifier(kind.name)
  const columns = { sid: uuid(sid), ...kind.columns() }
  const eventOfStatement = async (operation: string, statement: SQL) => {
    const events = await listener.eventsOf(() => run(statement))
    expect(changesOf(events)).toEqual([`${operation} ${kind.table}`])
    const [event] = events
    if (!event) throw new Error('There is no event.')
    expectCaptured(event, world.installSid)
    expect(event.payload['sid']).toBe(sid)
    return event
  }
  const names = sql.raw(Object.keys(columns).join(', '))
  const inserted = await eventOfStatement(
    'insert',
    sql`insert into ${table} (${names}) values (${list(Object.values(columns))})`,
  )
  expect(inserted.payload).not.toHaveProperty('previousStatus')
  const whose = { courseSid: world.courseSid, examSid: world.examSid, enrollmentSid: secondEnrollment }
  const record = () => recordOf(world, inserted, world.courseSid)
  // The user of a session is in the session's record, not in the event's.
  const extra = kind.prefix === 'ER' ? { ...whose, userSid: secondUser } : {}
  expectSame(inserted, { ...extra, ...(await record()) })
  const updating = sql`update ${table} set ${kind.set} where sid = ${uuid(sid)}`
  const updated = await eventOfStatement('update', updating)
  expect(updated.payload).toEqual({ ...inserted.payload, ...kind.changedMembers })
  expectSame(updated, { ...extra, ...(await record()) })
  for (const below of kind.below ?? [])
    await run(sql`delete from ${sql.identifier(below)} where session_sid = ${uuid(sid)}`)
  const deleted = await eventOfStatement('delete', sql`delete from ${table} where sid = ${uuid(sid)}`)
  const { previousStatus: _, ...last } = updated.payload
  expect(deleted.payload).toEqual(last)
})

describe('no event is created', () => {
  test.each(kinds)('for $table when only its date of change differs', async ({ name }) => {
    const touch = () => update(name, sql`edit_date = now()`)
    expect(await listener.eventsOf(touch)).toEqual([])
  })

  test('for columns that no client can read', async () => {
    const hidden = async () => {
      await update('users', sql`password_hash = 'x', sts_epoch = sts_epoch + 1`)
      await update('exam_configuration', sql`password = 'sealed'`)
      await update('exam_session', sql`access_key = 'another'`)
    }
    expect(await listener.eventsOf(hidden)).toEqual([])
  })

  test('for a batch that a guard rolls back, nor for a statement that fails', async () => {
    const { db } = system.stack
    const rename = db
      .update(examSession)
      .set({ notes: 'undone' })
      .where(eq(examSession.sid, sidOf('ES', world.sessionSid)))
    const undone = async () => {
      await expect(
        batch(db, { rename, held: guard(db, sql`false`, 'session_state_conflict') }),
      ).rejects.toThrow()
      await expect(run(sql`update users set last_name = 'X', role = 'none'`)).rejects.toThrow()
    }
    expect(await listener.eventsOf(undone)).toEqual([])
    const held = () => batch(db, { rename, held: guard(db, sql`true`, 'session_state_conflict') })
    expect(changesOf(await listener.eventsOf(held))).toEqual(['update exam_session'])
  })

  test('for a request that is refused after some of its statements', async () => {
    const { admin, path, examSid, enrollmentSid } = world
    const body = {
      added: [{ examOpenDate: '2030-01-01', targets: { enrollmentSids: [enrollmentSid] } }],
      removed: [`EA${'0'.repeat(32)}`],
    }
    const refused = async () =>
      expect((await admin('PUT', path(`/exams/${examSid}/assignments`), { body })).status).toBe(404)
    expect(await listener.eventsOf(refused)).toEqual([])
  })
})

describe('the events of an application', () => {
  const rename = ({ installSid }: Pick<World, 'installSid'>, name: string) =>
    run(sql`update users set last_name = ${name} where install_sid = ${uuid(installSid)}`)

  test('are not delivered to another, even if one statement changes the rows of both', async () => {
    const [one, other] = [await makeWorld(system.stack), await makeWorld(system.stack)]
    for (const own of [one, other]) await own.user()
    const [ear, foreign] = [await listen(one, system.sink), await listen(other, system.sink)]
    const installs = list([one, other].map(({ installSid }) => uuid(installSid)))
    const both = () => run(sql`update users set last_name = 'Both' where install_sid in (${installs})`)
    const heard = await ear.eventsOf(() =>
      foreign.eventsOf(both).then(events => expect(events).toHaveLength(1)),
    )
    expect(heard.map(({ payload }) => payload['installSid'])).toEqual([one.installSid])
    expect(await foreign.eventsOf(() => rename(one, 'One'))).toEqual([])
  })

  test('include those of all its installs', async () => {
    const created = await world.admin('POST', '/v1/installs', { body: { name: 'Second' } })
    const installSid = created.text('sid')
    const body = { firstName: 'Ada', lastName: 'L', email: 'second@school.example' }
    const [event] = await listener.eventsOf(() =>
      world.admin('POST', `/v1/installs/${installSid}/users`, { body }),
    )
    expect(event?.payload['installSid']).toBe(installSid)
  })

  test('are not stored if it has no endpoint', async () => {
    const deaf = await makeSession({}, system.stack)
    await deaf.act('DELETE', '', { reason: 'other-reason' })
    await rename(deaf, 'Unheard')
    expect(await eventRows(deaf)).toEqual([])
  })
})
