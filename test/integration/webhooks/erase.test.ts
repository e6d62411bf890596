// Erasing a person during a delivery about them leaves no personal data, on a real Postgres.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempt } from '../../../db/schema/webhook.ts'
import { heldStack } from '../../support/held.ts'
import { itemOf, provision } from '../../support/provision.ts'
import { rounds as roundsOf } from '../../support/rounds.ts'
import { tablesWith } from '../../support/tables.ts'
import { sidOf } from '../../support/tokens.ts'
import { type Answerer, serveWith } from '../../support/webhook-faults.ts'
import { makeEndpoint, settled, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld } from '../../support/world.ts'

const rounds = roundsOf({ quick: 1, all: 6 })

const options = { webhookRetryBaseMs: 1500 }
const system = stackWithSink(options, 300_000)
const held = heldStack(options)

/** A receiver that holds each request until it is released, and then returns the received body. */
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

test(`a person who is erased while a receiver holds the request is in no table afterwards, in ${rounds} rounds`, async () => {
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
    // The response arrives after the erasure, or at the same time.
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

/** Statements that change a row with personal data of the user. */
const changes = {
  'the user': (user: string, mark: string) => `update users set address = '${mark}' where sid = '${user}'`,
  'an enrollment of the user': (user: string, mark: string) =>
    `update enrollment set external_id = '${mark}' where user_sid = '${user}'`,
  'an annotation of a session of the user': (user: string, mark: string) =>
    `update annotation set text = '${mark}' where session_sid in (select sid from exam_session where user_sid = '${user}')`,
}

test.each(Object.entries(changes))(
  'a change of %s that commits during the erasure is in no table afterwards',
  async (name, change) => {
    released.resolve()
    const world = await makeWorld(system.stack)
    await makeEndpoint(
      world,
      { url: `${echo.url}/`, received: [], replies: [] },
      { events: ['database.event'] },
    )
    const { sids } = await provision(world, itemOf('erased'))
    await system.stack.db.execute(sql`
      insert into annotation (sid, session_sid, type, start_offset_ms, source)
      select uuid_v7(), sid, 'note', 0, 'proctor' from exam_session where user_sid = ${sids.user.slice(2)}::uuid`)
    const mark = `markof${name.replaceAll(' ', '')}x`
    const [erased] = await held().whileHeld(change(sids.user.slice(2), mark), () =>
      world.admin('DELETE', world.path(`/users/${sids.user}`)),
    )
    expect(erased).toMatchObject({ status: 200 })
    await system.stack.sweep()
    await settled(world)
    expect(await tablesWith(world, mark)).toEqual([])
  },
  60_000,
)
