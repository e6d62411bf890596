// The table of what is measured: every report and every list of an install.

import { type Ask, askPage, type Row, readPage, readVolume, spread, textOf } from './ask.ts'
import type { DataSet } from './data-set.ts'
import { explore, type Scene } from './report-scene.ts'

export type Case = {
  name: string
  /** Asked for in turn. */
  paths: string[]
  /** How many rows or appointments the answer tells of. @throws Error when it is not what it should be */
  read(text: string, path: string): number
  /** What p95 should not exceed on M. */
  targetMs?: number
}

type List = {
  name: string
  /** Lists of the same kind; those without a row are left out. */
  paths: string[]
  targetMs?: number
  filters?: Filter[]
}

/** Parameters with the members of a row that are their values: one of the list's own rows, or one of these. */
type Filter = { by: Record<string, string>; of?: Row[] }

const sessionsMs = 15
const reportMs = 150
const volumeMs = 250

/** Those that the churn report knows. */
const currentStatuses = ['Needs Proctor', 'Scheduled', 'Closed'].map(status => ({ status }))

const listsOf = (scene: Scene, install: string, proctor: string): List[] => {
  const report = (name: string) => [`${install}/reports/${name}`]
  const courses = [...new Set(scene.exams.map(({ course }) => course))]
  const below = (name: string) => courses.map(course => `${course}/${name}`)
  return [
    { name: 'A9 sessions of an enrollment', paths: scene.enrollmentSessions, targetMs: sessionsMs },
    {
      name: 'A10 sessions of an exam',
      paths: scene.exams.map(({ ofInstall }) => `${ofInstall}/sessions`),
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
      filters: [{ by: { lastName: 'lastName' } }, { by: { courseTitle: 'title' }, of: scene.courses }],
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
      filters: [
        { by: { studentLastName: 'lastName' } },
        { by: { currentStatus: 'status' }, of: currentStatuses },
      ],
    },
    {
      name: 'A14 audit',
      paths: report('audit'),
      targetMs: reportMs,
      filters: [{ by: { courseOfferingSid: 'courseOfferingSid' }, of: scene.courses }],
    },
    { name: 'users', paths: [`${install}/users`], filters: [{ by: { lastName: 'lastName' } }] },
    { name: 'courses', paths: [`${install}/courses`], filters: [{ by: { title: 'title' } }] },
    { name: 'courseOfferings', paths: [`${install}/courseOfferings`] },
    { name: 'configurations', paths: scene.exams.map(({ ofCourse }) => `${ofCourse}/configurations`) },
    { name: 'enrollments', paths: below('enrollments') },
    { name: 'exams', paths: below('exams') },
    { name: 'sections', paths: below('sections') },
  ]
}

/** The cases for the largest install of a data set, with what there is in it. */
export async function reportCases(ask: Ask, { installs, proctorSids, date }: DataSet): Promise<Case[]> {
  const install = `/v1/installs/${installs[0]?.sid}`
  const scene = await explore(ask, install)
  const cases: Case[] = []
  for (const list of listsOf(scene, install, `/v1/proctors/${proctorSids[0]}`))
    cases.push(...(await casesOf(ask, list)))

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
    },
    { name: 'A15 appointmentVolume, all', paths: [volume], read: readVolume },
  ]
}

/** Mostly behind the date of the data set: what lies ahead of it is scheduled a few weeks ahead at most. */
function yearAround(date: Date): [string, string] {
  const start = new Date(date)
  start.setUTCMonth(start.getUTCMonth() - 10)
  const end = new Date(start)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return [start.toISOString(), end.toISOString()]
}

const limit = 25
const deepAt = 0.8
const valuesOfFilter = 5

async function casesOf(ask: Ask, { name, paths, filters = [], targetMs }: List): Promise<Case[]> {
  const firstPages: string[] = []
  const deepPages: string[] = []
  const own: Row[] = []
  for (const path of paths) {
    const first = pagePath(path, { offset: '0' })
    const { total, results } = await askPage(ask, first)
    if (total === 0) continue
    const deep = pagePath(path, { offset: String(Math.floor(total * deepAt)) })
    firstPages.push(first)
    deepPages.push(deep)
    own.push(...results)
    if (filters.length > 0) own.push(...(await askPage(ask, deep)).results)
  }
  if (firstPages.length === 0) throw new Error(`${name}: there is nothing to list.`)

  const rest = {
    read: (text: string, path: string) => readPage(text, path).total,
    ...(targetMs && { targetMs }),
  }
  return [
    { name, paths: firstPages, ...rest },
    { name: `${name}, deep`, paths: deepPages, ...rest },
    ...filters.map(filter => ({
      name: `${name}, by ${Object.keys(filter.by)}`,
      paths: filterPaths(paths, filter, own),
      ...rest,
    })),
  ]
}

const pagePath = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams({ offset: '0', limit: String(limit), ...query })}`

/** Each list with each of a few values. */
function filterPaths(paths: string[], { by, of }: Filter, own: Row[]): string[] {
  const queries = (of ?? own).map(row =>
    Object.fromEntries(Object.entries(by).map(([parameter, member]) => [parameter, textOf(row, member)])),
  )
  const different = new Map(queries.map(query => [JSON.stringify(query), query]))
  return spread([...different.values()], valuesOfFilter).flatMap(query =>
    paths.map(path => pagePath(path, query)),
  )
}
