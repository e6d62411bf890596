// Area A's writes: people and whole institutions coming in.

import { randomUUID } from 'node:crypto'
import { credentialOf, installOf, operation, type Part, type Place, prepared } from './all-operation.ts'
import { textOf } from './ask.ts'
import { connections } from './load.ts'

const batchItems = 10

/** What an LMS sends of a learner who takes an exam; the ids are its own. */
export const enrolling = (exam: string, learner: string, configuration: object = { duration: 60 }) => ({
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

export async function writesOf(place: Place): Promise<Part> {
  const headers = credentialOf(place)
  const install = installOf(place)
  const [users, provision] = [`${install}/users`, `${install}/provision`]
  const write = { headers, limit: 'write' } as const
  const ofConnection = Array.from({ length: connections }, () => randomUUID())
  const known: string[] = []
  for (let n = 0; n < connections; n += 1) {
    const made = await prepared(place, headers, { method: 'POST', path: users, body: person(n), status: 201 })
    known.push(`${users}/${textOf(made, 'sid')}`)
  }
  for (const learner of ofConnection)
    await prepared(place, headers, {
      method: 'POST',
      path: provision,
      body: enrolling(learner, learner),
      status: 200,
    })

  let [connection, names] = [0, 0]
  /** A course of each connection's own, so that none waits for another; its first learner has the same name. */
  const own = () => ofConnection[connection++ % connections] ?? ''
  const saying = (path: string, body: () => unknown) => ({ path: () => path, body, learn: () => {} })
  const operations = await Promise.all([
    operation({
      ...{ ...write, method: 'POST', status: 201 },
      chain: () => saying(users, () => person(0)),
    }),
    operation({
      ...{ ...write, method: 'PUT', status: 200 },
      chain: () =>
        saying(known[connection++ % connections] ?? '', () => ({ lastName: `Renamed ${names++}` })),
    }),
    operation({
      ...{ ...write, method: 'POST', status: 200, note: 'a new learner' },
      chain: () => {
        const exam = own()
        return saying(provision, () => enrolling(exam, randomUUID()))
      },
    }),
    operation({
      ...{ ...write, method: 'POST', status: 200, note: 'known already', answers: 'Found Existing' },
      chain: () => {
        const exam = own()
        const body = enrolling(exam, exam)
        return saying(provision, () => body)
      },
    }),
    operation({
      ...{ ...write, method: 'POST', status: 200, note: `${batchItems} new learners` },
      chain: () => {
        const exam = own()
        return saying(`${provision}/batch`, () => ({
          items: Array.from({ length: batchItems }, () => enrolling(exam, randomUUID())),
        }))
      },
    }),
  ])
  return { name: 'people and institutions', operations: () => Promise.resolve(operations) }
}
