import { expect } from 'vitest'
import { type Course, makeCourse, statesOf } from './catalog.ts'
import type { Answer } from './client.ts'
import { makeWorld, type World } from './world.ts'

export type Members = Record<string, unknown>

/** An exam of its own course, with one learner, and functions for A2. */
export type Assignable = Course & {
  examSid: string
  /** The enrollment of the learner. */
  learner: string
  /** Sends A2 and returns any response. */
  put(body: unknown): Promise<Answer>
  /** Sends an A2 that must be granted. */
  change(body: Members): Promise<void>
  /** Lists the assignments, in one round trip. */
  list(query?: Record<string, string>): Promise<Members[]>
  /** Adds one assignment and returns its sid. */
  add(assignment: Members): Promise<string>
  /** Assigns it to the enrollments, and returns the assignment's sid. */
  assign(...enrollmentSids: string[]): Promise<string>
  /** Assigns it to the sections, and returns the assignment's sid. */
  assignSections(...sectionSids: string[]): Promise<string>
  /** Status and reason of each session of the enrollment, oldest first. */
  states(enrollmentSid?: string): Promise<[string, string | null][]>
  /** The effective configuration of the enrollment. */
  effective(enrollmentSid?: string): Promise<Members>
}

/** Creates an exam of limited scope by default. */
export async function makeAssignable(members: Members = {}, given?: World): Promise<Assignable> {
  const course = await makeCourse(given ?? (await makeWorld()))
  return assignableIn(course, members)
}

export async function assignableIn(course: Course, members: Members = {}): Promise<Assignable> {
  const { world } = course
  const examSid = await course.exam({ limitedScope: true, ...members })
  const learner = await course.enroll()
  const at = world.path(`/exams/${examSid}/assignments`)
  const put = (body: unknown) => world.admin('PUT', at, { body })
  async function change(body: Members) {
    const answer = await put(body)
    expect([answer.status, answer.raw]).toEqual([200, '"Assignments updated"'])
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
  }
  async function list(query: Record<string, string> = {}) {
    const answer = await world.admin('GET', `${at}?${new URLSearchParams({ limit: '1000', ...query })}`)
    expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
    return answer.list('results')
  }
  async function add(assignment: Members) {
    const known = new Set((await list()).map(({ sid }) => sid))
    await change({ added: [assignment] })
    const made = (await list()).map(({ sid }) => String(sid)).filter(sid => !known.has(sid))
    expect(made).toHaveLength(1)
    return made.join()
  }
  return {
    ...course,
    ...{ examSid, learner, put, change, list, add },
    assign: (...enrollmentSids) => add({ targets: { enrollmentSids } }),
    assignSections: (...sectionSids) => add({ targets: { sectionSids } }),
    states: (enrollmentSid = learner) => statesOf(world, enrollmentSid),
    async effective(enrollmentSid = learner) {
      const path = world.path(`/enrollments/${enrollmentSid}/exams/${examSid}/configuration`)
      const answer = await world.admin('GET', path)
      expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
      return answer.body
    },
  }
}

/** Replaces the sections of an enrollment. */
export async function moveTo(course: Course, enrollmentSid: string, ...sectionSids: string[]): Promise<void> {
  const path = course.world.path(course.at(`/enrollments/${enrollmentSid}`))
  const answer = await course.world.admin('PUT', path, { body: { sectionSids } })
  expect(answer.status, answer.raw).toBe(200)
}

/** The states of a waiting session, and of one whose assignment was removed. */
export const waiting: [string, null] = ['Needs Proctor', null]
export const gone: [string, string] = ['Closed', 'removed-by-limited-scope']
