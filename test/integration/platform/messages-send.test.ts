// Each mail to a learner is sent once: over crashes, races and faults of the provider, on a real Postgres.
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { message } from '../../../db/schema/message.ts'
import { user } from '../../../db/schema/user.ts'
import { maxAttempts } from '../../../src/platform/messages/sql.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { mailProvider, messagesOf, notify, runSender, tried, unreachable } from '../../support/messages.ts'
import { another, inState, run } from '../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { stackOfFork } from '../../support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await stackOfFork({ database: { kind: 'postgres' }, mail: unreachable })
})

beforeEach(() => stack.db.delete(message))

const second = 1000
const minute = 60 * second

/** A time at which every message is due that the stack's own sender has tried. */
const inAnHour = (ms = 0) => new Date(Date.now() + 60 * minute + ms)

/** A time at which the stack's own sender claims nothing. */
const inHalfAnHour = () => inAnHour(-30 * minute)

/**
 * A session with a confirmed appointment in two hours, of an install whose notifications are on. The stack's own sender has
 * tried its message: senders skip a message that another is claiming or recording.
 */
async function confirmed(settings: object = {}): Promise<SessionWorld> {
  const world = await makeSession({}, stack)
  await notify(world, { reminders: false, ...settings })
  await run(world, 'schedule', 120)
  await tried(world)
  return world
}

/** Confirms so many other appointments of the same install, like `confirmed`. */
async function confirmedBeside(world: SessionWorld, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const other = await another(world)
    await run(other, 'schedule', 120)
    await tried(other)
  }
}

/** Makes the messages due in half an hour, for the senders of the tests, as if the stack's own had not tried. */
async function untried(world: SessionWorld) {
  await tried(world)
  await stack.db
    .update(message)
    .set({
      attempts: 0,
      fault: null,
      address: null,
      status: 'pending',
      finishedDate: null,
      dueDate: inHalfAnHour(),
    })
    .where(eq(message.sessionSid, world.sessionSid))
}

test('a change is one mail, however often senders run', async () => {
  const world = await confirmed()
  const { delivered, calls, send } = mailProvider()
  await runSender(stack, send, inAnHour())
  await runSender(stack, send, inAnHour(minute))
  expect([calls.length, delivered.size]).toEqual([1, 1])
  const [stored] = await messagesOf(world)
  expect(calls[0]?.key).toBe(stored?.sid)
  expect(stored).toMatchObject({ status: 'sent', fault: null, finishedDate: expect.any(Date) })
})

test('two senders at the same time claim each message once', async () => {
  const world = await confirmed()
  await confirmedBeside(world, 7)
  const { calls, delivered, send } = mailProvider()
  const at = inAnHour()
  await Promise.all([1, 2, 3, 4].map(() => runSender(stack, send, at)))
  expect(calls.length).toBe(8)
  expect(delivered.size).toBe(8)
})

test('a sender that is killed between the mail and its record is followed by one that sends it with the same key', async () => {
  const world = await confirmed()
  await untried(world)
  const at = inAnHour()
  // The provider delivers the mail and its response never arrives: the sender is gone.
  const killed = mailProvider(() => 200)
  const answer = killed.send
  void runSender(stack, (mail, key) => answer(mail, key).then(() => new Promise(() => {})), at)
  await expect.poll(() => killed.delivered.size).toBe(1)
  // Its lease lasts for 20 seconds.
  const next = mailProvider()
  await runSender(stack, next.send, new Date(at.getTime() + 19 * second))
  expect(next.calls).toEqual([])
  await runSender(stack, next.send, new Date(at.getTime() + 21 * second))
  expect(next.calls.map(({ key }) => key)).toEqual([...killed.delivered.keys()])
  expect(await messagesOf(world)).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test('a mail that the provider refuses is sent again with the same key, after delays that double', async () => {
  const world = await confirmed()
  await untried(world)
  const { calls, delivered, send } = mailProvider((_, call) => (call < 3 ? 500 : 200))
  const at = inAnHour().getTime()
  for (const [seconds, count] of [
    [0, 1],
    [29, 1],
    [31, 2],
    [90, 2],
    [92, 3],
    [1000, 3],
  ] as const) {
    await runSender(stack, send, new Date(at + seconds * second))
    expect([seconds, calls.length]).toEqual([seconds, count])
  }
  expect(delivered.size).toBe(1)
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  expect(await messagesOf(world)).toMatchObject([{ status: 'sent', attempts: 3 }])
})

test('a mail that may have been sent is repeated to its address, and one that was refused goes to the current address', async () => {
  const world = await confirmed()
  await untried(world)
  const answers = [422, 500, 422, 200]
  const { calls, delivered, send } = mailProvider((_, call) => answers[call - 1] ?? 200)
  for (let hour = 0; hour < answers.length; hour += 1) {
    await stack.db
      .update(user)
      .set({ email: `ada${hour}@school.example` })
      .where(eq(user.sid, world.userSid))
    await runSender(stack, send, inAnHour(hour * 60 * minute))
  }
  const addresses = calls.map(({ mail }) => mail.to.replace('@school.example', ''))
  expect(addresses).toEqual(['ada0', 'ada1', 'ada1', 'ada1'])
  expect(delivered.size).toBe(1)
  expect(await messagesOf(world)).toMatchObject([{ status: 'sent', address: null }])
})

test(`after ${maxAttempts} attempts a mail is given up, recorded with its fault and logged without personal data`, async () => {
  const world = await confirmed()
  await untried(world)
  const { calls, send } = mailProvider(() => 503)
  const lines: unknown[] = []
  for (let day = 1; day <= maxAttempts + 2; day++)
    await runSender(stack, send, inAnHour(day * 24 * 60 * minute), (...line) => lines.push(line))
  expect(calls).toHaveLength(maxAttempts)
  const [stored] = await messagesOf(world)
  expect(stored).toMatchObject({
    ...{ status: 'failed', fault: 'status 503', finishedDate: expect.any(Date), address: null },
  })
  const { sid, sessionSid, kind } = stored ?? {}
  expect(lines).toEqual([['error', 'message-given-up', { sid, sessionSid, kind }]])
  expect((await world.read()).body['messagingConfirmations']).toEqual([])
})

test('a provider that refuses all mails gets only the first six in a run, and the others keep their attempts', async () => {
  const world = await confirmed()
  await confirmedBeside(world, 7)
  await stack.db.update(message).set({ attempts: 0, dueDate: inHalfAnHour() })
  const { calls, send } = mailProvider(() => 500)
  expect(await runSender(stack, send, inAnHour())).toEqual({ sent: 0, failed: 0, retried: 6 })
  expect(calls).toHaveLength(6)
})

test('the mails about one session are sent in their order: a later one waits for an earlier one', async () => {
  const world = await confirmed()
  await run(world, 'reschedule', 180)
  await untried(world)
  const { calls, send } = mailProvider((_, call) => (call === 1 ? 500 : 200))
  const at = inAnHour().getTime()
  await runSender(stack, send, new Date(at))
  expect(calls.map(({ mail }) => mail.subject)).toEqual(['Your appointment for Midterm'])
  await runSender(stack, send, new Date(at + minute))
  await runSender(stack, send, new Date(at + 2 * minute))
  expect(calls.map(({ mail }) => mail.subject)).toEqual([
    'Your appointment for Midterm',
    'Your appointment for Midterm',
    'Your appointment for Midterm has changed',
  ])
})

test('an address that no mail can reach is given up without a call', async () => {
  const world = await confirmed()
  await untried(world)
  await stack.db.update(user).set({ email: 'nobody@localhost' }).where(eq(user.sid, world.userSid))
  const { calls, send } = mailProvider()
  await runSender(stack, send, inAnHour())
  expect(calls).toEqual([])
  expect(await messagesOf(world)).toMatchObject([{ status: 'failed', fault: 'invalid address' }])
})

test('the preferred address gets the mail', async () => {
  const world = await confirmed()
  await untried(world)
  await stack.db.update(user).set({ preferredEmail: 'mine@mail.example' }).where(eq(user.sid, world.userSid))
  const { calls, send } = mailProvider()
  await runSender(stack, send, inAnHour())
  expect(calls.map(({ mail }) => mail.to)).toEqual(['mine@mail.example'])
})

test('what is due is not sent after the notifications were turned off', async () => {
  const world = await confirmed()
  await notify(world, { enabled: false })
  const { calls, send } = mailProvider()
  await runSender(stack, send, inAnHour())
  expect([calls, await messagesOf(world)]).toEqual([[], []])
})

test('erasing a user deletes the unsent mails, and the reasons in them', async () => {
  const world = await inState('Pending Approval', stack)
  await notify(world)
  await run(world, 'deny')
  expect(await messagesOf(world)).toMatchObject([{ kind: 'denial', detail: 'No room' }])
  expect((await world.admin('DELETE', world.path(`/users/${world.userSid}`))).status).toBe(200)
  expect(await messagesOf(world)).toEqual([])
})

test('the reason of a sent mail is not kept', async () => {
  const world = await inState('Pending Approval', stack)
  await notify(world)
  await run(world, 'deny')
  await untried(world)
  const { calls, send } = mailProvider()
  await runSender(stack, send, inAnHour())
  expect(calls[0]?.mail.text).toContain('No room')
  expect(await messagesOf(world)).toMatchObject([{ status: 'sent', detail: null }])
})
