// Event types that change while an event of them is recorded, on a real Postgres.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { eventType, sessionEvent } from '../../../../db/schema/event.ts'
import { rounds } from '../../../support/rounds.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'
import { sidOf } from '../../../support/tokens.ts'

const repetitions = rounds({ quick: 10, all: 200 })

let world: SessionWorld
beforeAll(async () => {
  world = await makeSession({}, await sharedStack('postgres'))
}, 120_000)

/** Records an event of a new type while `change` is sent for the type. Returns the number of events, and the type. */
async function race(method: string, body?: object) {
  const { admin, path, at, stack } = world
  const made = await admin('POST', path('/eventTypes'), { body: { name: 'Noise' } })
  const sid = sidOf('ET', made.text('sid'))
  const [recorded, changed] = await Promise.all([
    admin('POST', at('/events'), { body: { eventTypeSid: sid, title: 'Loud' } }),
    admin(method, path(`/eventTypes/${sid}`), { body }),
  ])
  expect([201, 400, 409], recorded.raw).toContain(recorded.status)
  const events = await stack.db.$count(sessionEvent, eq(sessionEvent.eventTypeSid, sid))
  expect(events).toBe(recorded.status === 201 ? 1 : 0)
  const [type] = await stack.db.select().from(eventType).where(eq(eventType.sid, sid))
  return { events, type, changed }
}

test('a type that is deleted while an event is recorded is retired if the event has it, else deleted', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < repetitions; round++) {
    const { events, type, changed } = await race('DELETE')
    expect(changed.raw).toBe(events === 0 ? '"Event type deleted"' : '"Event type retired"')
    if (events === 0) expect(type).toBeUndefined()
    else expect(type?.retiredDate).toBeInstanceOf(Date)
  }
})

test('a type does not start to open incidents while an event is recorded that opened none', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < repetitions; round++) {
    // The session has not started, so no event of a type that opens incidents is granted.
    const { events, type, changed } = await race('PUT', { opensIncident: true })
    expect(changed.status).toBe(events === 0 ? 200 : 409)
    expect(type?.opensIncident).toBe(events === 0)
  }
})
