// Runs the scenario on a system of its own, and returns the examples of every operation.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StackOptions, startStack } from '../../stack/stack.ts'
import { everyRoute } from '../reference/operations.ts'
import { shownOrigin } from './files.ts'
import { startReceiver } from './receiver.ts'
import { type Examples, newRecorder } from './recorder.ts'
import { sendRequest } from './request.ts'
import { recordDocuments } from './scenario/documents.ts'
import { recordExams } from './scenario/exams.ts'
import { recordInstalls } from './scenario/installs.ts'
import { recordOperators } from './scenario/operators.ts'
import { recordPeopleAndCourses, recordPeopleSearch } from './scenario/people-and-courses.ts'
import { recordProctoring } from './scenario/proctoring.ts'
import { recordProvision } from './scenario/provision.ts'
import { recordReports } from './scenario/reports.ts'
import { recordSessions } from './scenario/sessions.ts'
import { recordTokens } from './scenario/tokens.ts'
import { recordWebhooks } from './scenario/webhooks.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The start, in UTC, of the first Monday that is at least two days after the time in ms. */
function mondayAfter(time: number): number {
  const from = Math.ceil(time / dayMs) + 2
  return (from + ((11 - (from % 7)) % 7)) * dayMs // day 0 was a Thursday
}

type RecordOptions = {
  /** Sends the requests of the scenario. */
  send?: typeof sendRequest
  database?: StackOptions['database']
  /** The first Monday at least two days after this time, in ms, begins the week of the scenario. */
  time?: number
}

/** Records the examples of every operation. They change only if the responses of the system change. */
export async function recordExamples({
  send = sendRequest,
  database = { kind: 'memory' },
  time = Date.now(),
}: RecordOptions = {}): Promise<Examples> {
  const stateDir = await mkdtemp(join(tmpdir(), 'invigil-examples-'))
  const stack = await startStack({
    port: 0,
    stateDir,
    database,
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
      monday: mondayAfter(time),
      receiver,
      send,
      texts: [
        [baseUrl, shownOrigin],
        [receiver.url, 'https://lms.azvalley.example/webhooks'],
        [receiver.host, 'lms.azvalley.example'],
      ],
    })
    recorder.variables['applicationSid'] = demo.applicationId
    await recordInstalls(recorder)
    await recordProctoring(recorder)
    await recordPeopleAndCourses(recorder)
    await recordExams(recorder)
    await recordProvision(recorder)
    await recordSessions(recorder)
    await recordReports(recorder)
    await recordTokens(recorder)
    await recordOperators(recorder)
    await recordWebhooks(recorder)
    await recordDocuments(recorder, baseUrl)
    await recordPeopleSearch(recorder)
    await recorder.recordOtherRefusals()
    return recorder.examples
  } finally {
    await receiver.close()
    await stack.close()
    await rm(stateDir, { recursive: true })
  }
}
