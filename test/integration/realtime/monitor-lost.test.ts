// Learners whose connection is lost without a close, and many learners on one monitor.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTime, repeatedIfLate } from '../../support/late.ts'
import { connected, disconnectAll, rawSocket, recorded } from '../../support/realtime.ts'
import { addLearners } from '../../support/session-crowd.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { issueToken } from '../../support/tokens.ts'

let world: SessionWorld
const states = new Map<unknown, unknown>()
beforeAll(async () => {
  world = await makeSession()
  const monitor = recorded(await connected(world, ['subscribe']), `monitor.${world.examSid}`)
  monitor.subscription.on('publication', ({ data: { payload } }) => {
    if (payload.connection) states.set(payload.sessionSid, payload.connection)
  })
  monitor.subscription.subscribe()
  await monitor.subscription.ready(10_000)
})
afterAll(disconnectAll)

/** A learner who never answers a ping, as one whose network was cut. */
async function silentLearner({ sessionSid, userSid }: Pick<SessionWorld, 'sessionSid' | 'userSid'>) {
  const { secret } = await issueToken(world, { targetUserSid: userSid, resource: sessionSid })
  const socket = await rawSocket(world.stack.baseUrl)
  const channel = `session.${sessionSid}`
  socket.send({ id: 1, connect: { token: secret } }, { id: 2, subscribe: { channel } })
  await socket.reply(2).toHaveProperty('subscribe')
  return socket
}

/** Waits for the state. Returns the time in ms. */
async function untilIs({ sessionSid }: Pick<SessionWorld, 'sessionSid'>, state: string): Promise<number> {
  const since = performance.now()
  await expect.poll(() => states.get(sessionSid), { timeout: 90_000, interval: 50 }).toBe(state)
  return performance.now() - since
}

test('a learner whose network was cut is missing within 60 s, and online within 5 s of coming back', {
  ...repeatedIfLate,
  timeout: 240_000,
}, async () => {
  await silentLearner(world)
  await untilIs(world, 'online')
  inTime(await untilIs(world, 'missing'), 60_000)
  const back = await silentLearner(world)
  inTime(await untilIs(world, 'online'), 5000)
  back.close()
})

test('200 learners are on one monitor, and missing within 60 s if they leave at once', {
  ...repeatedIfLate,
  timeout: 240_000,
}, async () => {
  const learners = await addLearners(world, 200)
  const sockets: Awaited<ReturnType<typeof silentLearner>>[] = []
  for (let at = 0; at < learners.length; at += 20)
    sockets.push(...(await Promise.all(learners.slice(at, at + 20).map(silentLearner))))
  for (const learner of learners) await untilIs(learner, 'online')
  for (const socket of sockets) socket.close()
  const missing = () => learners.filter(({ sessionSid }) => states.get(sessionSid) === 'missing').length
  const leftAt = performance.now()
  await expect.poll(missing, { timeout: 90_000, interval: 50 }).toBe(200)
  inTime(performance.now() - leftAt, 60_000)
})
