// Starts the two systems of a run with their content.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { freePort, type Started, start } from '../test/support/start.ts'
import type { SizeName } from '../tools/demo-data/sizes.ts'
import { credentialOf, installOf, type MeasuredSystem, setupRequest } from './all-operation.ts'
import { runCron } from './cron.ts'
import { type DataSet, dataSetIn } from './data-set.ts'
import { startWithBareWrite } from './sts-system.ts'
import { highLimits } from './webhooks-client.ts'
import { sendConcurrently } from './webhooks-load.ts'

/** The content of a system: demo data of a size, or a number of learners that are provisioned over the API. */
export type Content = { size: SizeName; tokens: number } | { learners: number; tokens: number }

/** Registers a started system, which the caller must end. */
export type Register = (started: Started) => void

/** Starts the measured system, which also serves the routes of the baselines. */
export const startLarge = (
  directory: string,
  content: Content,
  register: Register,
): Promise<MeasuredSystem> =>
  startWith(join(directory, 'state'), content, register, () =>
    startWithBareWrite(directory, flagsOf(content)),
  )

export const startSmall = (
  directory: string,
  content: Content,
  register: Register,
): Promise<MeasuredSystem> =>
  startWith(directory, content, register, async () =>
    start(directory, await freePort(), { flags: flagsOf(content), env: highLimits }),
  )

/** Demo data needs a real Postgres. */
const flagsOf = (content: Content) => ('size' in content ? ['--postgres'] : [])

async function startWith(
  stateDir: string,
  content: Content,
  register: Register,
  startSystem: () => Promise<Started>,
): Promise<MeasuredSystem> {
  const loaded = 'size' in content ? await dataSetIn(stateDir, content.size, AbortSignal.any([])) : undefined
  const started = await startSystem()
  register(started)
  const { baseUrl, demo } = started
  // As in `-- reports`: a system in service has added the changes of the data set to its kept numbers.
  if (loaded) await runCron(baseUrl, 'platform')
  const system = { baseUrl, demo, data: loaded ?? dataOf(demo) }
  if ('learners' in content) await provisionLearners(system, content.learners)
  await issueTokens(system, content.tokens)
  return system
}

/** Returns the demo account as a data set. */
const dataOf = ({
  installSid = '',
  proctorSid = '',
  apiCredential = '',
}: Record<string, string>): DataSet => ({
  ...{ date: new Date().toISOString().slice(0, 10), installs: [{ sid: installSid }] },
  ...{ proctorSids: [proctorSid], apiCredential },
})

/** Creates learners of the demo course with sessions of its exams, a section, and a session event. */
async function provisionLearners(
  { baseUrl, demo, ...system }: MeasuredSystem,
  learners: number,
): Promise<void> {
  const headers = credentialOf({ baseUrl, demo, ...system })
  const install = installOf({ baseUrl, demo, ...system })
  const post = (path: string, body: unknown, status: number) =>
    setupRequest({ baseUrl }, headers, { method: 'POST', path: `${install}/${path}`, body, status })
  const items = Array.from({ length: learners }, (_, n) => ({
    course: { ids: { sid: demo['courseSid'] } },
    user: {
      ids: { lms: randomUUID() },
      ...{ firstName: 'Ada', lastName: `Lovelace ${n}`, email: `ada-${n}@people.example` },
    },
    enrollment: {},
  }))
  await post('provision/batch', { items }, 200)
  await post(`courses/${demo['courseSid']}/sections`, { title: 'Monday' }, 201)
  // The type opens no incident: a session that has not started cannot have one.
  const { sid: eventTypeSid } = await post('eventTypes', { name: 'A phone' }, 201)
  const session = `exams/${demo['examSid']}/sessions/${demo['sessionSid']}`
  await post(`${session}/events`, { eventTypeSid, title: 'A phone' }, 201)
}

async function issueTokens(system: MeasuredSystem, count: number): Promise<void> {
  const body = {
    tokenType: 'api',
    policy: { version: '1', statements: [{ effect: 'Allow', actions: ['sp:ListUsers'], resources: ['*'] }] },
  }
  const path = `${installOf(system)}/sts/tokens`
  await sendConcurrently(count, 16, () =>
    setupRequest(system, credentialOf(system), { method: 'POST', path, body, status: 201 }),
  )
}
