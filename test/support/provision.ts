import { expect } from 'vitest'
import type { Answer } from './client.ts'
import type { World } from './world.ts'

export type Members = Record<string, unknown>

export const parts = ['course', 'user', 'enrollment', 'exam'] as const
export type Part = (typeof parts)[number]

export type Item = { course: Members; user?: Members; enrollment?: Members; exam?: Members }

/** All members of an item, with unique values from its name; the given members replace those of a part. */
export function itemOf(name: string, members: Partial<Record<Part, Members>> = {}) {
  return {
    course: { title: 'Biology', ids: { lms: `course ${name}` }, ...members.course },
    user: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${name.replaceAll(' ', '-')}@school.example`,
      ids: { lms: `user ${name}` },
      ...members.user,
    },
    enrollment: { role: 'learner', ...members.enrollment },
    exam: { title: 'Midterm', ids: { lms: `exam ${name}` }, ...members.exam },
  }
}

/** Sends an item and returns any response. */
export const send = ({ admin, path }: World, body: unknown): Promise<Answer> =>
  admin('POST', path('/provision'), { body })

/** Sends items as one batch and returns any response. */
export const sendBatch = ({ admin, path }: World, items: unknown): Promise<Answer> =>
  admin('POST', path('/provision/batch'), { body: { items } })

const granted = (answer: Answer): Answer => {
  expect(answer.status, answer.raw.slice(0, 300)).toBe(200)
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
  return answer
}

/** The sid and the result of each part of an item that must be granted, or null. */
export type Provisioned = {
  sids: Record<Part, string>
  results: (string | null)[]
}

const text = (part: unknown, name: string): string | null =>
  typeof part === 'object' && part !== null && name in part ? String(Reflect.get(part, name)) : null

export function provisionedOf(body: Members): Provisioned {
  const sid = (part: Part) => text(body[part], 'sid') ?? ''
  return {
    sids: { course: sid('course'), user: sid('user'), enrollment: sid('enrollment'), exam: sid('exam') },
    results: parts.map(part => text(body[part], 'result')),
  }
}

/** Sends an item that must be granted, in at most two round trips. */
export const provision = async (world: World, body: unknown): Promise<Provisioned> =>
  provisionedOf(granted(await send(world, body)).body)

/** Sends a batch that must be accepted, in at most two round trips. Returns the result of each item. */
export async function provisionAll(world: World, items: unknown[]): Promise<Members[]> {
  const results = granted(await sendBatch(world, items)).list('results')
  expect(results).toHaveLength(items.length)
  return results
}

export const created = ['Created', 'Created', 'Created', 'Created']
export const found = created.map(() => 'Found Existing')

/** The batch result of an item that was refused. */
export const failed = (path: string, code: string) => {
  const error = { path, code, message: expect.stringMatching(/./) }
  return {
    ...Object.fromEntries([...parts, 'accommodation'].map(part => [part, null])),
    ...{ result: 'Refused', error },
    problem: {
      ...{ type: expect.stringMatching(/^\/docs\/errors#/), title: expect.stringMatching(/./) },
      ...{ status: expect.any(Number), detail: expect.stringMatching(/./) },
      ...{ code: expect.stringMatching(/^[a-z_]+$/), errors: [error] },
    },
  }
}

/** The paths of the errors of a refused item. */
export const refusedPaths = (result: Members = {}): unknown[] =>
  [Object(result['problem']).errors].flat().map(error => Object(error).path)

/** The record of a part, as the API reads it. */
export async function recordOf({ admin, path }: World, part: Part, { sids }: Provisioned): Promise<Members> {
  const course = `/courses/${sids.course}`
  const paths: Record<Part, string> = {
    course,
    user: `/users/${sids.user}/profile`,
    enrollment: `${course}/enrollments/${sids.enrollment}`,
    exam: `${course}/exams/${sids.exam}`,
  }
  const answer = await admin('GET', path(paths[part]))
  expect(answer.status, answer.raw).toBe(200)
  return answer.body
}

/** The number of records of each kind in the install. */
export async function totalsOf({ admin, path }: World): Promise<{ courses: number; users: number }> {
  const total = async (kind: string) => (await admin('GET', path(`/${kind}?limit=0`))).count('total')
  return { courses: await total('courses'), users: await total('users') }
}
