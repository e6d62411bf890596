// The mails about webhook endpoints: their order, and none about a deleted endpoint.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sendNotices } from '../../../src/platform/webhooks/notices/send.ts'
import { makeOperator } from '../../support/platform.ts'
import { makeEndpoint, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const system = stackWithSink()
const minuteMs = 60_000

/** An operator with these mails about an endpoint, of which none was sent. */
async function noticed(...kinds: ('deactivated' | 'activated')[]) {
  const { stack, sink } = system
  const world = await makeWorld(stack)
  const operator = await makeOperator(world)
  const endpoint = await makeEndpoint(world, sink.receiver())
  // Due later, so that only the test sends them: an activation of another test may send what is due just now.
  for (const kind of kinds)
    await stack.db.execute(sql`insert into webhook_notice (sid, endpoint_sid, operator_sid, kind, due_date)
      select uuid_v7(), ${endpoint.id.slice(2)}::uuid, sid, ${kind}, now() + interval '1 hour'
      from operator where email = ${operator.email}`)
  const sent: string[] = []
  let failures = 0
  return {
    ...{ world, endpoint, sent },
    /** The provider refuses the next mail. */
    failOnce: () => {
      failures = 1
    },
    /** Sends the mails that are due in these minutes after all are due. The first kind takes longer. */
    send: (minutes = 0) =>
      sendNotices(
        {
          ...{ db: stack.db, log: () => {} },
          async mail({ to, subject }) {
            if (to !== operator.email) return
            if (failures-- > 0) throw new Error('The provider refuses the mail.')
            if (subject.includes('deactivated')) await sleep(200)
            sent.push(subject.replace(/^.* (was|is) /, ''))
          },
        },
        new Date(Date.now() + (61 + minutes) * minuteMs),
      ),
    async unfinished() {
      const { rows } = await stack.db.execute(sql`select kind from webhook_notice
        where endpoint_sid = ${endpoint.id.slice(2)}::uuid and finished_date is null`)
      return rows
    },
  }
}

test('a mail about an endpoint waits for the earlier one to the same operator, also if that is sent again', async () => {
  const { sent, send, failOnce, unfinished } = await noticed('deactivated', 'activated')
  failOnce()
  await send()
  expect(sent).toEqual([])
  await send()
  expect(sent).toEqual([])
  await send(6)
  expect(sent).toEqual(['deactivated', 'active again'])
  expect(await unfinished()).toEqual([])
})

test('mails about an endpoint that are due at the same time are sent in their order', async () => {
  const { sent, send } = await noticed('deactivated', 'activated', 'deactivated')
  await send()
  expect(sent).toEqual(['deactivated', 'active again', 'deactivated'])
})

test('a mail about an endpoint that was deleted before is not sent', async () => {
  const { world, endpoint, sent, send, unfinished } = await noticed('deactivated', 'activated')
  expect((await world.admin('DELETE', endpoint.at)).status).toBe(204)
  await send()
  await send(6)
  expect([sent, await unfinished()]).toEqual([[], []])
})
