// What endpoints are told of, as events, held against the table of events and the records that the API shows.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { event } from '../../db/schema/webhook.ts'
import { verifyWebhook, type WebhookEvent } from '../../src/verify/index.ts'
import { sidOf } from './tokens.ts'
import { type Endpoint, makeEndpoint, type Received, type Row, type Sink, settled } from './webhooks.ts'
import type { World } from './world.ts'

/** The event of a delivery whose signature is right. */
export const eventOf = ({ body, headers }: Received, { secret }: Endpoint): Promise<WebhookEvent> =>
  verifyWebhook(body, headers, secret)

/** The rows of the application's events, oldest first. */
export const eventRows = ({ stack: { db }, applicationSid }: World) =>
  db
    .select()
    .from(event)
    .where(eq(event.applicationSid, sidOf('AP', applicationSid)))
    .orderBy(event.createdDate, event.sid)

/** Publishes what the outbox holds, as each minute does, and waits until nothing is under way. */
export async function drained(world: World): Promise<void> {
  await world.stack.sweep()
  await settled(world)
}

/** An endpoint and what it hears. */
export type Listener = Endpoint & {
  /** What the deed makes the endpoint hear, which is what it adds to the table of events: each event once. */
  told(deed: () => unknown): Promise<WebhookEvent[]>
}

/** Adds an endpoint to the application: for database events unless the members say otherwise. */
export async function listen(
  world: World,
  sink: Sink,
  members: { events?: string[]; filter?: Row } = {},
): Promise<Listener> {
  const endpoint = await makeEndpoint(world, sink.receiver(), { events: ['database.event'], ...members })
  const { received } = endpoint.receiver
  return {
    ...endpoint,
    async told(deed) {
      await drained(world)
      const [known, rows] = [received.length, await eventRows(world)]
      await deed()
      await drained(world)
      const events = await Promise.all(received.slice(known).map(each => eventOf(each, endpoint)))
      const made = (await eventRows(world)).slice(rows.length)
      expect(events.map(({ id }) => id).toSorted()).toEqual(made.map(({ sid }) => sid).toSorted())
      return events
    },
  }
}

/** `insert user`, sorted: what happened to which table. */
export const deedsOf = (events: WebhookEvent[]): string[] =>
  events.map(({ metadata: { operation, table } }) => `${operation} ${table}`).toSorted()

/** The one event that is told of the table. */
export function only(events: WebhookEvent[], table: string): WebhookEvent {
  const [event, ...more] = events.filter(({ metadata }) => metadata.table === table)
  if (!event || more.length > 0) throw new Error(`There are ${more.length + 1} of ${table}, or none.`)
  return event
}

const textOf = ({ payload }: WebhookEvent, name: string) => String(payload[name])

/** Where the API shows the record of an event, by its table; a list where it is shown in a list only. */
const places: Record<string, (told: WebhookEvent) => string> = {
  user: told => `/users/${textOf(told, 'sid')}/profile`,
  enrollment: told => `/courses/${textOf(told, 'courseSid')}/enrollments/${textOf(told, 'sid')}`,
  exam: told => `/courses/${textOf(told, 'courseSid')}/exams/${textOf(told, 'sid')}`,
  exam_assignment: told => `/exams/${textOf(told, 'examSid')}/assignments?limit=1000`,
  exam_session: told => `/exams/${textOf(told, 'examSid')}/sessions/${textOf(told, 'sid')}`,
  session_event: told =>
    `/exams/${textOf(told, 'examSid')}/sessions/${textOf(told, 'sessionSid')}/events/${textOf(told, 'sid')}`,
}

/** The record that the event is about, as the API shows it. @param courseSid needed for configurations only */
export async function recordOf({ admin, path }: World, told: WebhookEvent, courseSid = ''): Promise<Row> {
  const configuration = `/courses/${courseSid}/exams/${textOf(told, 'examSid')}/configurations/${textOf(told, 'sid')}`
  const place = places[told.metadata.table ?? '']?.(told) ?? configuration
  const answer = await admin('GET', path(place))
  expect(answer.status, answer.raw).toBe(200)
  if (!('results' in answer.body)) return answer.body
  const record = answer.list('results').find(({ sid }) => sid === told.payload['sid'])
  if (!record) throw new Error(`${told.payload['sid']} is not in the list.`)
  return record
}

/** What the record need not have: whose it is, and what was. */
const beside = new Set(['installSid', 'previousStatus'])

/** Holds that every member of the payload is a member of the record with the same value. What follows is tested even so. */
export function expectSame(told: WebhookEvent, record: Row): void {
  const { payload } = told
  const members = Object.keys(payload).filter(name => name in record || !beside.has(name))
  const pick = (from: Row) => Object.fromEntries(members.map(name => [name, from[name]]))
  expect.soft(pick(record), told.metadata.table).toEqual(pick(payload))
}

/** Holds what is so of every captured change of the install. */
export function expectCaptured(told: WebhookEvent, installSid: string): void {
  const { topic, source, type, payload, metadata } = told
  expect([source, type]).toEqual(['capture', 'database.event'])
  expect(topic).toBe(`proctoring.${metadata.table}`)
  expect(['insert', 'update', 'delete']).toContain(metadata.operation)
  expect(Math.abs(Date.now() - metadata.timestamp)).toBeLessThan(60_000)
  expect(payload['installSid']).toBe(installSid)
}
