// A2: refused bodies. The problem names the path, and no part of the call is applied.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { type Assignable, assignableIn, type Members, makeAssignable } from '../../../support/assignments.ts'
import { change, makeCourse } from '../../../support/catalog.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { makeWorld } from '../../../support/world.ts'

let exam: Assignable
/** An assignment with all four dates, and its sid. */
let sid: string
const stored = {
  examOpenDate: '2026-05-10',
  examCloseDate: '2026-05-20',
  schedulingOpenDate: '2026-04-10',
  schedulingCloseDate: '2026-04-20',
}
beforeAll(async () => {
  exam = await makeAssignable()
  sid = await exam.add({ ...stored, targets: { enrollmentSids: [exam.learner] } })
})

/** Returns the distinct paths that a 400 names, in order. Expects that no row has changed. */
async function refusedAt(body: unknown): Promise<string[]> {
  const answer = await changingNoRow(exam.world, () => exam.put(body))
  return [...new Set(badPaths(answer))].toSorted()
}

const names = Object.keys(stored)
const noDates = [
  ...['2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-2', '20260102', ''],
  ...['2026-02-03T00:00:00Z', '2026-02-03T00:00:00.000Z', '2026-02-03 ', ' 2026-02-03', '2026-02-03\n'],
  ...['+002026-02-03', '-2026-01-01', '12026-01-01', '٢٠٢٦-٠١-٠١', '2026-W05-1', '2026-034', 'infinity'],
  ...['today', 5, 20260203, true, [], {}],
]

test.each(noDates)(
  'the invalid date %j is 400 in each of the four members, in a new assignment and an update',
  async value => {
    const dates = Object.fromEntries(names.map(name => [name, value]))
    const at = (place: string) => names.map(name => `${place}.${name}`).toSorted()
    expect(await refusedAt({ added: [{}, dates] })).toEqual(at('added.1'))
    expect(await refusedAt({ updated: [{ sid, ...dates }] })).toEqual(at('updated.0'))
  },
)

test.each(['0000-01-01', '0001-01-01', '9999-12-31'])(
  'the date %s is refused, or is returned unchanged and can be read',
  async date => {
    const own = await makeAssignable()
    const same = { examOpenDate: date, examCloseDate: date }
    const answer = await own.put({ added: [{ ...same, targets: { enrollmentSids: [own.learner] } }] })
    if (answer.status !== 200) {
      expect(badPaths(answer)).toContain('added.0.examOpenDate')
      return
    }
    expect(await own.list()).toMatchObject([same])
    await own.effective()
  },
)

describe('a window that closes before it opens is 400 at the close date', () => {
  test.each([
    ['examOpenDate', 'examCloseDate'],
    ['schedulingOpenDate', 'schedulingCloseDate'],
  ])('%s > %s in a new assignment and in an update of both', async (open, close) => {
    const window = { [open]: '2026-06-02', [close]: '2026-06-01' }
    expect(await refusedAt({ added: [window] })).toEqual([`added.0.${close}`])
    expect(await refusedAt({ added: [{}, {}, window] })).toEqual([`added.2.${close}`])
    expect(await refusedAt({ updated: [{ sid, ...window }] })).toEqual([`updated.0.${close}`])
  })

  test.each(['exam', 'scheduling'])('the %s close date before the stored open date', async kind => {
    const body = { updated: [{ sid, [`${kind}CloseDate`]: '2026-03-01' }] }
    expect(await refusedAt(body)).toEqual([`updated.0.${kind}CloseDate`])
  })

  test.each(['exam', 'scheduling'])('the %s open date after the stored close date', async kind => {
    const [path, ...rest] = await refusedAt({ updated: [{ sid, [`${kind}OpenDate`]: '2026-07-01' }] })
    expect(path).toBe(`updated.0.${kind}CloseDate`)
    expect(rest).toEqual([])
  })

  test('the invalid one of several updates is named', async () => {
    const other = await exam.add(stored)
    const body = { updated: [{ sid: other }, { sid, examCloseDate: '2026-03-01' }] }
    expect(await refusedAt(body)).toEqual(['updated.1.examCloseDate'])
    await exam.change({ removed: [other] })
  })
})

describe('an assignment that does not belong to the exam is 404', () => {
  const elsewhere: [string, () => Promise<string>][] = [
    ['unknown', () => Promise.resolve(newSid('EA'))],
    ['of another exam of the course', async () => (await assignableIn(exam)).add(stored)],
    ['of another install', async () => (await makeAssignable()).add(stored)],
    [
      'removed before',
      async () => {
        const removed = await exam.add(stored)
        await exam.change({ removed: [removed] })
        return removed
      },
    ],
  ]
  test.each(elsewhere)('%s', async (_, make) => {
    const missing = await make()
    const bodies = [
      { removed: [missing] },
      { removed: [sid, missing] },
      { updated: [{ sid: missing, examOpenDate: null }] },
      { updated: [{ sid, examOpenDate: null }, { sid: missing }] },
      { added: [stored], removed: [missing] },
    ]
    for (const body of bodies)
      await changingNoRow(exam.world, async () => problemOf(await exam.put(body), 404))
  })
})

describe('a target that does not belong to the course is 400 and named', () => {
  const elsewhere: [string, () => Promise<{ enrollment: string; section: string }>][] = [
    ['unknown', () => Promise.resolve({ enrollment: newSid('EN'), section: newSid('SE') })],
    ['of another course', async () => targetsIn(await makeCourse(exam.world))],
    ['of another install', async () => targetsIn(await makeCourse(await makeWorld()))],
  ]
  const targetsIn = async (course: Awaited<ReturnType<typeof makeCourse>>) => ({
    enrollment: await course.enroll(),
    section: await course.section(),
  })
  test.each(elsewhere)('%s', async (_, make) => {
    const { enrollment, section } = await make()
    const enrollmentSids = [exam.learner, enrollment]
    const sectionSids = [section]
    const at = (place: string) => [`${place}.enrollmentSids.1`, `${place}.sectionSids.0`]
    const added = [{}, { targets: { enrollmentSids, sectionSids } }]
    expect(await refusedAt({ added })).toEqual(at('added.1.targets'))
    for (const list of ['added', 'removed']) {
      const updated = [{ sid, targets: { [list]: { enrollmentSids, sectionSids } } }]
      expect(await refusedAt({ updated })).toEqual(at(`updated.0.targets.${list}`))
    }
  })
})

test('a deleted section is not a valid target', async () => {
  const section = await exam.section()
  await change(exam.world, 'DELETE', exam.at(`/sections/${section}`))
  const added = [{ targets: { sectionSids: [section] } }]
  expect(await refusedAt({ added })).toEqual(['added.0.targets.sectionSids.0'])
})

const twice: [string, (learner: string, section: string) => Members, RegExp][] = [
  ['a removed sid', () => ({ removed: [sid, sid] }), /^removed(\.1)?$/],
  ['an updated sid', () => ({ updated: [{ sid }, { sid }] }), /^updated(\.1(\.sid)?)?$/],
  ['a sid that is removed and updated', () => ({ removed: [sid], updated: [{ sid }] }), /^(removed|updated)/],
  [
    'an enrollment in the targets',
    learner => ({ added: [{ targets: { enrollmentSids: [learner, learner] } }] }),
    /^added\.0\.targets\.enrollmentSids(\.1)?$/,
  ],
  [
    'a section in the targets',
    (_, section) => ({ added: [{ targets: { sectionSids: [section, section] } }] }),
    /^added\.0\.targets\.sectionSids(\.1)?$/,
  ],
  [
    'an enrollment in the targets to add',
    learner => ({ updated: [{ sid, targets: { added: { enrollmentSids: [learner, learner] } } }] }),
    /^updated\.0\.targets\.added\.enrollmentSids(\.1)?$/,
  ],
  [
    'a section in the targets to remove',
    (_, section) => ({ updated: [{ sid, targets: { removed: { sectionSids: [section, section] } } }] }),
    /^updated\.0\.targets\.removed\.sectionSids(\.1)?$/,
  ],
]

test.each(twice)('%s that occurs twice is 400', async (_, body, path) => {
  const paths = await refusedAt(body(exam.learner, await exam.section()))
  expect(paths).toContainEqual(expect.stringMatching(path))
})

const malformed: [path: string, body: unknown][] = [
  ['nickname', { nickname: 1 }],
  ['added', { added: {} }],
  ['added.0.nickname', { added: [{ nickname: 1 }] }],
  ['added.0.sid', { added: [{ sid: newSid('EA') }] }],
  ['added.0.targets.userSids', { added: [{ targets: { userSids: [] } }] }],
  ['added.0.targets.added', { added: [{ targets: { added: {} } }] }],
  ['added.0.targets.enrollmentSids.0', { added: [{ targets: { enrollmentSids: [newSid('US')] } }] }],
  ['removed.0', { removed: ['x'] }],
  ['removed.0', { removed: [newSid('EX')] }],
  ['updated.0.sid', { updated: [{ examOpenDate: null }] }],
  ['updated.0.targets.enrollmentSids', { updated: [{ sid: newSid('EA'), targets: { enrollmentSids: [] } }] }],
  ['added', { added: Array.from({ length: 501 }, () => ({})) }],
]

test.each(malformed)('%s is named in a 400 when it is malformed', async (path, body) => {
  expect(await refusedAt(body)).toEqual([path])
})

test('one invalid entry among many valid ones is refused, and no row changes', async () => {
  const others = [await exam.add(stored), await exam.add(stored), await exam.add(stored)]
  const targets = { enrollmentSids: [await exam.enroll()], sectionSids: [await exam.section()] }
  const [first = '', second = '', third = ''] = others
  const good = {
    added: Array.from({ length: 40 }, () => ({ ...stored, targets })),
    removed: [first],
    updated: [{ sid: second, examOpenDate: null, targets: { added: targets } }, { sid: third }],
  }
  const bad: [status: number, body: Members][] = [
    [400, { ...good, added: [...good.added, { examOpenDate: '2026-02-30' }] }],
    [400, { ...good, added: [...good.added, { ...stored, examCloseDate: '2026-01-01' }] }],
    [400, { ...good, added: [...good.added, { targets: { enrollmentSids: [newSid('EN')] } }] }],
    [400, { ...good, updated: [...good.updated, { sid, examCloseDate: '2026-01-01' }] }],
    [404, { ...good, updated: [...good.updated, { sid: newSid('EA') }] }],
    [404, { ...good, removed: [...good.removed, newSid('EA')] }],
  ]
  for (const [status, body] of bad)
    await changingNoRow(exam.world, async () => problemOf(await exam.put(body), status))
  const { length } = await exam.list()
  await exam.change(good)
  expect(await exam.list()).toHaveLength(length - 1 + 40)
})
