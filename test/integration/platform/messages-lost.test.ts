// A mail whose last attempt did not end, because its sender was terminated.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { message } from '../../../db/schema/message.ts'
import { maxAttempts } from '../../../src/platform/messages/sql.ts'
import type { Stack } from '../../../tools/stack/stack.ts'
import { mailProvider, messagesOf, notify, runSender, tried, unreachable } from '../../support/messages.ts'
import { inState, run } from '../../support/session-steps.ts'
import { stackOfFork } from '../../support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await stackOfFork({ database: { kind: 'postgres' }, mail: unreachable })
})

test('a mail whose last attempt did not end is given up, logged, and keeps neither its address nor its reason', async () => {
  await stack.db.delete(message) // earlier tests left some on this stack, which would be sent too
  const world = await inState('Pending Approval', stack)
  await notify(world)
  await run(world, 'deny')
  await tried(world)
  const inHalfAnHour = new Date(Date.now() + 1_800_000) // so that the sender of the stack does not claim it
  await stack.db
    .update(message)
    .set({ attempts: maxAttempts, address: 'ada@school.example', dueDate: inHalfAnHour })
    .where(eq(message.sessionSid, world.sessionSid))
  const { calls, send } = mailProvider()
  const lines: unknown[] = []
  const inAnHour = new Date(Date.now() + 3_600_000)
  const counts = await runSender(stack, send, inAnHour, (...line) => lines.push(line))
  const [stored, ...others] = await messagesOf(world)
  expect(others).toEqual([])
  expect(stored).toMatchObject({ status: 'failed', fault: 'interrupted', address: null, detail: null })
  const { sid, sessionSid, kind } = stored ?? {}
  expect(lines).toEqual([['error', 'message-given-up', { sid, sessionSid, kind }]])
  expect([calls, counts]).toEqual([[], { sent: 0, failed: 1, retried: 0 }])
})
