// Samples the courses, exams and enrollments of an install.

import { type Get, getPage, type Row, spread, textOf } from './get.ts'

const sampledCourses = 24
const busiestExams = 8
const learnersOfExam = 5 // 8 exams make 40 pairs, so that few requests read the same sessions

export type Sample = {
  /** An even sample of the install's courses. */
  courses: Row[]
  /** The paths of the sampled exams with the most sessions: as exams of the install, and below their courses. */
  exams: { ofInstall: string; ofCourse: string; course: string }[]
  /** The paths of enrollments' sessions for these exams. */
  enrollmentSessions: string[]
}

/** Reads the sample over the API. Its size is fixed, so that a larger install does not give busier exams. */
export async function sampleInstall(get: Get, install: string): Promise<Sample> {
  const courses = await sampleRows(get, `${install}/courses`, sampledCourses)
  const exams = []
  for (const row of courses) {
    const course = `${install}/courses/${textOf(row, 'sid')}`
    const { results } = await getPage(get, `${course}/exams?limit=1000&offset=0`)
    for (const { sid } of results) {
      const ofInstall = `${install}/exams/${sid}`
      const { total } = await getPage(get, `${ofInstall}/sessions?limit=0&offset=0`)
      exams.push({ sid, course, ofCourse: `${course}/exams/${sid}`, ofInstall, sessions: total })
    }
  }
  const busiest = exams.toSorted((a, b) => b.sessions - a.sessions).slice(0, busiestExams)
  const enrollmentSessions = []
  for (const { sid, ofInstall } of busiest) {
    const { results } = await getPage(get, `${ofInstall}/sessions?limit=1000&offset=0`)
    const enrollments = [...new Set(results.map(row => textOf(row, 'enrollmentSid')))]
    for (const enrollment of spread(enrollments, learnersOfExam))
      enrollmentSessions.push(`${install}/enrollments/${enrollment}/exams/${sid}/sessions`)
  }
  return { courses, exams: busiest, enrollmentSessions }
}

/** Returns `count` rows of a list at even distances. */
async function sampleRows(get: Get, list: string, count: number): Promise<Row[]> {
  const { total } = await getPage(get, `${list}?limit=0&offset=0`)
  const offsets = new Set(Array.from({ length: count }, (_, at) => Math.floor((total * at) / count)))
  const rows = []
  for (const offset of offsets) rows.push(...(await getPage(get, `${list}?limit=1&offset=${offset}`)).results)
  return rows
}
