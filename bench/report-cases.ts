// The measured cases: every report and every list of an install.

import type { DataSet } from './data-set.ts'
import { type Get, getPage, type Row, readPage, readVolume, spread, textOf } from './get.ts'
import { type Sample, sampleInstall } from './report-sample.ts'

export type Case = {
  name: string
  /** Requested one after another. */
  paths: string[]
  /** Returns the number of rows or appointments in the response. @throws Error if the response is not correct */
  read(text: string, path: string): number
  /** The maximum p95 on M. */
  targetMs?: number
  /** The p95 on M that is aimed at. */
  aimMs?: number
}

export type List = {
  name: string
  /** Lists of the same kind. Lists without a row are left out. */
  paths: string[]
  targetMs?: number
  aimMs?: number
  filters?: Filter[]
}

/** Query parameters and the row members with their values. The rows are those of the list, or `of`. */
type Filter = { by: Record<string, string>; of?: Row[] }

const sessionsMs = 15
const reportMs = 150
const volumeMs = 250
/** Of the pages that read what triggers keep up to date, and of deep pages that an index contains. */
const aimMs = 20

/** The statuses that the churn report supports. */
const currentStatuses = ['Needs Proctor', 'Scheduled', 'Closed'].map(status => ({ status }))

const listsOf = (sample: Sample, install: string, proctor: string): List[] => {
  const report = (name: string) => [`${install}/reports/${name}`]
  const courses = [...new Set(sample.exams.map(({ course }) => course))]
  const below = (name: string) => courses.map(course => `${course}/${name}`)
  return [
    { name: 'A9 sessions of an enrollment', paths: sample.enrollmentSessions, targetMs: sessionsMs },
    {
      name: 'A10 sessions of an exam',
      paths: sample.exams.map(({ ofInstall }) => `${ofInstall}/sessions`),
      targetMs: sessionsMs,
      filters: [{ by: { status: 'status' } }],
    },
    {
      name: 'A1 examList',
      paths: [`${proctor}/reports/examList`],
      targetMs: reportMs,
      filters: [{ by: { courseTitle: 'courseTitle' } }],
    },
    {
      name: 'A11 unscheduledLearners',
      paths: report('unscheduledLearners'),
      targetMs: reportMs,
      aimMs,
      filters: [{ by: { lastName: 'lastName' } }, { by: { courseTitle: 'title' }, of: sample.courses }],
    },
    {
      name: 'A12 examSessionEvents',
      paths: report('examSessionEvents'),
      targetMs: reportMs,
      filters: [{ by: { studentLastName: 'lastName' } }],
    },
    {
      name: 'A13 churn',
      paths: report('churn'),
      targetMs: reportMs,
      aimMs,
      filters: [
        { by: { studentLastName: 'lastName' } },
        { by: { currentStatus: 'status' }, of: currentStatuses },
      ],
    },
    {
      name: 'A14 audit',
      paths: report('audit'),
      targetMs: reportMs,
      filters: [{ by: { courseOfferingSid: 'courseOfferingSid' }, of: sample.courses }],
    },
    { name: 'users', paths: [`${install}/users`], aimMs, filters: [{ by: { lastName: 'lastName' } }] },
    { name: 'courses', paths: [`${install}/courses`], filters: [{ by: { title: 'title' } }] },
    { name: 'courseOfferings', paths: [`${install}/courseOfferings`] },
    { name: 'configurations', paths: sample.exams.map(({ ofCourse }) => `${ofCourse}/configurations`) },
    { name: 'enrollments', paths: below('enrollments') },
    { name: 'exams', paths: below('exams') },
    { name: 'sections', paths: below('sections') },
  ]
}

/** The list of tokens. It has enough rows only after they were inserted (report-tokens.ts). */
export const tokenList = ({ installs }: DataSet): List => ({
  name: 'tokens',
  paths: [`/v1/installs/${installs[0]?.sid}/sts/tokens`],
  aimMs,
})

/** The queue of the sessions of an install, for the detailed bench. */
export const sessionQueue = ({ installs }: DataSet): List => ({
  name: 'sessions of the install',
  paths: [`/v1/installs/${installs[0]?.sid}/sessions`],
  targetMs: reportMs,
  filters: [{ by: { status: 'status' }, of: currentStatuses }, { by: { examSid: 'examSid' } }],
})

/** Returns the cases for the largest install of a data set, and for further lists. */
export async function reportCases(
  get: Get,
  { installs, proctorSids, date }: DataSet,
  more: List[] = [],
): Promise<Case[]> {
  const install = `/v1/installs/${installs[0]?.sid}`
  const sample = await sampleInstall(get, install)
  const cases: Case[] = []
  for (const list of [...listsOf(sample, install, `/v1/proctors/${proctorSids[0]}`), ...more])
    cases.push(...(await casesOf(get, list)))

  const volume = `${install}/reports/appointmentVolume`
  const [after, before] = yearAround(new Date(date))
  const year = new URLSearchParams({ appointmentDateAfter: after, appointmentDateBefore: before })
  return [
    ...cases,
    {
      name: 'A15 appointmentVolume, a year',
      paths: [`${volume}?${year}`],
      read: readVolume,
      targetMs: volumeMs,
      aimMs,
    },
    { name: 'A15 appointmentVolume, all', paths: [volume], read: readVolume, aimMs },
  ]
}

/** Returns a year that starts 10 months before the date: appointments after it are a few weeks ahead at most. */
function yearAround(date: Date): [string, string] {
  const start = new Date(date)
  start.setUTCMonth(start.getUTCMonth() - 10)
  const end = new Date(start)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return [start.toISOString(), end.toISOString()]
}

/** The end of the names of cases that read a page in the middle of a list. */
export const ofMiddle = ', middle'

const limit = 25
const deepAt = 0.8
/** The page that is farthest from both ends, because pages in the second half may be read from the end. */
const middleAt = 0.5
const valuesOfFilter = 5

async function casesOf(get: Get, { name, paths, filters = [], targetMs, aimMs }: List): Promise<Case[]> {
  const firstPages: string[] = []
  const deepPages: string[] = []
  const middlePages: string[] = []
  const own: Row[] = []
  for (const path of paths) {
    const first = pagePath(path, { offset: '0' })
    const { total, results } = await getPage(get, first)
    if (total === 0) continue
    const pageAt = (share: number) => pagePath(path, { offset: String(Math.floor(total * share)) })
    const deep = pageAt(deepAt)
    firstPages.push(first)
    deepPages.push(deep)
    middlePages.push(pageAt(middleAt))
    own.push(...results)
    if (filters.length > 0) own.push(...(await getPage(get, deep)).results)
  }
  if (firstPages.length === 0) throw new Error(`${name}: all lists are empty.`)

  const rest = {
    read: (text: string, path: string) => readPage(text, path).total,
    ...(targetMs && { targetMs }),
    ...(aimMs && { aimMs }),
  }
  return [
    { name, paths: firstPages, ...rest },
    { name: `${name}, deep`, paths: deepPages, ...rest },
    { name: `${name}${ofMiddle}`, paths: middlePages, ...rest },
    ...filters.map(filter => ({
      name: `${name}, by ${Object.keys(filter.by)}`,
      paths: filterPaths(paths, filter, own),
      ...rest,
    })),
  ]
}

const pagePath = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams({ offset: '0', limit: String(limit), ...query })}`

/** Combines each list with each of a few values. */
function filterPaths(paths: string[], { by, of }: Filter, own: Row[]): string[] {
  const queries = (of ?? own).map(row =>
    Object.fromEntries(Object.entries(by).map(([parameter, member]) => [parameter, textOf(row, member)])),
  )
  const distinct = new Map(queries.map(query => [JSON.stringify(query), query]))
  return spread([...distinct.values()], valuesOfFilter).flatMap(query =>
    paths.map(path => pagePath(path, query)),
  )
}
