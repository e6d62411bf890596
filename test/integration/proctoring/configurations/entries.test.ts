// instructorAsProctor: rooms and times in which instructors proctor. Appointments refer to the sids of these entries.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { examSession } from '../../../../db/schema/session.ts'
import { newSid } from '../../../../db/sid.ts'
import {
  addSession,
  changingNothing,
  type ExamWorld,
  entry,
  type Members,
  makeExam,
  stored,
} from '../../../support/configurations.ts'
import { badPaths } from '../../../support/problem.ts'
import { sidOf } from '../../../support/tokens.ts'

let exam: ExamWorld
beforeAll(async () => {
  exam = await makeExam({ instructorAsProctor: [entry] })
})

const entriesOf = (record: Members): Members[] =>
  [record['instructorAsProctor']].flat().map(one => Object(one))
const rooms = (...locations: string[]) => locations.map(location => ({ location }))
const locations = (record: Members) => entriesOf(record).map(({ location }) => location)
const nothing = { location: null, startTime: null, endTime: null, capacity: null }

/** An accommodation with entries in the rooms. */
async function withRooms(...names: string[]) {
  const { body } = await exam.accommodate({ instructorAsProctor: rooms(...names) })
  return { sid: String(body['sid']), entries: entriesOf(body) }
}

const refused = async (sid: string, instructorAsProctor: unknown) => {
  const body = { instructorAsProctor }
  return badPaths(await changingNothing(exam, () => exam.admin('PUT', exam.at(sid), { body })))
}

test('an entry gets its own IP sid and is returned completely', async () => {
  const [first, second] = entriesOf((await exam.accommodate({ instructorAsProctor: [entry, {}] })).body)
  expect(first).toEqual({ ...entry, sid: expect.stringMatching(/^IP[a-f0-9]{32}$/) })
  expect(second).toEqual({ ...nothing, sid: expect.stringMatching(/^IP[a-f0-9]{32}$/) })
  expect(first?.['sid']).not.toBe(second?.['sid'])
})

test('the order of entries is kept', async () => {
  const names = ['z', 'a', 'm', 'b', 'y', '1', '0']
  const { sid } = await withRooms(...names)
  expect(locations(await exam.read(sid))).toEqual(names)
  await exam.replace(sid, { instructorAsProctor: rooms(...names.toReversed()) })
  expect(locations(await exam.read(sid))).toEqual(names.toReversed())
})

test('an entry with a sid of the configuration keeps the sid and gets the new values', async () => {
  const { sid, entries } = await withRooms('A', 'B')
  const [first, second] = entries
  const kept = [{ ...entry, sid: second?.['sid'] }, { location: 'New' }, { sid: first?.['sid'] }]
  const record = (await exam.replace(sid, { instructorAsProctor: kept })).body
  expect(entriesOf(record)).toEqual([
    { ...entry, sid: second?.['sid'] },
    { ...nothing, location: 'New', sid: expect.stringMatching(/^IP/) },
    { ...nothing, sid: first?.['sid'] },
  ])
  expect(await exam.read(sid)).toEqual(record)
})

test('an entry without a sid is a new one, even with equal members', async () => {
  const { sid, entries } = await withRooms('A')
  const [fresh] = entriesOf((await exam.replace(sid, { instructorAsProctor: rooms('A') })).body)
  expect(fresh?.['sid']).not.toBe(entries[0]?.['sid'])
})

test('entries that are not sent are deleted from the tables, and no others', async () => {
  const other = await withRooms('Other')
  const { sid, entries } = await withRooms('A', 'B', 'C')
  await exam.replace(sid, { instructorAsProctor: [{ sid: entries[1]?.['sid'], location: 'B' }] })
  const of = async (one: string) =>
    (await stored(exam)).entries.filter(row => row.configurationSid === one).map(row => row.location)
  expect(await of(sid)).toEqual(['B'])
  expect(await of(other.sid)).toEqual(['Other'])
  await exam.replace(sid, {})
  expect(await of(sid)).toEqual([])
})

test('a kept entry keeps its session, and a removed one releases it', async () => {
  const { sid, entries } = await withRooms('A', 'B')
  const [kept, dropped] = entries.map(one => String(one['sid']))
  if (!(kept && dropped)) throw new Error('No entries')
  for (const one of [kept, dropped])
    await addSession(exam, { instructorProctorSid: sidOf('IP', one), accessKey: one })
  await exam.replace(sid, { instructorAsProctor: [{ sid: kept }] })
  const given = async (accessKey: string) =>
    (await exam.stack.db.select().from(examSession).where(eq(examSession.accessKey, accessKey)))[0]
  expect(await given(kept)).toHaveProperty('instructorProctorSid', kept)
  expect(await given(dropped)).toHaveProperty('instructorProctorSid', null)
})

test('another configuration’s entries are not changed', async () => {
  const before = await exam.read()
  await withRooms('A')
  expect(await exam.read()).toEqual(before)
})

describe('400 at `instructorAsProctor.N.sid`, with nothing changed', () => {
  test('for an unknown sid', async () => {
    const { sid } = await withRooms('A')
    expect(await refused(sid, [{}, { sid: newSid('IP') }])).toEqual(['instructorAsProctor.1.sid'])
  })

  test('for each of several', async () => {
    const { sid, entries } = await withRooms('A')
    const sids = [newSid('IP'), entries[0]?.['sid'], newSid('IP')]
    expect(
      await refused(
        sid,
        sids.map(one => ({ sid: one })),
      ),
    ).toEqual(['instructorAsProctor.0.sid', 'instructorAsProctor.2.sid'])
  })

  test('for a sid of another configuration of the exam', async () => {
    const { sid } = await withRooms('A')
    const { entries } = await withRooms('B')
    expect(await refused(sid, [{ sid: entries[0]?.['sid'] }])).toEqual(['instructorAsProctor.0.sid'])
  })

  test('for a sid of another install', async () => {
    const { sid } = await withRooms('A')
    const [foreign] = entriesOf(await (await makeExam({ instructorAsProctor: [entry] })).read())
    expect(await refused(sid, [{ sid: foreign?.['sid'] }])).toEqual(['instructorAsProctor.0.sid'])
  })

  test('for a sid that an earlier PUT removed', async () => {
    const { sid, entries } = await withRooms('A')
    await exam.replace(sid, {})
    expect(await refused(sid, [{ sid: entries[0]?.['sid'] }])).toEqual(['instructorAsProctor.0.sid'])
  })

  test.each(['x', '', 5, newSid('EC')])('for the malformed sid %j', async malformed => {
    const { sid } = await withRooms('A')
    expect(await refused(sid, [{ sid: malformed }])).toEqual(['instructorAsProctor.0.sid'])
  })
})

test('the same sid twice is 400 and named', async () => {
  const { sid, entries } = await withRooms('A', 'B')
  const twice = [{ sid: entries[0]?.['sid'] }, { sid: entries[1]?.['sid'] }, { sid: entries[0]?.['sid'] }]
  const paths = await refused(sid, twice)
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) expect(path).toMatch(/^instructorAsProctor(\.[02]\.sid)?$/)
})

describe('startTime after endTime', () => {
  const late = { ...entry, startTime: entry.endTime, endTime: entry.startTime }
  const isNamed = (paths: string[]) => {
    expect(paths).toHaveLength(1)
    expect(paths[0]).toMatch(/^instructorAsProctor\.1\.(start|end)Time$/)
  }

  test('is 400 in a PUT', async () => {
    const { sid } = await withRooms('A')
    isNamed(await refused(sid, [entry, late]))
  })

  test('is 400 in A7', async () => {
    const body = { enrollmentSid: exam.enrollmentSid, instructorAsProctor: [entry, late] }
    isNamed(badPaths(await changingNothing(exam, () => exam.admin('POST', exam.at(), { body }))))
  })

  test('is 400 in A7 for a copy', async () => {
    const body = { referenceExamConfigurationSid: exam.primarySid, instructorAsProctor: [entry, late] }
    isNamed(badPaths(await changingNothing(exam, () => exam.admin('POST', exam.at(), { body }))))
  })

  test('is granted when both are equal or one is missing', async () => {
    const { startTime } = entry
    const times = [{ startTime, endTime: startTime }, { startTime }, { endTime: startTime }]
    const { body } = await exam.accommodate({ instructorAsProctor: times })
    expect(entriesOf(body)).toHaveLength(3)
  })
})

test('A7 accepts no sid in an entry: 400 at `instructorAsProctor.0.sid`', async () => {
  const body = { enrollmentSid: exam.enrollmentSid, instructorAsProctor: [{ ...entry, sid: newSid('IP') }] }
  const answer = await changingNothing(exam, () => exam.admin('POST', exam.at(), { body }))
  expect(badPaths(answer)).toEqual(['instructorAsProctor.0.sid'])
})
