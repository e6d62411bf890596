import { expect } from 'vitest'
import type { Answer, Call } from './client.ts'
import { type ExamWorld, type Members, makeExam } from './configurations.ts'
import type { World } from './world.ts'

type Result = {
  sid: string | null
  result: string
  problem: { code: string; status: number; detail: string; errors: { path: string; code: string }[] } | null
  accommodations: { sid: string; enrollmentSid: string; examSid: string; result: string }[]
}

export const applyBatch = (world: World, items: unknown, by: Call = world.admin): Promise<Answer> =>
  by('POST', world.path('/accommodations/batch'), { body: { items } })

/** Sends the items, which must be granted in at most 2 round trips, and returns their results. */
export async function applied(world: World, items: unknown[], by?: Call): Promise<Result[]> {
  const answer = await applyBatch(world, items, by)
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.roundTrips).toBeLessThanOrEqual(2)
  const { results } = answer.body as { results: Result[] }
  expect(results).toHaveLength(items.length)
  return results
}

/** Sends one item and returns its result. */
export async function appliedOne(exam: ExamWorld, members: Members, by?: Call): Promise<Result> {
  const [result] = await applied(exam, [{ enrollmentSid: exam.enrollmentSid, ...members }], by)
  if (!result) throw new Error('There is no result.')
  return result
}

/** The paths of the errors of a refused item. */
export const pathsOf = ({ result, problem }: Result): string[] | undefined => {
  expect(result).toBe('Refused')
  return problem?.errors.map(({ path }) => path)
}

/** Another exam of the same course, with its own learner. */
export const anotherExam = (exam: ExamWorld, configuration: Members = {}): Promise<ExamWorld> =>
  makeExam(configuration, { world: exam.world, courseSid: exam.courseSid })

/** The accommodations of the exam. */
export async function accommodationsOf(exam: ExamWorld): Promise<Members[]> {
  return (await exam.admin('GET', `${exam.at()}?type=accommodation`)).list('results')
}
