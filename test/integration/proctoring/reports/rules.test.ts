// The rules for the rows of each report, as the decisions describe them; each test makes one change in a small tenant.
import { describe, expect, test } from 'vitest'
import { membersOf } from '../../../support/catalog.ts'
import { type DataSet, hoursFromBase } from '../../../support/report-data.ts'
import { anotherInstall, examListOf } from '../../../support/report-proctor.ts'
import { insertRows, rowsOf } from '../../../support/report-rows.ts'
import { plain, read, sceneOf } from '../../../support/report-scene.ts'
import { churn, paged, reports, unscheduledLearners } from '../../../support/report-table.ts'
import { allow } from '../../../support/world.ts'

type Session = DataSet['sessions'][number]
const session: Session = {
  pair: 0,
  made: 0,
  status: 'Closed',
  cancelled: false,
  running: false,
  appointment: null,
}
const date = (days: number) =>
  hoursFromBase(days * 24)
    .toISOString()
    .slice(0, 10)
const assignment = {
  exam: 0,
  made: 0,
  window: [null, null],
  scheduling: [null, null],
  sections: [],
} satisfies Partial<DataSet['assignments'][number]>

describe('A11', () => {
  const first = <T>([one, ...rest]: T[], changes: Partial<T>): T[] => [{ ...one, ...changes } as T, ...rest]
  const configured = (changes: Partial<DataSet['exams'][number]['primary']>): Partial<DataSet> => {
    const primary = plain.exams[0]?.primary
    return primary ? { exams: first(plain.exams, { primary: { ...primary, ...changes } }) } : {}
  }
  const past = [hoursFromBase(-48), hoursFromBase(-24)] satisfies [Date, Date]
  const later = [hoursFromBase(24), hoursFromBase(48)] satisfies [Date, Date]
  const limited = { exams: first(plain.exams, { limitedScope: true }) }
  const used = (running: boolean) => [
    { ...session, running },
    { ...session, status: 'Needs Proctor' as const },
  ]

  test.each<[what: string, listed: boolean, changes: Partial<DataSet>]>([
    ['has no session', true, { sessions: [] }],
    ['has one that needs a proctor', true, { sessions: [{ ...session, status: 'Needs Proctor' }] }],
    ['was denied', true, { sessions: [{ ...session, status: 'Approval Denied' }] }],
    ['has only a cancelled one', true, { sessions: [{ ...session, cancelled: true }] }],
    ['waits for approval', false, { sessions: [{ ...session, status: 'Pending Approval' }] }],
    ['is scheduled', false, { sessions: [{ ...session, status: 'Scheduled' }] }],
    ['is in review', false, { sessions: [{ ...session, status: 'Processing' }] }],
    ['has an incident', false, { sessions: [{ ...session, status: 'Incident' }] }],
    ['has a closed session, with attempts left', false, { sessions: [session] }],
    [
      'has a closed session and a newer cancelled one',
      false,
      { sessions: [session, { ...session, cancelled: true, made: 2 }] },
    ],
    ['withdrew', false, { enrollments: first(plain.enrollments, { status: 'withdrawn' }) }],
    ['has a draft', false, { exams: first(plain.exams, { status: 'draft' }) }],
    ['has a deleted exam', false, { exams: first(plain.exams, { status: 'deleted' }) }],
    ['has no assignment', false, limited],
    ['has the assignment', true, { ...limited, assignments: [{ ...assignment, enrollments: [0] }] }],
    ['has used one attempt of one', false, { ...configured({ attempts: 1 }), sessions: used(true) }],
    ['has used one attempt of two', true, { ...configured({ attempts: 2 }), sessions: used(true) }],
    ['did not start the only attempt', true, { ...configured({ attempts: 1 }), sessions: used(false) }],
    ['is too late for the exam', false, configured({ exam: past })],
    ['is too late to schedule', false, configured({ schedule: past })],
    ['is too early', true, configured({ exam: later, schedule: later })],
    [
      'has more time by an accommodation',
      true,
      {
        ...configured({ exam: past }),
        accommodations: [
          {
            pair: 0,
            configuration: { exam: later, schedule: [null, null], attempts: null, attached: false, made: 0 },
          },
        ],
      },
    ],
    [
      'has less time by an assignment',
      false,
      {
        assignments: [{ ...assignment, enrollments: [0], window: [null, date(-2)] }],
      },
    ],
  ])('a learner who %s: listed %s', async (_, listed, changes) => {
    const scene = await sceneOf({ ...plain, events: [], ...changes })
    const names = membersOf(await read(scene, unscheduledLearners), 'firstName')
    expect(names.includes('Ada')).toBe(listed)
  })
})

describe('A13', () => {
  /** Learners by their sessions before the current one. */
  const histories: Record<string, Session[]> = {
    Neither: [],
    Cancelled: [{ ...session, cancelled: true }],
    Closed: [session],
    Both: [{ ...session, cancelled: true }, session],
  }
  const learners = Object.keys(histories)
  const crowd: DataSet = {
    ...plain,
    events: [],
    people: learners.map(firstName => ({
      firstName,
      lastName: 'L',
      complete: false,
      erased: false,
      made: 0,
    })),
    enrollments: learners.map((_, person) => ({
      ...{ course: 0, person, made: 0, role: 'learner', status: 'active', sections: [] },
    })),
    exams: plain.exams.slice(0, 1),
    sessions: Object.values(histories).flatMap((before, pair) =>
      [...before, { ...session, status: 'Needs Proctor' as const, made: 1 }].map(one => ({ ...one, pair })),
    ),
  }

  test('includeCancelled and includeClosed: absent has no effect, true keeps only matching rows (either), false drops them', async () => {
    const scene = await sceneOf(crowd)
    const table: [cancelled: string | undefined, closed: string | undefined, kept: string[]][] = [
      [undefined, undefined, ['Neither', 'Cancelled', 'Closed', 'Both']],
      ['true', undefined, ['Cancelled', 'Both']],
      ['false', undefined, ['Neither', 'Closed']],
      [undefined, 'true', ['Closed', 'Both']],
      [undefined, 'false', ['Neither', 'Cancelled']],
      ['true', 'true', ['Cancelled', 'Closed', 'Both']],
      ['true', 'false', ['Cancelled']],
      ['false', 'true', ['Closed']],
      ['false', 'false', ['Neither']],
    ]
    for (const [includeCancelled, includeClosed, kept] of table) {
      const answer = await read(scene, churn, { includeCancelled, includeClosed })
      const what = `${includeCancelled} ${includeClosed}`
      expect([what, ...membersOf(answer, 'firstName').toSorted()]).toEqual([what, ...kept.toSorted()])
    }
  })

  test('the current session is the newest that is not cancelled (by sid at equal times), else the newest', async () => {
    const [older, newer] = [
      { ...session, made: 0 },
      { ...session, made: 2 },
    ]
    const cancelled = (one: Session) => ({ ...one, cancelled: true })
    for (const [sessions, current] of [
      [[older, newer], 1],
      [[newer, older], 0],
      [[older, cancelled(newer)], 0],
      [[cancelled(older), cancelled(newer)], 1],
      [[older, older, cancelled(older)], 1],
    ] as [Session[], number][]) {
      const scene = await sceneOf({ ...plain, events: [], sessions })
      const answer = await read(scene, churn)
      expect(membersOf(answer, 'currentSessionSid')).toEqual([scene.rows.sessions[current]?.sid])
      expect(membersOf(answer, 'currentStatus')).toEqual(['Closed'])
    }
  })
})

test('A1 has the exams of the linked installs; a credential of one install sees only those of its install', async () => {
  const { world, rows } = await sceneOf()
  const second = rowsOf(await anotherInstall(world), { ...plain, sessions: [], events: [] })
  const unlinked = rowsOf(await anotherInstall(world), { ...plain, sessions: [], events: [] })
  for (const one of [second, unlinked]) await insertRows(world, one)
  const path = await examListOf(world, [rows.installSid, second.installSid])
  const sidsBy = async (call = world.admin, query = '') =>
    membersOf(await call('GET', `${path}${query}`), 'sid').toSorted()
  const sidsOf = (...some: (typeof rows)[]) =>
    some.flatMap(({ exams }) => exams.map(({ sid }) => String(sid))).toSorted()
  expect(await sidsBy()).toEqual(sidsOf(rows, second))
  expect(await sidsBy(world.admin, `?installSid=${second.installSid}`)).toEqual(sidsOf(second))
  expect(await sidsBy(world.admin, `?installSid=${unlinked.installSid}`)).toEqual([])
  const bound = await world.credential(allow(['sp:ReadExamList'], ['*']))
  expect(await sidsBy(bound.call)).toEqual(sidsOf(rows))
  const totalBy = async (call: typeof world.admin) => (await call('GET', path)).count('total')
  expect(await totalBy(world.admin)).toBe(rows.exams.length + second.exams.length)
  expect(await totalBy(bound.call)).toBe(rows.exams.length)
  expect(await sidsBy(bound.call, `?installSid=${second.installSid}`)).toEqual([])
  const proctor = path.replace('/reports/examList', '')
  const body = { name: 'Eyes', installSids: [second.installSid] }
  expect((await world.admin('PUT', proctor, { body })).status).toBe(200)
  expect(await sidsBy()).toEqual(sidsOf(second))
})

test('erasing people keeps the counts of all reports but that of open work, and removes their names', async () => {
  const scene = await sceneOf()
  const totals = async () => {
    const answers = await Promise.all(reports.map(report => read(scene, report)))
    for (const answer of answers) expect(answer.raw.length).toBeGreaterThan(2)
    const volume = answers.at(-1)?.body
    return { totals: answers.slice(0, paged.length).map(answer => answer.count('total')), volume }
  }
  const before = await totals()
  for (const { sid } of scene.rows.people)
    expect((await scene.world.admin('DELETE', scene.world.path(`/users/${sid}`))).status).toBe(200)
  const withoutWork = before.totals.with(paged.indexOf(unscheduledLearners), 0)
  expect(await totals()).toEqual({ ...before, totals: withoutWork })
  for (const report of reports) {
    const { raw } = await read(scene, report)
    expect(raw).not.toMatch(/Lovelace|Structor|_sure|\bAda\b|\bIna\b/)
  }
  expect((await read(scene, churn)).raw).toContain('Erased')
})
