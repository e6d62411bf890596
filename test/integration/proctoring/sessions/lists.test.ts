// A10 and the list of an exam: filters, order and pages.
import { beforeAll, describe, expect, test } from 'vitest'
import { examSession } from '../../../../db/schema/session.ts'
import { newSid } from '../../../../db/sid.ts'
import { sidsOf } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { badPaths } from '../../../support/problem.ts'
import { rotating, sample } from '../../../support/rounds.ts'
import { another, run, setRow } from '../../../support/session-steps.ts'
import { type Status, statuses } from '../../../support/session-table.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sidOf } from '../../../support/tokens.ts'

/** Inserts closed sessions of the learner without the API, every second one cancelled, all created at the same instant. */
async function addClosed(world: SessionWorld, count: number, createdDate = new Date(0)): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    sid: newSid('ES'),
    installSid: sidOf('AI', world.installSid),
    courseSid: sidOf('CU', world.courseSid),
    examSid: sidOf('EX', world.examSid),
    enrollmentSid: sidOf('EN', world.enrollmentSid),
    userSid: sidOf('US', world.userSid),
    status: 'Closed' as const,
    accessKey: `key ${at}`,
    cancelledDate: at % 2 ? new Date() : null,
    createdDate,
  }))
  await world.stack.db.insert(examSession).values(rows)
  return rows.map(({ sid }) => sid)
}

const query = (entries: [string, string][]) => new URLSearchParams(entries).toString()
const listPath = ({ enrollmentSid, examSid, path }: SessionWorld) =>
  path(`/enrollments/${enrollmentSid}/exams/${examSid}/sessions`)

async function list(world: SessionWorld, entries: [string, string][] = []): Promise<Answer> {
  const answer = await world.admin('GET', `${listPath(world)}?${query(entries)}`)
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  return answer
}

test('an item of A10 has exactly its eight fields, with the values of the record', async () => {
  const world = await makeSession()
  await run(world, 'schedule', 30)
  const record = (await world.read()).body
  const { sid, status, running, endedDate, sessionType, appointmentDate, createdDate, editDate } = record
  const answer = await list(world)
  expect(answer.list('results')).toEqual([
    { sid, status, running, endedDate, sessionType, appointmentDate, createdDate, editDate },
  ])
  expect(answer.body).toMatchObject({ total: 1, count: 1, offset: 0, next: null, prev: null })
})

const active = statuses.filter(status => status !== 'Closed' && status !== 'Processing')
/** Every set of statuses, the empty one first. */
const sets = statuses.reduce<Status[][]>((all, status) => all.flatMap(set => [set, [...set, status]]), [[]])

describe('status and includeActive', () => {
  let world: SessionWorld
  let closed: string[]
  beforeAll(async () => {
    world = await makeSession()
    closed = await addClosed(world, 2)
  })

  /** The expected list if the active session has the status. */
  const expected = (wanted: Status[], includeActive: boolean, current: Status) => [
    ...(wanted.length === 0 || wanted.includes('Closed') ? closed : []),
    ...(wanted.length === 0 || wanted.includes(current) || includeActive ? [world.sessionSid] : []),
  ]

  async function holds(wanted: Status[], includeActive: string | undefined, current: Status) {
    const entries: [string, string][] = wanted.map(status => ['status', status])
    if (includeActive !== undefined) entries.push(['includeActive', includeActive])
    const answer = await list(world, entries)
    const sids = expected(wanted, includeActive === 'true', current)
    expect([entries, sidsOf(answer), answer.body['total']]).toEqual([entries, sids, sids.length])
  }

  test('all 128 sets of statuses with includeActive true, false and absent list exactly the matching sessions', async () => {
    expect(sets).toHaveLength(128)
    await setRow(world, world.sessionSid, { status: 'Scheduled' })
    for (const wanted of sample(sets, 25))
      await Promise.all(
        [undefined, 'true', 'false'].map(includeActive => holds(wanted, includeActive, 'Scheduled')),
      )
  }, 60_000)

  test.each(active)('an active session in %s is listed by its status or by includeActive', async current => {
    await setRow(world, world.sessionSid, { status: current })
    const wishes = [[], [current], ['Closed' as const], active.filter(status => status !== current)]
    for (const [at, wanted] of wishes.entries())
      for (const includeActive of rotating([undefined, 'true', 'false'], active.indexOf(current) + at, 1))
        await holds(wanted, includeActive, current)
  })

  test('a repeated status counts once', async () => {
    await setRow(world, world.sessionSid, { status: 'Incident' })
    const twice: [string, string][] = [
      ['status', 'Closed'],
      ['status', 'Closed'],
    ]
    expect(sidsOf(await list(world, twice))).toEqual(closed)
  })

  test.each([
    ['status', 'closed'],
    ['status', ''],
    ['status', 'Running'],
    ['includeActive', 'yes'],
    ['includeActive', ''],
    ['sortKeys', 'status'],
    ['sortOrder', 'asc'],
    ['limit', '-1'],
    ['offset', 'x'],
  ])('%s=%s is 400', async (name, value) => {
    const answer = await world.admin('GET', `${listPath(world)}?${query([[name, value]])}`)
    expect(badPaths(answer).join()).toMatch(new RegExp(`^${name}`))
  })

  test('without an active session includeActive adds nothing', async () => {
    const other = await another(world)
    await setRow(other, other.sessionSid, { status: 'Closed' })
    const entries: [string, string][] = [
      ['status', 'Scheduled'],
      ['includeActive', 'true'],
    ]
    expect(sidsOf(await list(other, entries))).toEqual([])
  })
})

describe('pages', () => {
  let world: SessionWorld
  let sids: string[]
  beforeAll(async () => {
    world = await makeSession()
    sids = [...(await addClosed(world, 29)).toSorted(), world.sessionSid]
  })

  test.each([
    [[], 25],
    [[['limit', '0']], 0],
    [[['limit', '1']], 1],
    [[['limit', '25']], 25],
    [[['limit', '1000']], 30],
    [[['limit', '1001']], 30],
  ] as [[string, string][], number][])(
    '%j returns %d of the 30, and the correct total',
    async (entries, count) => {
      const answer = await list(world, entries)
      expect(answer.body).toMatchObject({ total: 30, count, offset: 0 })
      expect(sidsOf(answer)).toEqual(sids.slice(0, count))
    },
  )

  test.each(['1', '7', '25'])(
    'paging by next in pages of %s shows each once, in both orders',
    async limit => {
      for (const sortOrder of rotating(['ASC', 'DESC'], limit.length, 1)) {
        const seen: unknown[] = []
        let next: unknown = `${listPath(world)}?${query([
          ...Object.entries({ limit, sortOrder, sortKeys: 'createdDate', includeActive: 'true' }),
          ['status', 'Closed'],
        ])}`
        while (typeof next === 'string') {
          const answer = await world.admin('GET', next)
          expect(answer.body).toMatchObject({ total: 30, offset: seen.length })
          seen.push(...sidsOf(answer))
          next = answer.body['next']
        }
        expect(seen).toEqual(sortOrder === 'ASC' ? sids : sids.toReversed())
      }
    },
  )
})

describe('the list of an exam', () => {
  test('has the sessions of all learners, and filters by status, learner and appointment', async () => {
    const world = await makeSession()
    const [ada, bo] = [await another(world), await another(world)]
    const at = [30, 60, 90].map(soon)
    for (const [index, one] of [world, ada, bo].entries())
      await one.admin('POST', one.at(), { body: { appointmentDate: at[index] } })
    await run(bo, 'cancel')
    const all = (entries: [string, string][]) =>
      world.admin('GET', world.path(`/exams/${world.examSid}/sessions?${query(entries)}`))
    const listed = async (...entries: [string, string][]) => sidsOf(await all(entries))
    expect((await all([])).list('results')).toHaveLength(4)
    expect(await listed(['status', 'Scheduled'])).toEqual([world.sessionSid, ada.sessionSid])
    expect(await listed(['status', 'Closed'])).toEqual([bo.sessionSid])
    expect(await listed(['enrollmentSid', ada.enrollmentSid])).toEqual([ada.sessionSid])
    expect(await listed(['userSid', ada.userSid])).toEqual([ada.sessionSid])
    const [first = '', second = ''] = at
    expect(await listed(['appointmentDateAfter', second])).toEqual([ada.sessionSid, bo.sessionSid])
    expect(await listed(['appointmentDateBefore', second])).toEqual([world.sessionSid])
    const both: [string, string][] = [
      ['appointmentDateAfter', first],
      ['appointmentDateBefore', second],
    ]
    expect(await listed(...both)).toEqual([world.sessionSid])
    const byDate = await listed(
      ['sortKeys', 'appointmentDate'],
      ['sortOrder', 'DESC'],
      ['status', 'Scheduled'],
    )
    expect(byDate).toEqual([ada.sessionSid, world.sessionSid])
    expect(await listed(['userSid', newSid('US')])).toEqual([])
  })
})
