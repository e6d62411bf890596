// The writes of area A: users and provisioning.

import { randomUUID } from 'node:crypto'
import {
  credentialOf,
  installOf,
  type MeasuredSystem,
  operation,
  type Part,
  setupRequest,
} from './all-operation.ts'
import { textOf } from './get.ts'
import { connections } from './load.ts'

const batchItems = 10

/** Builds the provisioning input for a learner of an exam, with ids of the LMS. */
export const enrollmentInput = (exam: string, learner: string, configuration: object = { duration: 60 }) => ({
  course: { ids: { lms: `course of ${exam}` }, title: 'Cell Biology' },
  user: { ids: { lms: learner }, firstName: 'Ada', lastName: 'Lovelace', email: `${learner}@people.example` },
  enrollment: {},
  exam: { ids: { lms: exam }, title: 'Midterm', configuration },
})

const person = (n: number) => ({
  firstName: 'Ada',
  lastName: `Lovelace ${n}`,
  email: `${randomUUID()}@people.example`,
})

export async function writesOf(system: MeasuredSystem): Promise<Part> {
  const headers = credentialOf(system)
  const install = installOf(system)
  const [users, provision] = [`${install}/users`, `${install}/provision`]
  const write = { headers, limit: 'write' } as const
  const connectionExams = Array.from({ length: connections }, () => randomUUID())
  const existing: string[] = []
  for (let n = 0; n < connections; n += 1) {
    const created = await setupRequest(system, headers, {
      method: 'POST',
      path: users,
      body: person(n),
      status: 201,
    })
    existing.push(`${users}/${textOf(created, 'sid')}`)
  }
  for (const learner of connectionExams)
    await setupRequest(system, headers, {
      method: 'POST',
      path: provision,
      body: enrollmentInput(learner, learner),
      status: 200,
    })

  let [connection, names] = [0, 0]
  /** Returns the exam of the next connection. Each has its own course, so that no connection waits for another. */
  const nextExam = () => connectionExams[connection++ % connections] ?? ''
  const sending = (path: string, body: () => unknown) => ({ path: () => path, body, onResponse: () => {} })
  const operations = await Promise.all([
    operation({
      ...{ ...write, method: 'POST', status: 201 },
      chain: () => sending(users, () => person(0)),
    }),
    operation({
      ...{ ...write, method: 'PUT', status: 200 },
      chain: () =>
        sending(existing[connection++ % connections] ?? '', () => ({ lastName: `Renamed ${names++}` })),
    }),
    operation({
      ...{ ...write, method: 'POST', status: 200, note: 'a new learner' },
      chain: () => {
        const exam = nextExam()
        return sending(provision, () => enrollmentInput(exam, randomUUID()))
      },
    }),
    operation({
      ...{ ...write, method: 'POST', status: 200, note: 'an existing learner', contains: 'Found Existing' },
      chain: () => {
        const exam = nextExam()
        const body = enrollmentInput(exam, exam)
        return sending(provision, () => body)
      },
    }),
    operation({
      ...{ ...write, method: 'POST', status: 200, note: `${batchItems} new learners` },
      chain: () => {
        const exam = nextExam()
        return sending(`${provision}/batch`, () => ({
          items: Array.from({ length: batchItems }, () => enrollmentInput(exam, randomUUID())),
        }))
      },
    }),
  ])
  return { name: 'people and institutions', operations: () => Promise.resolve(operations) }
}
