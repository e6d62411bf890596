// A system in a process of its own that tests kill and start again, with an exam whose learners have sessions.

import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { startEmbeddedPostgres } from '../../tools/neon/embedded.ts'
import type { Answer } from './client.ts'
import { temporaryDirectory } from './directory.ts'
import { end, freePort, type Started, start } from './start.ts'

/** A learner of the exam. */
type Learner = { email: string; sessionSid: string }

/** The response, or undefined if the system has stopped. */
export async function unlessKilled(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof TypeError) return undefined // thrown by fetch when a connection breaks
    throw error
  }
}

/** Starts the system for the tests of a file. */
export function killedSystem() {
  let stateDir: string
  let port: number
  let running: Started
  let exams = 0
  const begin = async () => {
    running = await start(stateDir, port, { flags: ['--postgres'] })
  }
  beforeAll(async () => {
    stateDir = temporaryDirectory()
    port = await freePort()
    await begin()
  }, 90_000)
  afterAll(async () => {
    const { exitCode, signalCode } = running.child
    if (exitCode === null && signalCode === null) await end(running, 'SIGTERM')
    else await (await startEmbeddedPostgres(join(stateDir, 'postgres'))).stop()
  }, 90_000)

  const path = (rest: string) => `/v1/installs/${running.demo['installSid']}${rest}`
  return {
    path,
    call: (...request: Parameters<Started['call']>) => running.call(...request),
    get baseUrl() {
      return running.baseUrl
    },
    /** `kill -9`, and the start of the same state. */
    async killAndStart() {
      await end(running, 'SIGKILL')
      await begin()
    },
    /** An exam, and its learners with their sessions. */
    async exam(count: number): Promise<{ examSid: string; learners: Learner[] }> {
      exams += 1
      const ids = (name: string) => ({ ids: { lms: `${name} of killed exam ${exams}` } })
      const emailOf = (at: number) => `killed${exams}-${at}@mail.example`
      const items = Array.from({ length: count }, (_, at) => ({
        course: { ...ids('course'), title: 'Biology' },
        user: { ...ids(`user ${at}`), firstName: 'Ada', lastName: `${at}`, email: emailOf(at) },
        enrollment: {},
        exam: { ...ids('exam'), title: 'Midterm', configuration: { duration: 60 } },
      }))
      const made = await running.call('POST', path('/provision/batch'), { body: { items } })
      const results = made.list('results') as Record<string, { sid: string }>[]
      const examSid = String(results[0]?.['exam']?.sid)
      const listed = await running.call('GET', path(`/exams/${examSid}/sessions?limit=1000`))
      const sessions = new Map(listed.list('results').map(({ userSid, sid }) => [userSid, String(sid)]))
      const learners = results.map(({ user }, at) => ({
        email: emailOf(at),
        sessionSid: sessions.get(user?.sid) ?? '',
      }))
      expect(learners.filter(({ sessionSid }) => sessionSid)).toHaveLength(count)
      return { examSid, learners }
    },
  }
}
