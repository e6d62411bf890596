// The log lines of work without a request: callbacks of QStash, and the scheduled job.
import { Buffer } from 'node:buffer'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { delivery, webhookEndpoint } from '../../../db/schema/webhook.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { PlatformEnv } from '../../../src/platform/env.ts'
import { defaultPeriods } from '../../../src/platform/retention/rules.ts'
import { scheduled } from '../../../src/platform/scheduled.ts'
import { serveCallback } from '../../../src/platform/webhooks/delivery/callbacks.ts'
import { callbacks } from '../../../src/platform/webhooks/delivery/queue.ts'
import { sealWith } from '../../../src/shared/crypto/seal.ts'
import { migratedDatabase } from '../../support/postgres.ts'
import { openScene, ruleNames, type Scene } from '../../support/retention.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ kind: 'server', url: await migratedDatabase() })
})
afterAll(() => scene.close())

type Line = Record<string, unknown>

/** An environment that keeps its log lines, and a queue that forwards messages as if QStash had signed them. */
function environment(publish: () => Promise<number> = () => Promise.resolve(3)) {
  const lines: Line[] = []
  const env = {
    db: scene.db,
    sealed: sealWith([new Uint8Array(32)]),
    retention: defaultPeriods,
    log: (level: string, message: string, members: object) => lines.push({ level, message, ...members }),
    publish,
    publishLive: () => Promise.resolve(2),
    queue: { receive: async (request: Request) => ({ body: await request.text(), round: 0 }) },
  } as unknown as PlatformEnv // this work needs nothing else
  return { env, lines }
}

const spent = { durationMs: expect.any(Number), trips: expect.any(Number), dbMs: expect.any(Number) }

/** Takes the lines of the jobs that run beside the others, whose lines have no place among them. */
const linesBeside = (lines: Line[]) =>
  ['mails', 'live'].flatMap(name =>
    lines.splice(
      lines.findIndex(({ message }) => message === name),
      1,
    ),
  )

/** Sends a callback, and returns the lines that were logged. */
async function calledBack(path: string, body: object): Promise<Line[]> {
  const { env, lines } = environment()
  const request = new Request(`http://platform${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect((await serveCallback(request, env, () => {})).status).toBe(200)
  return lines
}

test('a message that QStash gave up is logged as `given-up` with its deliveries', async () => {
  const { sid } = await scene.aDelivery('pending', new Date())
  const source = { deliveryId: sid }
  const lines = await calledBack(callbacks.failed, {
    sourceBody: Buffer.from(JSON.stringify(source)).toString('base64'),
  })
  expect(lines).toEqual([{ level: 'info', message: 'given-up', deliverySids: [sid], ...spent }])
  const [row] = await scene.db.select({ round: delivery.round }).from(delivery).where(eq(delivery.sid, sid))
  expect(row?.round).toBe(1)
})

test('of the deliveries of a message that QStash gave up, those in its round begin a new one', async () => {
  const [current, newer] = [
    await scene.aDelivery('pending', new Date()),
    await scene.aDelivery('pending', new Date()),
  ]
  await scene.db.update(delivery).set({ round: 2 }).where(eq(delivery.sid, newer.sid))
  const deliveries = [current, newer].map(({ sid }) => ({ id: sid, round: 0 }))
  const source = JSON.stringify({ endpointId: newSid('WH'), deliveries })
  await calledBack(callbacks.failed, { sourceBody: Buffer.from(source).toString('base64') })
  const roundOf = async ({ sid }: typeof current) =>
    (await scene.db.select({ round: delivery.round }).from(delivery).where(eq(delivery.sid, sid)))[0]?.round
  expect([await roundOf(current), await roundOf(newer)]).toEqual([1, 2])
})

test('the end of a pause is logged as `release` with its endpoint, and the number of pauses that ended', async () => {
  const endpointSid = newSid('WH')
  const lines = await calledBack(callbacks.release, { endpointId: endpointSid })
  expect(lines).toEqual([{ level: 'info', message: 'release', endpointSid, released: 0, ...spent }])
})

test('each scheduled run logs a line `mails`, a line `live`, and one of each other job; that of `retention` has the deleted rows of each rule', async () => {
  const { env, lines } = environment()
  const now = new Date()
  await scene.rowAt.signInSessions(new Date(now.getTime() - 1000 * 24 * 60 * 60 * 1000))
  await scheduled(env, now)
  expect(linesBeside(lines)).toEqual([
    { level: 'info', message: 'mails', sent: 0, failed: 0, retried: 0, ...spent },
    { level: 'info', message: 'live', applications: 2, liveAgeSeconds: expect.any(Number), ...spent },
  ])
  const none = Object.fromEntries(ruleNames.map(name => [name, 0]))
  expect(lines).toEqual([
    {
      ...{ level: 'info', message: 'minute', released: 0, published: 3, ...spent },
      outboxAgeSeconds: expect.any(Number),
    },
    { level: 'info', message: 'retries', scheduled: 0, ...spent },
    { level: 'info', message: 'recoveries', scheduled: 0, ...spent },
    { level: 'info', message: 'reseal', resealed: 0, failed: 0, ...spent },
    { level: 'info', message: 'counts', changes: expect.any(Number), ...spent },
    { level: 'info', message: 'unscheduled', marks: expect.any(Number), ...spent },
    { level: 'info', message: 'retention', deleted: { ...none, signInSessions: 1 }, ...spent },
    { level: 'info', message: 'notices', deactivated: 0, notices: 0, ...spent },
  ])
})

test('a failure in a scheduled run is logged with level `error`, and the other jobs run', async () => {
  const { env, lines } = environment(() => Promise.reject(new Error('QStash is away')))
  await scheduled(env, new Date())
  expect(linesBeside(lines)).toMatchObject([{ level: 'info' }, { level: 'info' }])
  expect(lines).toMatchObject([
    {
      ...{ level: 'error', message: 'minute', released: 0, cause: { name: 'Error' } },
      outboxAgeSeconds: expect.any(Number),
    },
    { level: 'info', message: 'retries' },
    { level: 'info', message: 'recoveries' },
    { level: 'info', message: 'reseal' },
    { level: 'info', message: 'counts' },
    { level: 'info', message: 'unscheduled' },
    { level: 'info', message: 'retention' },
    { level: 'info', message: 'notices' },
  ])
})

/** Inserts endpoints whose pause is over. */
async function pausedEndpoints(count: number): Promise<SidOf<'WH'>[]> {
  const [tenant] = await scene.db
    .select({ applicationSid: webhookEndpoint.applicationSid })
    .from(webhookEndpoint)
  if (!tenant) throw new Error('The scene has no endpoint.')
  const heldUntil = new Date(Date.now() - 1000)
  const sids = Array.from({ length: count }, () => newSid('WH'))
  await scene.db.insert(webhookEndpoint).values(
    sids.map(sid => ({
      ...{ ...tenant, sid, heldUntil, url: 'https://lms.example.com/', secret: 'x' },
      events: ['document.updated' as const],
    })),
  )
  return sids
}

test.each([
  ['is paused again at QStash if it has been paused again', new Date(Date.now() + 3_600_000), 'pause'],
  ['gets full parallelism otherwise', null, 'unthrottle'],
] as const)(
  'an endpoint whose pause another request ends while it is released %s',
  async (_, heldUntil, call) => {
    const [sid = expect.fail()] = await pausedEndpoints(1)
    const isReleased = eq(webhookEndpoint.sid, sid)
    const release = () => scene.db.update(webhookEndpoint).set({ heldUntil }).where(isReleased)
    const { env } = environment()
    const queue = { pause: vi.fn(), unthrottle: vi.fn() }
    Object.assign(env.queue, queue, { release })
    await scheduled(env, new Date())
    await scene.db.delete(webhookEndpoint).where(isReleased)
    const calls = Object.entries(queue).flatMap(([name, { mock }]) => mock.calls.map(([of]) => [name, of]))
    expect(calls).toEqual([[call, sid]])
  },
)

test('a scheduled run releases endpoints for 20 seconds while QStash does not respond, and the other jobs run', async () => {
  const paused = await pausedEndpoints(5)
  const { env, lines } = environment()
  const realNow = Date.now
  let passedMs = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passedMs)
  const release = vi.fn(() => {
    passedMs += 8000
    return Promise.reject(new Error('QStash does not respond.'))
  })
  Object.assign(env.queue, { release })
  await scheduled(env, new Date())
  clock.mockRestore()
  await scene.db.delete(webhookEndpoint).where(inArray(webhookEndpoint.sid, paused))
  expect(release).toHaveBeenCalledTimes(3)
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'minute', published: 3 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 'info', message: 'retention' }))
})
