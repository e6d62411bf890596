// What can be done but once: sessions on their way from one state to the next, and tokens that end.

import { randomUUID } from 'node:crypto'
import {
  credentialOf,
  dealing,
  installOf,
  operation,
  type Part,
  type Place,
  prepared,
} from './all-operation.ts'
import { enrolling } from './all-writes.ts'
import { askerOf, askPage, textOf } from './ask.ts'
import { connections, type Load } from './load.ts'

const mostOfBatch = 500
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Appointments are near enough for sessions to start, and end in a review. */
const configuration = () => ({
  ...{ duration: 60, attempts: 3, proctorTypes: ['live', 'Automated with Review'] },
  examOpenDate: new Date(Date.now() - dayMs).toISOString(),
  examCloseDate: new Date(Date.now() + dayMs).toISOString(),
})

export const sessionsOf = (place: Place): Part => ({
  name: 'sessions and the end of tokens',
  ordered: true,
  async operations(turns) {
    const sessions = await makeSessions(place, turns * connections)
    const tokens = await issueTokens(place, turns * connections)
    const { headers, limit } = { headers: credentialOf(place), limit: 'write' as const }
    const at = (minutes: number) => ({
      appointmentDate: new Date(Date.now() + minutes * minuteMs).toISOString(),
    })
    const deed = (method: Load['method'], rest = '', body?: () => unknown) =>
      operation({
        ...{ method, headers, limit, status: 200 },
        chain: dealing(sessions, connections, ({ path }) => ({
          path: () => path + rest,
          ...(body && { body }),
        })),
      })
    return Promise.all([
      deed('POST', '', () => at(5)),
      deed('PUT', '', () => at(10)),
      deed('POST', '/start'),
      deed('POST', '/end'),
      deed('POST', '/review', () => ({ outcome: 'passed' })),
      operation({
        ...{ method: 'POST', headers, limit, status: 201 },
        chain: dealing(sessions, connections, ({ list, enrollmentSid }) => ({
          path: () => list,
          body: () => ({ enrollmentSid }),
        })),
      }),
      operation({
        ...{ method: 'DELETE', headers, limit, status: 204 },
        chain: dealing(tokens, connections, path => ({ path: () => path })),
      }),
    ])
  },
})

/** Sessions of an exam of their own, one of each learner, that wait for an appointment. */
async function makeSessions(place: Place, count: number) {
  const exam = `bench ${randomUUID()}`
  const headers = credentialOf(place)
  const all = Array.from({ length: count }, () => enrolling(exam, randomUUID(), configuration()))
  let list = ''
  for (let at = 0; at < count; at += mostOfBatch) {
    const body = { items: all.slice(at, at + mostOfBatch) }
    const path = `${installOf(place)}/provision/batch`
    const { results } = await prepared(place, headers, { method: 'POST', path, body, status: 200 })
    const [first] = results as { exam: { sid: string } }[]
    list = `${installOf(place)}/exams/${first?.exam.sid}/sessions`
  }
  const ask = askerOf(place.baseUrl, place.data.apiCredential, new AbortController().signal)
  const { results } = await askPage(ask, `${list}?offset=0&limit=1000`)
  if (results.length !== count) throw new Error(`${results.length} sessions were made, not ${count}.`)
  return results.map(row => ({
    ...{ list, path: `${list}/${textOf(row, 'sid')}`, enrollmentSid: textOf(row, 'enrollmentSid') },
  }))
}

async function issueTokens(place: Place, count: number): Promise<string[]> {
  const path = `${installOf(place)}/sts/tokens`
  const body = {
    tokenType: 'api',
    policy: { version: '1', statements: [{ effect: 'Allow', actions: ['sp:ListUsers'], resources: ['*'] }] },
  }
  const issued: string[] = []
  while (issued.length < count) {
    const { sid } = await prepared(place, credentialOf(place), { method: 'POST', path, body, status: 201 })
    issued.push(`${path}/${sid}`)
  }
  return issued
}
