// Each filter alone, in a tenant of two learners, each with an exam of their own course.
import { beforeAll, expect, test } from 'vitest'
import { newSid, type Prefix } from '../../../../db/sid.ts'
import { hoursFromBase } from '../../../support/report-data.ts'
import type { Query } from '../../../support/report-facts.ts'
import type { Rows } from '../../../support/report-rows.ts'
import { read, type Scene, sceneOf } from '../../../support/report-scene.ts'
import {
  audit,
  churn,
  examList,
  examSessionEvents,
  paged,
  type Report,
  reports,
  unscheduledLearners,
} from '../../../support/report-table.ts'

let scene: Scene
beforeAll(async () => {
  scene = await sceneOf()
})

const at = (hours: number, moreMs = 0) => new Date(Number(hoursFromBase(hours)) + moreMs).toISOString()
const pair = (start: string, end: string, from: string, to: string): Query => ({ [start]: from, [end]: to })
const overlap = (from: string, to: string) => pair('examWindowStart', 'examWindowEnd', from, to)
const containment = (from: string, to: string) => pair('examOpenDate', 'examCloseDate', from, to)
const eventWindow = (from: string, to: string) => pair('eventWindowStart', 'eventWindowEnd', from, to)

/** Texts of the first and the second row; a part of each, in another case, must match its row only. */
const texts: [Report, name: string, first: string, second: string][] = [
  [examList, 'courseTitle', 'LGEB', 'biology'],
  [examList, 'examTitle', 'midTERM', '_1'],
  [unscheduledLearners, 'courseTitle', 'ALGEBRA', 'bio'],
  [unscheduledLearners, 'courseCode', 'l-1', 'bio'],
  [unscheduledLearners, 'examTitle', 'MID', 'L_1'],
  [unscheduledLearners, 'firstName', 'da', 'BO'],
  [unscheduledLearners, 'lastName', 'LOVE', '%'],
  [unscheduledLearners, 'email', 'lovelace.0@', '%_SURE'],
  [examSessionEvents, 'courseTitle', 'gebra', 'BIOLOGY'],
  [examSessionEvents, 'examTitle', 'midterm', '_'],
  [examSessionEvents, 'studentFirstName', 'ADA', 'bo'],
  [examSessionEvents, 'studentLastName', 'lace', '100%_'],
  [churn, 'courseTitle', 'gebra', 'BIOLOGY'],
  [churn, 'examTitle', 'midterm', '_'],
  [churn, 'studentEmail', 'LOVELACE.0', '%_sure'],
  [churn, 'studentFirstName', 'ADA', 'bo'],
  [churn, 'studentLastName', 'lace', '100%_'],
]

const sids: [Report, name: string, (rows: Rows) => { sid: string }[], Prefix][] = [
  [unscheduledLearners, 'courseSid', rows => rows.courses, 'CU'],
  [unscheduledLearners, 'courseOfferingSid', rows => rows.offerings, 'CO'],
  [examSessionEvents, 'courseSid', rows => rows.courses, 'CU'],
  [examSessionEvents, 'courseOfferingSid', rows => rows.offerings, 'CO'],
  [examSessionEvents, 'examSid', rows => rows.exams, 'EX'],
  [examSessionEvents, 'eventSid', rows => rows.events, 'ER'],
  [examSessionEvents, 'eventTypeSid', rows => rows.eventTypes, 'ET'],
  [churn, 'courseOfferingSid', rows => rows.offerings, 'CO'],
  [audit, 'courseOfferingSid', rows => rows.offerings, 'CO'],
]

/** Other filters that match the first row only, the second, both or none. */
const others: [Report, Query, indexesFound: number[]][] = [
  [examSessionEvents, { instructorFirstName: 'INA' }, [0]],
  [examSessionEvents, { instructorLastName: 'struct' }, [0]],
  [examSessionEvents, { instructorFirstName: 'Ada' }, []],
  [examSessionEvents, { instructorFirstName: 'ina', instructorLastName: 'lovelace' }, []],
  [examSessionEvents, { eventStatus: 'Open' }, [0]],
  [examSessionEvents, { eventStatus: 'Resolved' }, [1]],
  [examSessionEvents, { eventStatus: 'Dismissed' }, []],
  [examSessionEvents, eventWindow(at(-5), at(-4)), [0]],
  [examSessionEvents, eventWindow(at(-50), at(-5)), [1]],
  [examSessionEvents, eventWindow(at(-5, 1), at(0)), []],
  [churn, { currentStatus: 'Needs Proctor' }, [0]],
  [churn, { currentStatus: 'Closed' }, []],
  [churn, { includeCancelled: 'true' }, [1]],
  [churn, { includeClosed: 'false' }, [0]],
  ...[examList, churn, audit].flatMap((report): [Report, Query, number[]][] => [
    [report, overlap(at(-100), at(-24)), []],
    [report, overlap(at(-100), at(-24, 1)), [0]],
    [report, overlap(at(24), at(25)), [0]],
    [report, overlap(at(24, 1), at(48)), []],
    [report, overlap(at(72), at(73)), [1]],
    [report, overlap(at(0), at(49)), [0, 1]],
  ]),
  ...[examSessionEvents, churn, audit].flatMap((report): [Report, Query, number[]][] => [
    [report, containment(at(-24), at(24)), [0]],
    [report, containment(at(-24, 1), at(24)), []],
    [report, containment(at(-24), at(24, -1)), []],
    [report, containment(at(48), at(72)), [1]],
    [report, containment(at(-24), at(72)), [0, 1]],
  ]),
]

const wholes = new Map<Report, string[]>()

/** The rows of the report without a filter, read once. */
async function wholeOf(report: Report): Promise<string[]> {
  const known = wholes.get(report)
  if (known) return known
  const rows = await read(scene, report, report.sortKeys.length ? { sortKeys: 'createdDate' } : {})
  const shown = rows.list('results').map(row => JSON.stringify(row))
  expect(shown).toHaveLength(2)
  wholes.set(report, shown)
  return shown
}

/** The indexes of the rows that match the query. */
async function indexesFound(report: Report, query: Query): Promise<number[]> {
  const shown = await wholeOf(report)
  const results = (await read(scene, report, { ...query })).list('results')
  return results.map(row => shown.indexOf(JSON.stringify(row))).toSorted()
}

const labelled = <T extends [Report, ...unknown[]]>(cases: T[]) =>
  cases.map(([report, ...rest]) => ({ report: report.name, given: [report, ...rest] as T, filter: rest[0] }))

test.each(labelled(texts))(
  '$report by $filter matches a part of the value, in any case',
  async ({ given }) => {
    const [report, name, first, second] = given
    expect(await indexesFound(report, { [name]: first })).toEqual([0])
    expect(await indexesFound(report, { [name]: second })).toEqual([1])
    expect(await indexesFound(report, { [name]: '%%' })).toEqual([])
  },
)

test.each(labelled(sids))(
  '$report by $filter matches its own rows; a foreign sid matches none',
  async ({ given }) => {
    const [report, name, list, prefix] = given
    const [first, second] = list(scene.rows)
    expect(await indexesFound(report, { [name]: first?.sid })).toEqual([0])
    expect(await indexesFound(report, { [name]: second?.sid })).toEqual([1])
    const foreign = list((await sceneOf()).rows)[0]
    for (const sid of [newSid(prefix), foreign?.sid])
      expect(await indexesFound(report, { [name]: sid })).toEqual([])
  },
)

test.each(labelled(others))('$report by $filter matches exactly these rows', async ({ given }) => {
  const [report, query, expected] = given
  expect(await indexesFound(report, query)).toEqual(expected)
})

test('every filter of every report has a case here', () => {
  const cases = [
    ...texts.map(([report, name]) => [report, name]),
    ...sids.map(([report, name]) => [report, name]),
  ]
  const seen = cases.map(([report, name]) => `${(report as Report).name} ${name}`)
  for (const [{ name }, query] of others) seen.push(...Object.keys(query).map(filter => `${name} ${filter}`))
  const all = paged.flatMap(({ name, filters, pairs }) =>
    [...filters, ...pairs.flat()].map(one => `${name} ${one}`),
  )
  expect(all.filter(one => !seen.includes(one))).toEqual(['examList installSid'])
  expect(reports).toHaveLength(6)
})
