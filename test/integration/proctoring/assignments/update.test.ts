// A2, PUT /v1/installs/{installSid}/exams/{examSid}/assignments, and the list that returns the sids for it: granted calls.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { assignableIn, makeAssignable } from '../../../support/assignments.ts'
import { change, makeCourse } from '../../../support/catalog.ts'
import { problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { makeWorld } from '../../../support/world.ts'

const dates = {
  examOpenDate: '2026-12-01',
  examCloseDate: '2026-12-05',
  schedulingOpenDate: '2026-11-01',
  schedulingCloseDate: '2026-11-30',
}
const noDates = {
  examOpenDate: null,
  examCloseDate: null,
  schedulingOpenDate: null,
  schedulingCloseDate: null,
}
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('an added assignment is listed with its sid, exam, dates, targets and creation date', async () => {
  const exam = await makeAssignable()
  const sectionSids = [await exam.section(), await exam.section()]
  const enrollmentSids = [exam.learner, await exam.enroll()]
  await exam.change({ added: [{ ...dates, targets: { enrollmentSids, sectionSids } }] })
  expect(await exam.list()).toEqual([
    {
      sid: expect.stringMatching(/^EA[a-f0-9]{32}$/),
      examSid: exam.examSid,
      ...dates,
      targets: {
        enrollmentSids: expect.toSatisfy(
          sids => String(sids.toSorted()) === String(enrollmentSids.toSorted()),
        ),
        sectionSids: expect.toSatisfy(sids => String(sids.toSorted()) === String(sectionSids.toSorted())),
      },
      createdDate: expect.stringMatching(instant),
      editDate: expect.stringMatching(instant),
    },
  ])
})

test.each([{}, noDates, { targets: {} }, { targets: { enrollmentSids: [], sectionSids: [] } }])(
  'an assignment of %j has no dates and no targets',
  async added => {
    const exam = await makeAssignable()
    await exam.change({ added: [added] })
    expect(await exam.list()).toMatchObject([
      { ...noDates, targets: { enrollmentSids: [], sectionSids: [] } },
    ])
  },
)

test.each(['1970-01-01', '2024-02-29', '2026-03-29', '2026-12-31', '2099-01-01'])(
  'the date %s is returned unchanged in all four members',
  async date => {
    const exam = await makeAssignable()
    const all = { ...dates, examOpenDate: date, examCloseDate: date }
    const same = { ...all, schedulingOpenDate: date, schedulingCloseDate: date }
    await exam.change({ added: [same] })
    expect(await exam.list()).toMatchObject([same])
  },
)

test.each([
  ['examOpenDate', '2026-11-30'],
  ['examCloseDate', '2027-01-31'],
  ['schedulingOpenDate', '2026-10-31'],
  ['schedulingCloseDate', '2026-12-31'],
])('an update of %s alone keeps the other dates and the targets', async (name, date) => {
  const exam = await makeAssignable()
  const targets = { enrollmentSids: [exam.learner] }
  const sid = await exam.add({ ...dates, targets })
  for (const value of [date, null, date]) {
    await exam.change({ updated: [{ sid, [name]: value }] })
    expect(await exam.list()).toMatchObject([{ ...dates, [name]: value, targets }])
  }
})

test('an update with only the sid changes nothing but editDate', async () => {
  const exam = await makeAssignable()
  const sid = await exam.add({ ...dates, targets: { enrollmentSids: [exam.learner] } })
  const [before] = await exam.list()
  await exam.change({ updated: [{ sid }] })
  expect(await exam.list()).toEqual([{ ...before, editDate: expect.any(String) }])
})

test('an update changes editDate and keeps createdDate', async () => {
  const exam = await makeAssignable()
  const sid = await exam.add(dates)
  const [before] = await exam.list()
  await setTimeout(10)
  await exam.change({ updated: [{ sid, examCloseDate: null }] })
  const [after] = await exam.list()
  expect(Date.parse(String(after?.['editDate']))).toBeGreaterThan(Date.parse(String(before?.['editDate'])))
  expect(after?.['createdDate']).toBe(before?.['createdDate'])
})

test('an update can move both ends past their earlier positions, or clear one end', async () => {
  const exam = await makeAssignable()
  const sid = await exam.add(dates)
  const later = { examOpenDate: '2027-01-01', examCloseDate: '2027-01-02' }
  await exam.change({ updated: [{ sid, ...later }] })
  expect(await exam.list()).toMatchObject([later])
  await exam.change({ updated: [{ sid, examOpenDate: '2027-02-01', examCloseDate: null }] })
  expect(await exam.list()).toMatchObject([{ examOpenDate: '2027-02-01', examCloseDate: null }])
})

test('an update adds and removes targets, and keeps those that it does not name', async () => {
  const exam = await makeAssignable()
  const [goes, comes] = [await exam.enroll(), await exam.enroll()]
  const [sectionGoes, sectionComes] = [await exam.section(), await exam.section()]
  const sid = await exam.add({
    targets: { enrollmentSids: [exam.learner, goes], sectionSids: [sectionGoes] },
  })
  const targets = {
    added: { enrollmentSids: [comes], sectionSids: [sectionComes] },
    removed: { enrollmentSids: [goes], sectionSids: [sectionGoes] },
  }
  await exam.change({ updated: [{ sid, targets }] })
  const [{ targets: now } = {}] = await exam.list()
  expect(now).toEqual({
    enrollmentSids: expect.arrayContaining([exam.learner, comes]),
    sectionSids: [sectionComes],
  })
  expect(now).toHaveProperty('enrollmentSids.length', 2)
})

test('adding a target that is already there changes nothing', async () => {
  const exam = await makeAssignable()
  const sid = await exam.assign(exam.learner)
  await exam.change({ updated: [{ sid, targets: { added: { enrollmentSids: [exam.learner] } } }] })
  expect(await exam.list()).toMatchObject([{ targets: { enrollmentSids: [exam.learner] } }])
})

test('one call removes, updates and adds', async () => {
  const exam = await makeAssignable()
  const [removed, updated] = [await exam.add(dates), await exam.add(dates)]
  await exam.change({
    added: [{ examOpenDate: '2026-12-24' }],
    removed: [removed],
    updated: [{ sid: updated, examOpenDate: null }],
  })
  const rest = await exam.list()
  expect(rest.map(({ examOpenDate }) => examOpenDate)).toEqual([null, '2026-12-24'])
  expect(rest.map(({ sid }) => sid)).toContain(updated)
})

test.each([{}, { added: [] }, { removed: [] }, { updated: [] }, { added: [], removed: [], updated: [] }])(
  '%j is granted and changes no row',
  async body => {
    const exam = await makeAssignable()
    await exam.assign(exam.learner)
    await changingNoRow(exam.world, () => exam.change(body))
  },
)

test('500 assignments with one target each are added, updated and removed, each in at most two round trips', async () => {
  const exam = await makeAssignable()
  const added = Array.from({ length: 500 }, () => ({ ...dates, targets: { enrollmentSids: [exam.learner] } }))
  await exam.change({ added })
  const sids = (await exam.list()).map(({ sid }) => sid)
  expect(new Set(sids).size).toBe(500)
  await exam.change({ updated: sids.map(sid => ({ sid, examOpenDate: null })) })
  expect(new Set((await exam.list()).map(({ examOpenDate }) => examOpenDate))).toEqual(new Set([null]))
  await exam.change({ removed: sids })
  expect(await exam.list()).toEqual([])
})

test('the list contains exactly the assignments of its exam', async () => {
  const exam = await makeAssignable()
  const other = await assignableIn(exam)
  const sids = [await exam.add(dates), await exam.add(dates)]
  await other.add(dates)
  expect((await exam.list()).map(({ sid }) => sid)).toEqual(sids)
})

test('the list can be filtered by an enrollment or section that is a target, and shows all targets', async () => {
  const exam = await makeAssignable()
  const [section, second] = [await exam.section(), await exam.enroll()]
  const both = await exam.add({ targets: { enrollmentSids: [exam.learner, second], sectionSids: [section] } })
  const one = await exam.assign(second)
  await exam.add(dates)
  const sidsOf = async (query: Record<string, string>) => (await exam.list(query)).map(({ sid }) => sid)
  expect(await sidsOf({ enrollmentSid: exam.learner })).toEqual([both])
  expect(await sidsOf({ enrollmentSid: second })).toEqual([both, one])
  expect(await sidsOf({ sectionSid: section })).toEqual([both])
  expect(await sidsOf({ sectionSid: section, enrollmentSid: second })).toEqual([both])
  expect(await sidsOf({ enrollmentSid: newSid('EN') })).toEqual([])
  const [shown] = await exam.list({ enrollmentSid: exam.learner })
  expect(shown).toHaveProperty('targets.enrollmentSids.length', 2)
})

test('paging by next visits each assignment once, in both orders', async () => {
  const exam = await makeAssignable()
  await exam.change({ added: Array.from({ length: 5 }, () => dates) })
  const all = (await exam.list()).map(({ sid }) => sid)
  for (const [order, expected] of [['ASC', all] as const, ['DESC', all.toReversed()] as const]) {
    const seen: unknown[] = []
    let next: unknown = exam.world.path(`/exams/${exam.examSid}/assignments?limit=2&sortOrder=${order}`)
    while (typeof next === 'string') {
      const page = await exam.world.admin('GET', next)
      expect(page.count('total')).toBe(5)
      seen.push(...page.list('results').map(({ sid }) => sid))
      next = page.body['next']
    }
    expect(seen).toEqual(expected)
  }
})

test('an unknown exam, one of a deleted course and one of another install are 404 to list and to change', async () => {
  const [ours, theirs] = [await makeAssignable(), await makeAssignable()]
  const course = await makeCourse(ours.world)
  const deleted = await course.exam({ limitedScope: true })
  await change(ours.world, 'DELETE', course.at())
  const world = await makeWorld()
  const paths = [newSid('EX'), theirs.examSid, deleted].map(sid =>
    ours.world.path(`/exams/${sid}/assignments`),
  )
  for (const path of [...paths, world.path(`/exams/${theirs.examSid}/assignments`)])
    await changingNoRow(ours.world, async () => {
      problemOf(await ours.world.admin('GET', path), 404)
      problemOf(await ours.world.admin('PUT', path, { body: { added: [dates] } }), 404)
    })
})
