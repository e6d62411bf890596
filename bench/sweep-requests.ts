// The requests that the bench of the sweep times: a read and a change of a session, and the same of the bare server.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Started } from '../test/support/start.ts'
import { projectFile } from '../tools/project.ts'

/** The learners whose sessions are read and changed: more changes of one session would wait for its mails. */
const openLearners = 100

export type TimedRequests = { read(): Promise<number>; write(): Promise<number> }

/** The time until the last byte of the response, in ms. */
async function timed(url: string, method: string, headers: Record<string, string> = {}, body?: unknown) {
  const startedAt = performance.now()
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(url, init)
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (response.status !== 200) throw new Error(`${method} returned ${response.status}: ${text}`)
  return ms
}

/** Schedules sessions of a course that is not swept. Returns requests for one after the other. */
export async function openSessions({ baseUrl, call, demo }: Started): Promise<TimedRequests> {
  const install = `/v1/installs/${demo['installSid']}`
  const post = async (path: string, body: unknown) => {
    const answer = await call('POST', install + path, { body })
    if (answer.status >= 300) throw new Error(`POST ${path} returned ${answer.status}: ${answer.raw}`)
    return answer
  }
  const headers = { token: demo['apiCredential'] ?? '', 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: unknown) => timed(baseUrl + path, method, headers, body)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const course = (await post('/courses', { title: 'Open' })).text('sid')
  const exam = (
    await post(`/courses/${course}/exams`, { title: 'Open', configuration: { duration: 60 } })
  ).text('sid')
  const paths: string[] = []
  for (let learner = 0; learner < openLearners; learner++) {
    const person = { firstName: 'Ada', lastName: 'Open', email: 'open@school.example' }
    const userSid = (await post('/users', person)).text('sid')
    const enrollment = (await post(`/courses/${course}/enrollments`, { userSid })).text('sid')
    const list = await call('GET', `${install}/enrollments/${enrollment}/exams/${exam}/sessions`)
    const path = `${install}/exams/${exam}/sessions/${list.list('results')[0]?.['sid']}`
    await send('POST', path, { appointmentDate: at(60) })
    paths.push(path)
  }
  let round = 0
  const pathOf = (number: number) => paths[number % openLearners] ?? ''
  return {
    read: () => send('GET', pathOf(round)),
    write: () => {
      const minutes = 60 + (Math.floor(round / openLearners) % 50)
      return send('PUT', pathOf(round++), { appointmentDate: at(minutes) })
    },
  }
}

/** Starts the bare server on the same Postgres. The caller closes it. */
export async function startBareServer(databaseUrl: string): Promise<TimedRequests & { close(): void }> {
  const child = fork(projectFile('bench/sweep-bare.ts'), [databaseUrl, String(openLearners)])
  const ended = once(child, 'exit').then(() => {
    throw new Error('The bare server has ended.')
  })
  const [baseUrl] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {}) // it ends with the bench
  let round = 0
  const url = () => `${baseUrl}/${round % openLearners}`
  return {
    read: () => timed(url(), 'GET'),
    write: () => {
      round++
      return timed(url(), 'PUT')
    },
    close: () => child.disconnect(),
  }
}
