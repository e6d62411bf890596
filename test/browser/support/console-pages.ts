// The pages of the console, and an install with something on each of them.

import type { SessionWorld } from '../../support/sessions.ts'
import { makeRunning } from './scene.ts'

export type ConsoleScene = { world: SessionWorld; webhook: string; paths: Record<string, string> }

/** Makes an install with an exam that is being taken, an endpoint with attempts, a proctor account and a document. */
export async function makeConsoleScene(): Promise<ConsoleScene> {
  const world = await makeRunning()
  const { admin, installSid, courseSid, examSid, sessionSid, userSid } = world
  const endpoint = await admin('POST', '/api/webhooks', {
    body: { url: 'http://127.0.0.1:9/events', secret: 'a secret of eight', events: ['socket.message'] },
  })
  const webhook = endpoint.text('id')
  await admin('POST', `/api/webhooks/${webhook}/test`)
  await admin('POST', '/v1/proctors', { body: { name: 'Testing center', installSids: [installSid] } })
  const base = `/installs/${installSid}`
  return {
    ...{ world, webhook },
    paths: {
      overview: base,
      sessions: `${base}/sessions`,
      session: `${base}/exams/${examSid}/sessions/${sessionSid}`,
      live: `${base}/live?exam=${examSid}`,
      volume: `${base}/reports/volume`,
      unscheduled: `${base}/reports/unscheduled`,
      events: `${base}/reports/events`,
      churn: `${base}/reports/churn`,
      written: `${base}/reports/audit`,
      exams: `${base}/reports/exams`,
      courses: `${base}/courses`,
      course: `${base}/courses/${courseSid}`,
      exam: `${base}/courses/${courseSid}/exams/${examSid}`,
      people: `${base}/users`,
      person: `${base}/users/${userSid}`,
      tokens: `${base}/tokens`,
      settings: `${base}/settings`,
      installs: '/installs',
      access: '/access',
      webhooks: '/webhooks',
      webhook: `/webhooks/${webhook}`,
      attempts: '/deliveries',
      deadLetters: '/dead-letters',
      topics: '/topics',
      operators: '/operators',
      audit: '/audit',
      signInEvents: '/sign-in-events',
      security: '/security',
    },
  }
}
