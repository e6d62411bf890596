// The two systems of a run, and what there is in them.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { freePort, type Started, start } from '../test/support/start.ts'
import type { SizeName } from '../tools/demo-data/sizes.ts'
import { credentialOf, installOf, type Place, prepared } from './all-operation.ts'
import { type DataSet, dataSetIn } from './data-set.ts'
import { startWithBareWrite } from './sts-system.ts'
import { unhurried } from './webhooks-client.ts'
import { sendAll } from './webhooks-load.ts'

/** What there is: demo data of a size, or so many learners who were brought in over the API. */
export type Filling = { size: SizeName; tokens: number } | { learners: number; tokens: number }

/** Told of a system that has started, which must be ended. */
export type Keep = (started: Started) => void

/** The one that is measured, which also serves the bare write. */
export const startLarge = (directory: string, filling: Filling, keep: Keep): Promise<Place> =>
  filled(join(directory, 'state'), filling, keep, () => startWithBareWrite(directory, flagsOf(filling)))

export const startSmall = (directory: string, filling: Filling, keep: Keep): Promise<Place> =>
  filled(directory, filling, keep, async () =>
    start(directory, await freePort(), { flags: flagsOf(filling), env: unhurried }),
  )

/** Only a real Postgres can be filled with demo data. */
const flagsOf = (filling: Filling) => ('size' in filling ? ['--postgres'] : [])

async function filled(
  stateDir: string,
  filling: Filling,
  keep: Keep,
  startSystem: () => Promise<Started>,
): Promise<Place> {
  const loaded = 'size' in filling ? await dataSetIn(stateDir, filling.size, AbortSignal.any([])) : undefined
  const started = await startSystem()
  keep(started)
  const { baseUrl, demo } = started
  const place = { baseUrl, demo, data: loaded ?? dataOf(demo) }
  if ('learners' in filling) await bringIn(place, filling.learners)
  await issueTokens(place, filling.tokens)
  return place
}

/** The demo account as a data set. */
const dataOf = ({
  installSid = '',
  proctorSid = '',
  apiCredential = '',
}: Record<string, string>): DataSet => ({
  ...{ date: new Date().toISOString().slice(0, 10), installs: [{ sid: installSid }] },
  ...{ proctorSids: [proctorSid], apiCredential },
})

/** Learners of the demo course with sessions of its exams, a section, and an event of a session. */
async function bringIn({ baseUrl, demo, ...place }: Place, learners: number): Promise<void> {
  const headers = credentialOf({ baseUrl, demo, ...place })
  const install = installOf({ baseUrl, demo, ...place })
  const post = (path: string, body: unknown, status: number) =>
    prepared({ baseUrl }, headers, { method: 'POST', path: `${install}/${path}`, body, status })
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
  // Of a type that opens no incident, which a session that has not begun cannot be.
  const { sid: eventTypeSid } = await post('eventTypes', { name: 'A phone' }, 201)
  const session = `exams/${demo['examSid']}/sessions/${demo['sessionSid']}`
  await post(`${session}/events`, { eventTypeSid, title: 'A phone' }, 201)
}

async function issueTokens(place: Place, count: number): Promise<void> {
  const body = {
    tokenType: 'api',
    policy: { version: '1', statements: [{ effect: 'Allow', actions: ['sp:ListUsers'], resources: ['*'] }] },
  }
  const path = `${installOf(place)}/sts/tokens`
  await sendAll(count, 16, () =>
    prepared(place, credentialOf(place), { method: 'POST', path, body, status: 201 }),
  )
}
