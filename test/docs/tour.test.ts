import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { createReporter, StepFailed } from '../../tour/steps.ts'
import { runTour } from '../../tour/tour.ts'
import type { Demo } from '../../tour/types.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { sharedStack } from '../support/stack.ts'

/** Runs `npm run tour`. Returns its exit code and output. */
const tour = (stateDir: string): Promise<{ code: number; out: string; error: string }> =>
  new Promise(resolve => {
    const env = { ...process.env, STATE_DIR: stateDir }
    const child = execFile(process.execPath, [projectFile('tour/index.ts')], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

const demoOf = (stateDir: string): Demo => JSON.parse(readFileSync(join(stateDir, 'demo.json'), 'utf8'))

let stateDir: string
beforeAll(async () => {
  stateDir = (await sharedStack()).stateDir
})

/** The operation of each step, in order. */
const operations = [
  'POST /api/webhooks',
  ...['POST …/provision', 'POST …/provision'],
  'GET …/courses/{courseSid}/exams/{examSid}/configurations',
  'PUT …/courses/{courseSid}/exams/{examSid}/configurations/{examConfigurationSid}',
  'PUT …/exams/{examSid}/assignments',
  'GET …/enrollments/{enrollmentSid}/exams/{examSid}/sessions',
  'GET …/reports/unscheduledLearners',
  'POST …/exams/{examSid}/sessions/{sessionSid}',
  ...['POST …/sts/tokens', 'POST /v1/embeds/verify'],
  ...['POST …/sts/tokens/{tokenSid}/refresh', 'POST …/sts/tokens'],
  expect.stringMatching(/^(GET|POST) …\/eventTypes$/),
  'POST …/exams/{examSid}/sessions/{sessionSid}/start',
  'POST …/exams/{examSid}/sessions/{sessionSid}/events',
  'POST …/exams/{examSid}/sessions/{sessionSid}/end',
  'POST …/exams/{examSid}/sessions/{sessionSid}/events',
  'GET …/exams/{examSid}/sessions/{sessionSid}',
  'PUT …/exams/{examSid}/sessions/{sessionSid}/events/{eventSid}',
  'POST …/exams/{examSid}/sessions/{sessionSid}/review',
  'GET /v1/proctors/{proctorSid}/reports/examList',
  'GET …/reports/examSessionEvents',
  ...['GET …/reports/churn', 'GET …/reports/audit'],
  ...['GET …/reports/appointmentVolume', 'GET …/reports/appointmentVolume'],
  ...[undefined, undefined], // these steps receive the webhook
  'DELETE …/sts/tokens/{tokenSid}',
  'GET …/exams/{examSid}/sessions/{sessionSid}',
  'DELETE /api/webhooks/{webhookSid}',
]

test('the tour prints every step with its round trips, and can be repeated', async () => {
  for (let times = 0; times < 2; times++) {
    const { code, out, error } = await tour(stateDir)
    expect([code, error], out).toEqual([0, ''])
    const lines = out.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(/^All 32 steps passed in \d+\.\d s\.$/)
    const steps = lines.slice(0, -1).map(line => /(?: {2}((?:GET|POST|PUT|DELETE) \S+))?$/.exec(line)?.[1])
    expect(steps).toEqual(operations)
    const requests = lines.filter(line => / (GET|POST|PUT|DELETE) /.test(line))
    for (const line of requests) expect(line).toMatch(/^[ \d]\d {2}\d{3} {2}[12] trips? +\d+ ms {2}\S/)
  }
})

test('a system that accepts a revoked token fails the tour at that step', async () => {
  const lines: string[] = []
  const tour = runTour(
    demoOf(stateDir),
    createReporter(line => lines.push(line)),
    (url, init) =>
      init.method === 'DELETE' && url.pathname.includes('/sts/tokens/')
        ? Promise.resolve(new Response(null, { status: 204 }))
        : fetch(url, init),
  )
  const failure = await tour.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StepFailed)
  expect(String(failure)).toContain('"The next request of her page is refused."')
  expect(lines.at(-1)).toMatch(/^ ✗ .*The next request of her page is refused\./)
})

test('a failed step ends the tour with code 1, and the error names it', async () => {
  const folder = temporaryDirectory()
  const demo = { ...demoOf(stateDir), proctorSid: `PA${'0'.repeat(32)}` }
  writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
  const { code, out, error } = await tour(folder)
  expect(code).toBe(1)
  expect(out).toContain('✗')
  expect(error).toMatch(/^Failed at "The proctors see the exam .*404 not_found/)
})

test('without a running system, the error describes how to start one', async () => {
  const { code, out, error } = await tour(temporaryDirectory())
  expect([code, out]).toEqual([1, ''])
  expect(error).toMatch(/^No system runs on .*npm start.*\n$/)
})
