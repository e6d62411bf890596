// The lines of work that no client asked for: what QStash calls back, and what each minute brings.
import { Buffer } from 'node:buffer'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import { newSid } from '../../../db/sid.ts'
import type { PlatformEnv } from '../../../src/platform/env.ts'
import { defaultPeriods } from '../../../src/platform/retention/rules.ts'
import { scheduled } from '../../../src/platform/scheduled.ts'
import { serveCallback } from '../../../src/platform/webhooks/delivery/callbacks.ts'
import { callbacks } from '../../../src/platform/webhooks/delivery/queue.ts'
import { sealWith } from '../../../src/shared/crypto/seal.ts'
import { openScene, ruleNames, type Scene } from '../../support/retention.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ kind: 'memory' })
})
afterAll(() => scene.close())

type Line = Record<string, unknown>

/** An environment that keeps its lines, and a queue that hands on what it is given as if QStash had signed it. */
function environment(publish: () => Promise<number> = () => Promise.resolve(3)) {
  const lines: Line[] = []
  const env = {
    db: scene.db,
    sealed: sealWith([new Uint8Array(32)]),
    retention: defaultPeriods,
    log: (level: string, message: string, members: object) => lines.push({ level, message, ...members }),
    publish,
    queue: { receive: async (request: Request) => ({ body: await request.text(), round: 0 }) },
  } as unknown as PlatformEnv // of which this work asks for nothing else
  return { env, lines }
}

const spent = { durationMs: expect.any(Number), trips: expect.any(Number), dbMs: expect.any(Number) }

/** Calls back, and answers the lines that were written. */
async function calledBack(path: string, body: object): Promise<Line[]> {
  const { env, lines } = environment()
  const request = new Request(`http://platform${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect((await serveCallback(request, env, () => {})).status).toBe(200)
  return lines
}

test('a message that QStash gave up has a line `given-up` with its delivery', async () => {
  const { sid } = await scene.aDelivery('pending', new Date())
  const source = { deliveryId: sid }
  const lines = await calledBack(callbacks.failed, {
    sourceBody: Buffer.from(JSON.stringify(source)).toString('base64'),
  })
  expect(lines).toEqual([{ level: 'info', message: 'given-up', deliverySid: sid, ...spent }])
  const [row] = await scene.db.select({ round: delivery.round }).from(delivery).where(eq(delivery.sid, sid))
  expect(row?.round).toBe(1)
})

test('the end of a hold has a line `release` with its endpoint, and how many holds were over', async () => {
  const endpointSid = newSid('WH')
  const lines = await calledBack(callbacks.release, { endpointId: endpointSid })
  expect(lines).toEqual([{ level: 'info', message: 'release', endpointSid, released: 0, ...spent }])
})

test('each minute has a line `minute`, a line `reseal` and a line `retention` with the rows of each rule that went', async () => {
  const { env, lines } = environment()
  const now = new Date()
  await scene.rowAt.signInSessions(new Date(now.getTime() - 1000 * 24 * 60 * 60 * 1000))
  await scheduled(env, now)
  const none = Object.fromEntries(ruleNames.map(name => [name, 0]))
  expect(lines).toEqual([
    { level: 'info', message: 'minute', released: 0, published: 3, ...spent },
    { level: 'info', message: 'reseal', resealed: 0, failed: 0, ...spent },
    { level: 'info', message: 'retention', deleted: { ...none, signInSessions: 1 }, ...spent },
  ])
})

test('what fails in a minute has a line of level `error`, and the rest is done all the same', async () => {
  const { env, lines } = environment(() => Promise.reject(new Error('QStash is away')))
  await scheduled(env, new Date())
  expect(lines).toMatchObject([
    { level: 'error', message: 'minute', released: 0, cause: { name: 'Error' } },
    { level: 'info', message: 'reseal' },
    { level: 'info', message: 'retention' },
  ])
})
