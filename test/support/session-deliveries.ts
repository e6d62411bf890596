import { expect } from 'vitest'
import { makeSession, type SessionWorld, soon } from './sessions.ts'
import { type Endpoint, makeEndpoint, settled, type stackWithSink } from './webhooks.ts'

/**
 * A session with two changes: its appointment, whose delivery succeeds at the second attempt, and an annotation, whose delivery
 * succeeds at the first one.
 */
export async function makeDeliveredSession({
  stack,
  sink,
}: ReturnType<typeof stackWithSink>): Promise<{ world: SessionWorld; endpoint: Endpoint }> {
  const world = await makeSession({}, stack)
  const receiver = sink.receiver({ status: 500 }, { status: 204 })
  const endpoint = await makeEndpoint(world, receiver, { events: ['database.event', 'document.updated'] })
  await world.act('POST', '', { appointmentDate: soon(60) })
  await settled(world)
  const annotation = { type: 'gaze', startOffsetMs: 1 }
  expect((await world.admin('POST', world.at('/annotations'), { body: annotation })).status).toBe(201)
  return { world, endpoint }
}
