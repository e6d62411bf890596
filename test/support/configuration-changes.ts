// Every operation that changes a configuration, an accommodation, its files or the assignments of an exam.

import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { assignment, assignmentEnrollment, assignmentSection } from '../../db/schema/assignment.ts'
import { exam, examConfiguration, instructorProctor } from '../../db/schema/exam.ts'
import { file } from '../../db/schema/file.ts'
import type { Answer, Call } from './client.ts'
import { type ExamWorld, makeExam } from './configurations.ts'
import { attach, createFile, fileOf, pdf, put } from './files.ts'
import { sidOf } from './tokens.ts'
import type { World } from './world.ts'

/** An exam with an accommodation and, for the operations of files, a complete and an uploaded file for each of its two configurations. */
export type Scene = ExamWorld & {
  accommodationSid: string
  complete: Record<Changed, string>
  uploaded: Record<Changed, string>
}

type Changed = 'primary' | 'accommodation'

export async function makeScene(
  world: World,
  { isOfFiles = false }: { isOfFiles?: boolean } = {},
): Promise<Scene> {
  const made = await makeExam({ duration: 60 }, { world })
  const accommodationSid = (await made.accommodate({ duration: 90 })).text('sid')
  const upload = async (examConfigurationSid: string) => {
    const { sid, uploadUrl } = await createFile(world, { examConfigurationSid })
    expect((await put(uploadUrl, pdf, { contentType: 'application/pdf' })).status).toBe(200)
    return sid
  }
  const complete = async (examConfigurationSid: string) => (await attach(world, { examConfigurationSid })).sid
  const ofBoth = async (make: (sid: string) => Promise<string>) =>
    isOfFiles
      ? { primary: await make(made.primarySid), accommodation: await make(accommodationSid) }
      : { primary: '', accommodation: '' }
  return { ...made, accommodationSid, complete: await ofBoth(complete), uploaded: await ofBoth(upload) }
}

/** The request of an operation that changes the configuration, or by its exam. */
type ChangeRequest = (scene: Scene, call: Call, sid: string, changed: Changed) => Promise<Answer>

type ConfigurationChange = {
  /** The configurations that it can change. An assignment and a new accommodation concern the primary one. */
  changes: readonly Changed[]
  request: ChangeRequest
  /** Whether it changes nothing, or not yet. */
  isPreview?: true
  /** Whether it needs the files of the scene. */
  isOfFiles?: true
}

const both = ['primary', 'accommodation'] as const
const assignments = ({ path, examSid }: Scene, rest = '') => path(`/exams/${examSid}/assignments${rest}`)
const added = ({ enrollmentSid }: Scene) => ({ added: [{ targets: { enrollmentSids: [enrollmentSid] } }] })
const limitedItem = ({ courseSid, examSid }: Scene) => ({
  course: { ids: { sid: courseSid } },
  exam: { ids: { sid: examSid }, limitedScope: true },
})

/** By operation. A test compares them with the table of routes. */
export const configurationChanges: Record<string, ConfigurationChange> = {
  createExamConfiguration: {
    changes: ['primary'],
    request: ({ at, enrollmentSid }, call) => call('POST', at(), { body: { enrollmentSid, duration: 80 } }),
  },
  updateExamConfiguration: {
    changes: both,
    request: ({ at }, call, sid) => call('PUT', at(sid), { body: { duration: 100 } }),
  },
  readExamConfigurationImpact: {
    changes: both,
    request: ({ at }, call, sid) => call('POST', at(sid, 'impact'), { body: { duration: 100 } }),
    isPreview: true,
  },
  deleteExamConfiguration: {
    changes: ['accommodation'],
    request: ({ at }, call, sid) => call('DELETE', at(sid)),
  },
  applyAccommodations: {
    changes: ['accommodation'],
    request: ({ path, enrollmentSid }, call) =>
      call('POST', path('/accommodations/batch'), { body: { items: [{ enrollmentSid, extraMinutes: 10 }] } }),
  },
  updateExamAssignments: {
    changes: ['primary'],
    request: (scene, call) => call('PUT', assignments(scene), { body: added(scene) }),
  },
  readExamAssignmentsImpact: {
    changes: ['primary'],
    request: (scene, call) => call('POST', assignments(scene, '/impact'), { body: added(scene) }),
    isPreview: true,
  },
  updateExam: {
    changes: ['primary'],
    request: ({ path, courseSid, examSid }, call) =>
      call('PUT', path(`/courses/${courseSid}/exams/${examSid}`), { body: { limitedScope: true } }),
  },
  provisionRecords: {
    changes: ['primary'],
    request: (scene, call) => call('POST', scene.path('/provision'), { body: limitedItem(scene) }),
  },
  provisionBatch: {
    changes: ['primary'],
    request: (scene, call) =>
      call('POST', scene.path('/provision/batch'), { body: { items: [limitedItem(scene)] } }),
  },
  createFile: {
    changes: both,
    request: ({ path }, call, examConfigurationSid) =>
      call('POST', path('/files'), { body: fileOf({ examConfigurationSid }) }),
    isPreview: true,
  },
  completeFile: {
    changes: both,
    request: ({ path, uploaded }, call, _, changed) =>
      call('POST', path(`/files/${uploaded[changed]}/complete`)),
    isOfFiles: true,
  },
  deleteFile: {
    changes: both,
    request: ({ path, complete }, call, _, changed) => call('DELETE', path(`/files/${complete[changed]}`)),
    isOfFiles: true,
  },
}

/** The status of a request, or of its one item. */
export function statusOf(answer: Answer): number {
  const items = typeof answer.json === 'object' && 'results' in answer.body ? answer.list('results') : []
  const { status } = Object(items[0]?.['problem'])
  return typeof status === 'number' ? status : answer.status
}

/** All rows of an exam that the operations change, without the counters of reconciliations. A table has no order of its own. */
export async function rowsOfExam({ stack: { db }, examSid }: { stack: World['stack']; examSid: string }) {
  const sid = sidOf('EX', examSid)
  const ofExam = db
    .select({ sid: examConfiguration.sid })
    .from(examConfiguration)
    .where(eq(examConfiguration.examSid, sid))
  const assigned = db.select({ sid: assignment.sid }).from(assignment).where(eq(assignment.examSid, sid))
  const rows = {
    configurations: await db.select().from(examConfiguration).where(eq(examConfiguration.examSid, sid)),
    slots: await db
      .select()
      .from(instructorProctor)
      .where(inArray(instructorProctor.configurationSid, ofExam)),
    files: await db.select().from(file).where(inArray(file.examConfigurationSid, ofExam)),
    assignments: await assigned,
    enrollments: await db
      .select()
      .from(assignmentEnrollment)
      .where(inArray(assignmentEnrollment.assignmentSid, assigned)),
    sections: await db
      .select()
      .from(assignmentSection)
      .where(inArray(assignmentSection.assignmentSid, assigned)),
    scope: await db.select({ limitedScope: exam.limitedScope }).from(exam).where(eq(exam.sid, sid)),
  }
  return Object.fromEntries(
    Object.entries(rows).map(([table, ofTable]) => [table, ofTable.map(row => JSON.stringify(row)).sort()]),
  )
}
