// Tells the story on a system of its own, and gives out the examples of every operation.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack } from '../../stack/stack.ts'
import { everyRoute } from '../reference/operations.ts'
import { shownOrigin } from './files.ts'
import { startReceiver } from './receiver.ts'
import { type Examples, newRecorder } from './recorder.ts'
import { tellExams } from './scenario/exams.ts'
import { tellInstalls } from './scenario/installs.ts'
import { tellOperators } from './scenario/operators.ts'
import { tellPeopleAndCourses } from './scenario/people-and-courses.ts'
import { tellProvision } from './scenario/provision.ts'
import { tellReports } from './scenario/reports.ts'
import { tellSessions } from './scenario/sessions.ts'
import { tellTokens } from './scenario/tokens.ts'
import { tellWebhooks } from './scenario/webhooks.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The first Monday, in UTC, that begins in two days or later. */
function comingMonday(now: number): number {
  const from = Math.ceil(now / dayMs) + 2
  return (from + ((11 - (from % 7)) % 7)) * dayMs // day 0 was a Thursday
}

/** Records the examples of every operation: the same ones at each time, unless what the system answers has changed. */
export async function recordExamples(): Promise<Examples> {
  const stateDir = await mkdtemp(join(tmpdir(), 'invigil-examples-'))
  const stack = await startStack({
    port: 0,
    stateDir,
    database: { kind: 'memory' },
    passwordCostLog2: 10,
    webhookRetryBaseMs: 1,
  })
  const receiver = await startReceiver()
  try {
    const demo = JSON.parse(await readFile(join(stateDir, 'demo.json'), 'utf8'))
    const { baseUrl } = stack
    const recorder = newRecorder({
      routes: everyRoute,
      baseUrl,
      secret: demo.apiCredential,
      monday: comingMonday(Date.now()),
      receiver,
      texts: [
        [baseUrl, shownOrigin],
        [receiver.url, 'https://lms.azvalley.example/webhooks'],
        [receiver.host, 'lms.azvalley.example'],
      ],
    })
    recorder.scene['applicationSid'] = demo.applicationId
    await tellInstalls(recorder)
    await tellPeopleAndCourses(recorder)
    await tellExams(recorder)
    await tellProvision(recorder)
    await tellSessions(recorder)
    await tellReports(recorder)
    await tellTokens(recorder)
    await tellOperators(recorder)
    await tellWebhooks(recorder)
    await recorder.refuseTheRest()
    return recorder.examples
  } finally {
    await receiver.close()
    await stack.close()
    await rm(stateDir, { recursive: true })
  }
}
