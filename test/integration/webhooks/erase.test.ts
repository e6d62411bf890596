// A person who is erased while a delivery about them is in progress, on a real Postgres, leaves nothing behind.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempt } from '../../../db/schema/webhook.ts'
import { rounds as roundsOf } from '../../support/rounds.ts'
import { tablesWith } from '../../support/tables.ts'
import { sidOf } from '../../support/tokens.ts'
import { type Answerer, serveWith } from '../../support/webhook-faults.ts'
import { makeEndpoint, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const rounds = roundsOf({ quick: 1, all: 6 })

const system = stackWithSink({ database: { kind: 'postgres' }, webhookRetryBaseMs: 1000 }, 300_000)

/** A receiver that holds each request until it is let go, and then answers with the body that it was sent. */
let echo: Answerer
let asked = Promise.withResolvers<void>()
let released = Promise.withResolvers<void>()
beforeAll(async () => {
  echo = await serveWith(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.resolve()
    await released.promise
    response.writeHead(200, { 'x-echo': encodeURIComponent(body).slice(0, 2000) }).end(body)
  })
})
afterAll(() => echo?.close())

test(`erased while a receiver holds the request, a person stands in no table afterwards, ${rounds} times over`, async () => {
  for (let round = 0; round < rounds; round++) {
    asked = Promise.withResolvers()
    released = Promise.withResolvers()
    const world = await makeWorld(system.stack)
    const receiver = { url: `${echo.url}/`, received: [], replies: [] }
    await makeEndpoint(world, receiver, { events: ['database.event'] })
    const mark = `markofround${round}x`
    const userSid = await world.user({ firstName: mark, email: `${mark}@school.example` })
    await asked.promise
    expect(await tablesWith(world, mark)).toEqual(['public.event', 'public.users'])

    const erase = () => world.admin('DELETE', world.path(`/users/${userSid}`))
    // The erasure is over when the answer comes, or they meet.
    if (round % 2 === 0) {
      expect((await erase()).status).toBe(200)
      released.resolve()
    } else {
      const erasing = sleep(round).then(erase)
      released.resolve()
      expect((await erasing).status).toBe(200)
    }
    await settled(world)
    expect(await tablesWith(world, mark)).toEqual([])
    const rows = await system.stack.db
      .select()
      .from(attempt)
      .where(eq(attempt.applicationSid, sidOf('AP', world.applicationSid)))
    expect(rows.length).toBeGreaterThan(0)
  }
}, 240_000)
