// What there is in an install to ask about.

import { type Ask, askPage, type Row, spread, textOf } from './ask.ts'

const sampledCourses = 24
const busiestExams = 8
const learnersOfExam = 5 // 8 exams make 40 pairs: hardly a request asks for what another has asked for

export type Scene = {
  /** An even sample of the install's courses. */
  courses: Row[]
  /** The paths of the sampled exams with the most sessions: as exams of the install, and below their courses. */
  exams: { ofInstall: string; ofCourse: string; course: string }[]
  /** The paths of enrollments' sessions for these exams. */
  enrollmentSessions: string[]
}

/** Finds it over the API. A sample of one size, so that busy exams of a larger install are not busier for being chosen among more. */
export async function explore(ask: Ask, install: string): Promise<Scene> {
  const courses = await sample(ask, `${install}/courses`, sampledCourses)
  const exams = []
  for (const row of courses) {
    const course = `${install}/courses/${textOf(row, 'sid')}`
    const { results } = await askPage(ask, `${course}/exams?limit=1000&offset=0`)
    for (const { sid } of results) {
      const ofInstall = `${install}/exams/${sid}`
      const { total } = await askPage(ask, `${ofInstall}/sessions?limit=0&offset=0`)
      exams.push({ sid, course, ofCourse: `${course}/exams/${sid}`, ofInstall, sessions: total })
    }
  }
  const busiest = exams.toSorted((a, b) => b.sessions - a.sessions).slice(0, busiestExams)
  const enrollmentSessions = []
  for (const { sid, ofInstall } of busiest) {
    const { results } = await askPage(ask, `${ofInstall}/sessions?limit=1000&offset=0`)
    const enrollments = [...new Set(results.map(row => textOf(row, 'enrollmentSid')))]
    for (const enrollment of spread(enrollments, learnersOfExam))
      enrollmentSessions.push(`${install}/enrollments/${enrollment}/exams/${sid}/sessions`)
  }
  return { courses, exams: busiest, enrollmentSessions }
}

/** So many rows of a list, evenly apart. */
async function sample(ask: Ask, list: string, count: number): Promise<Row[]> {
  const { total } = await askPage(ask, `${list}?limit=0&offset=0`)
  const offsets = new Set(Array.from({ length: count }, (_, at) => Math.floor((total * at) / count)))
  const rows = []
  for (const offset of offsets) rows.push(...(await askPage(ask, `${list}?limit=1&offset=${offset}`)).results)
  return rows
}
