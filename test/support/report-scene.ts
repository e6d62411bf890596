// A fixed tenant in which every report has rows: two courses, two learners, and an instructor in one course.
import { ask, type Given, makeTenant } from './report-check.ts'
import { type DataSet, hoursFromBase } from './report-data.ts'
import type { Query } from './report-facts.ts'
import { examListOf } from './report-proctor.ts'
import type { Report } from './report-table.ts'

const open = { made: 0, attempts: null, attached: true }
const person = { complete: true, erased: false, made: 0 }
const learner = { role: 'learner' as const, status: 'active' as const, sections: [], made: 0 }
const exam = { limitedScope: false, status: 'active' as const, type: 'Written' as const, made: 0 }
const session = { made: 0, cancelled: false, running: false }

/** The first exam is open from 24 hours before until 24 hours after the run; the second from 48 to 72 hours after it. */
export const plain: DataSet = {
  zone: 'UTC',
  people: [
    { ...person, firstName: 'Ada', lastName: 'Lovelace' },
    { ...person, firstName: 'Bo', lastName: '100%_sure', made: 1 },
    { ...person, firstName: 'Ina', lastName: 'Structor' },
  ],
  courses: [
    { title: 'Algebra', code: 'AL-1', offering: 0, deleted: false, made: 0 },
    { title: 'Biology', code: 'BIO', offering: 1, deleted: false, made: 0 },
  ],
  enrollments: [
    { ...learner, course: 0, person: 0 },
    { ...learner, course: 1, person: 1 },
    { ...learner, course: 0, person: 2, role: 'instructor' },
  ],
  exams: [
    {
      ...{ ...exam, course: 0, title: 'Midterm' },
      primary: { ...open, exam: [hoursFromBase(-24), hoursFromBase(24)], schedule: [null, null] },
    },
    {
      ...{ ...exam, course: 1, title: 'Final_1' },
      primary: { ...open, exam: [hoursFromBase(48), hoursFromBase(72)], schedule: [null, null], made: 1 },
    },
  ],
  accommodations: [],
  assignments: [],
  sessions: [
    { ...session, pair: 0, status: 'Needs Proctor', appointment: null },
    { ...session, pair: 1, status: 'Closed', appointment: hoursFromBase(-48), running: true },
    { ...session, pair: 1, status: 'Closed', appointment: hoursFromBase(-24), cancelled: true },
    { ...session, pair: 1, status: 'Approval Denied', appointment: null, made: 1 },
  ],
  events: [
    { session: 0, type: 0, made: 0, time: hoursFromBase(-5), complete: true, status: 'Open' },
    { session: 1, type: 1, made: 1, time: hoursFromBase(-50), complete: true, status: 'Resolved' },
  ],
}

export type Scene = Given & { pathOf(report: Report): string }

/** A new tenant with the data, and a proctor account that is linked to its install. */
export async function sceneOf(data: DataSet = plain): Promise<Scene> {
  const given = await makeTenant(data)
  const examList = await examListOf(given.world, [given.world.installSid])
  const pathOf = ({ name }: Report) => (name === 'examList' ? examList : given.world.path(`/reports/${name}`))
  return { ...given, pathOf }
}

/** Reads the report in the one permitted round trip. */
export const read = (scene: Scene, report: Report, query: Query = {}) =>
  ask(scene, scene.pathOf(report), query)
