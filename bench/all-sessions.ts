// Operations that cannot be repeated: transitions of sessions, and revocations of tokens.

import { randomUUID } from 'node:crypto'
import {
  credentialOf,
  distributing,
  installOf,
  type MeasuredSystem,
  operation,
  type Part,
  setupRequest,
} from './all-operation.ts'
import { enrollmentInput } from './all-writes.ts'
import { getPage, getterFor, textOf } from './get.ts'
import { connections, type Load } from './load.ts'

const maxBatchSize = 500
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A configuration whose sessions can start now and end in a review. */
const configuration = () => ({
  ...{ duration: 60, attempts: 3, proctorTypes: ['record-and-review', 'live'] },
  examOpenDate: new Date(Date.now() - dayMs).toISOString(),
  examCloseDate: new Date(Date.now() + dayMs).toISOString(),
})

export const sessionsOf = (system: MeasuredSystem): Part => ({
  name: 'sessions and the end of tokens',
  ordered: true,
  async operations(requestsPerConnection) {
    const sessions = await createSessions(system, requestsPerConnection * connections)
    const tokens = await issueTokens(system, requestsPerConnection * connections)
    const { headers, limit } = { headers: credentialOf(system), limit: 'write' as const }
    const at = (minutes: number) => ({
      appointmentDate: new Date(Date.now() + minutes * minuteMs).toISOString(),
    })
    const transition = (method: Load['method'], rest = '', body?: () => unknown) =>
      operation({
        ...{ method, headers, limit, status: 200 },
        chain: distributing(sessions, connections, ({ path }) => ({
          path: () => path + rest,
          ...(body && { body }),
        })),
      })
    return Promise.all([
      transition('POST', '', () => at(5)),
      transition('PUT', '', () => at(10)),
      transition('POST', '/start'),
      transition('POST', '/end'),
      transition('POST', '/review', () => ({ outcome: 'passed' })),
      operation({
        ...{ method: 'POST', headers, limit, status: 201 },
        chain: distributing(sessions, connections, ({ list, enrollmentSid }) => ({
          path: () => list,
          body: () => ({ enrollmentSid }),
        })),
      }),
      operation({
        ...{ method: 'DELETE', headers, limit, status: 204 },
        chain: distributing(tokens, connections, path => ({ path: () => path })),
      }),
    ])
  },
})

/** Creates sessions of a new exam, one for each learner, that wait for an appointment. */
async function createSessions(system: MeasuredSystem, count: number) {
  const exam = `bench ${randomUUID()}`
  const headers = credentialOf(system)
  const all = Array.from({ length: count }, () => enrollmentInput(exam, randomUUID(), configuration()))
  let list = ''
  for (let at = 0; at < count; at += maxBatchSize) {
    const body = { items: all.slice(at, at + maxBatchSize) }
    const path = `${installOf(system)}/provision/batch`
    const { results } = await setupRequest(system, headers, { method: 'POST', path, body, status: 200 })
    const [first] = results as { exam: { sid: string } }[]
    list = `${installOf(system)}/exams/${first?.exam.sid}/sessions`
  }
  const get = getterFor(system.baseUrl, system.data.apiCredential, new AbortController().signal)
  const { results } = await getPage(get, `${list}?offset=0&limit=1000`)
  if (results.length !== count) throw new Error(`${results.length} sessions were created, not ${count}.`)
  return results.map(row => ({
    ...{ list, path: `${list}/${textOf(row, 'sid')}`, enrollmentSid: textOf(row, 'enrollmentSid') },
  }))
}

async function issueTokens(system: MeasuredSystem, count: number): Promise<string[]> {
  const path = `${installOf(system)}/sts/tokens`
  const body = {
    tokenType: 'api',
    policy: { version: '1', statements: [{ effect: 'Allow', actions: ['sp:ListUsers'], resources: ['*'] }] },
  }
  const issued: string[] = []
  while (issued.length < count) {
    const { sid } = await setupRequest(system, credentialOf(system), {
      method: 'POST',
      path,
      body,
      status: 201,
    })
    issued.push(`${path}/${sid}`)
  }
  return issued
}
