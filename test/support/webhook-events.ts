// Received events, compared with the table of events and the records of the API.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { event } from '../../db/schema/webhook.ts'
import { verifyWebhook, type WebhookEvent } from '../../src/verify/index.ts'
import { sidOf } from './tokens.ts'
import { type Endpoint, makeEndpoint, type Received, type Row, type Sink, settled } from './webhooks.ts'
import type { World } from './world.ts'

/** The event of a delivery with a valid signature. */
export const eventOf = ({ body, headers }: Received, { secret }: Endpoint): Promise<WebhookEvent> =>
  verifyWebhook(body, headers, secret)

/** The rows of the application's events, oldest first. */
export const eventRows = ({ stack: { db }, applicationSid }: World) =>
  db
    .select()
    .from(event)
    .where(eq(event.applicationSid, sidOf('AP', applicationSid)))
    .orderBy(event.createdDate, event.sid)

/**
 * Publishes the outbox, as each scheduled run does, and waits until no delivery is in progress. The transaction that inserts an
 * event inserts its deliveries: if none is pending, the outbox has none.
 */
export const drained = (world: World): Promise<void> => settled(world, () => world.stack.sweep())

/** An endpoint and the events that it receives. */
export type Listener = Endpoint & {
  /** The events that the callback causes, each once. Expects that they equal the new rows of the table of events. */
  eventsOf(act: () => unknown): Promise<WebhookEvent[]>
}

/** Adds an endpoint to the application, for database events by default. */
export async function listen(
  world: World,
  sink: Sink,
  members: { events?: string[]; filter?: Row } = {},
): Promise<Listener> {
  const endpoint = await makeEndpoint(world, sink.receiver(), { events: ['database.event'], ...members })
  const { received } = endpoint.receiver
  return {
    ...endpoint,
    async eventsOf(act) {
      await drained(world)
      const [known, rows] = [received.length, await eventRows(world)]
      await act()
      await drained(world)
      if (received.length === known) {
        // What has no delivery may get one from a scheduled run.
        await world.stack.sweep()
        await settled(world)
      }
      const events = await Promise.all(received.slice(known).map(each => eventOf(each, endpoint)))
      const made = (await eventRows(world)).slice(rows.length)
      expect(events.map(({ id }) => id).toSorted()).toEqual(made.map(({ sid }) => sid).toSorted())
      return events
    },
  }
}

/** `insert user`, sorted: the operation and the table of each event. */
export const changesOf = (events: WebhookEvent[]): string[] =>
  events.map(({ metadata: { operation, table } }) => `${operation} ${table}`).toSorted()

/** The one event of the table. */
export function only(events: WebhookEvent[], table: string): WebhookEvent {
  const [event, ...more] = events.filter(({ metadata }) => metadata.table === table)
  if (!event || more.length > 0) throw new Error(`There are ${more.length + 1} of ${table}, or none.`)
  return event
}

const textOf = ({ payload }: WebhookEvent, name: string) => String(payload[name])

/** The path of the record of an event in the API, by its table; a list if only a list contains it. */
const places: Record<string, (captured: WebhookEvent) => string> = {
  user: captured => `/users/${textOf(captured, 'sid')}/profile`,
  enrollment: captured => `/courses/${textOf(captured, 'courseSid')}/enrollments/${textOf(captured, 'sid')}`,
  exam: captured => `/courses/${textOf(captured, 'courseSid')}/exams/${textOf(captured, 'sid')}`,
  exam_assignment: captured => `/exams/${textOf(captured, 'examSid')}/assignments?limit=1000`,
  install: () => '',
  course_offering: captured => `/courseOfferings/${textOf(captured, 'sid')}`,
  course: captured => `/courses/${textOf(captured, 'sid')}`,
  section: captured => `/courses/${textOf(captured, 'courseSid')}/sections/${textOf(captured, 'sid')}`,
  annotation: captured =>
    `/exams/${textOf(captured, 'examSid')}/sessions/${textOf(captured, 'sessionSid')}/annotations?limit=1000`,
  event_type: () => '/eventTypes?limit=1000',
  proctor_type: () => '/proctorTypes?limit=1000',
  proctor_group: () => '/proctorGroups?limit=1000',
  review_process: () => '/reviewProcesses?limit=1000',
  cancellation_policy: () => '/cancellationPolicies?limit=1000',
  exam_session: captured => `/exams/${textOf(captured, 'examSid')}/sessions/${textOf(captured, 'sid')}`,
  session_event: captured =>
    `/exams/${textOf(captured, 'examSid')}/sessions/${textOf(captured, 'sessionSid')}/events/${textOf(captured, 'sid')}`,
}

/** The record of the event, as the API returns it. @param courseSid needed for configurations only */
export async function recordOf({ admin, path }: World, captured: WebhookEvent, courseSid = ''): Promise<Row> {
  const configuration = `/courses/${courseSid}/exams/${textOf(captured, 'examSid')}/configurations/${textOf(captured, 'sid')}`
  const place = places[captured.metadata.table ?? '']?.(captured) ?? configuration
  const answer = await admin('GET', path(place))
  expect(answer.status, answer.raw).toBe(200)
  if (!('results' in answer.body)) return answer.body
  const record = answer.list('results').find(({ sid }) => sid === captured.payload['sid'])
  if (!record) throw new Error(`${captured.payload['sid']} is not in the list.`)
  return record
}

/** Members that the record does not have: its install, and the previous status. */
const beside = new Set(['installSid', 'previousStatus'])

/** Expects every member of the payload in the record, with the same value. Continues after a failure. */
export function expectSame(captured: WebhookEvent, record: Row): void {
  const { payload } = captured
  const members = Object.keys(payload).filter(name => name in record || !beside.has(name))
  const pick = (from: Row) => Object.fromEntries(members.map(name => [name, from[name]]))
  expect.soft(pick(record), captured.metadata.table).toEqual(pick(payload))
}

/** Expects the common members of every captured change of the install. */
export function expectCaptured(captured: WebhookEvent, installSid: string): void {
  const { topic, source, type, payload, metadata } = captured
  expect([source, type]).toEqual(['capture', 'database.event'])
  expect(topic).toBe(`proctoring.${metadata.table}`)
  expect(['insert', 'update', 'delete']).toContain(metadata.operation)
  expect(Math.abs(Date.now() - metadata.timestamp)).toBeLessThan(60_000)
  expect(payload['installSid']).toBe(installSid)
}
