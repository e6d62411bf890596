import * as z from 'zod'
import { batch } from '../../../db/client.ts'
import { newSid } from '../../../db/sid.ts'
import { asPage, asPageBelow } from '../../shared/http/page.ts'
import { firstOr404 } from '../../shared/problems/problem.ts'
import { route } from '../env.ts'
import { InstallParams } from '../installs/schema.ts'
import { guardNotErased } from '../not-erased.ts'
import { deletedOrRetired } from '../retire.ts'
import { changeSession } from '../sessions/lifecycle/change.ts'
import { findSession } from '../sessions/read/find-session.ts'
import { findSessionSid } from '../sessions/read/queries.ts'
import { SessionParams } from '../sessions/read/schema.ts'
import {
  deleteEventTypeRow,
  findEvent,
  findEventType,
  insertEvent,
  insertEventType,
  listEventRows,
  listEventTypeRows,
  unchangedType,
  updateEventRow,
  updateEventTypeRow,
} from './queries.ts'
import { onEventStatus, onNewEvent, requireUsable } from './rules.ts'
import {
  Event,
  EventCreate,
  EventPage,
  EventParams,
  EventQuery,
  EventType,
  EventTypeCreate,
  EventTypePage,
  EventTypeParams,
  EventTypeQuery,
  EventTypeUpdate,
  EventUpdate,
} from './schema.ts'

const tag = 'Exam Session Event'
const types = { tag, path: '/v1/installs/{installSid}/eventTypes', params: InstallParams } as const
const oneType = { tag, path: `${types.path}/{eventTypeSid}`, params: EventTypeParams } as const
const all = {
  tag,
  path: '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/events',
  params: SessionParams,
} as const
const one = { tag, path: `${all.path}/{eventSid}`, params: EventParams } as const

export const createEventType = route({
  ...types,
  method: 'post',
  action: 'sp:CreateEventType',
  summary: 'Create an event type',
  body: EventTypeCreate,
  returns: EventType,
  status: 201,
  handle: async ({ db, params, body }) => firstOr404(await insertEventType(db, params.installSid, body)),
})

export const listEventTypes = route({
  ...types,
  method: 'get',
  action: 'sp:ListEventTypes',
  learners: 'impersonal',
  summary: 'List event types',
  query: EventTypeQuery,
  returns: EventTypePage,
  load: ({ db, params, query }) => listEventTypeRows(db, params.installSid, query),
  handle: asPage,
})

export const updateEventType = route({
  ...oneType,
  method: 'put',
  action: 'sp:UpdateEventType',
  summary: 'Update an event type',
  description:
    'Changes only the members that are sent. `opensIncident` of a type cannot change while events refer to it, nor that of a type with a `code`.',
  body: EventTypeUpdate,
  returns: EventType,
  problems: ['event_type_in_use'],
  handle: async ({ db, params, body }) =>
    firstOr404((await batch(db, updateEventTypeRow(db, params, body))).types),
})

export const deleteEventType = route({
  ...oneType,
  method: 'delete',
  action: 'sp:DeleteEventType',
  summary: 'Delete an event type',
  description:
    'Retires the type if events refer to it, and responds with `Event type retired`: the events keep it, new events cannot have it, and lists omit it unless `retired` is true. A type with a `code` cannot be deleted.',
  returns: z.string(),
  problems: ['event_type_in_use'],
  handle: ({ db, params }) => deletedOrRetired(db, 'Event type', deleteEventTypeRow(db, params)),
})

export const createEvent = route({
  ...all,
  method: 'post',
  action: 'sp:CreateSessionEvent',
  summary: 'Record an event of a session',
  description:
    'An event whose type opens incidents turns a started session into an incident, until its last open event is resolved or dismissed.',
  body: EventCreate,
  returns: Event,
  status: 201,
  problems: ['session_state_conflict', 'session_changed', 'edited_meanwhile', 'user_erased'],
  load: ({ db, params, body }) => ({
    sessions: findSession(db, params),
    types: findEventType(db, params.installSid, body.eventTypeSid),
  }),
  handle: async ({ db, params, caller, body, loaded }) => {
    const row = firstOr404(loaded.sessions)
    const type = requireUsable(loaded.types, body.eventTypeSid)
    const sid = newSid('ER')
    const statements = {
      notErased: guardNotErased(db, params.sessionSid),
      unchangedType: unchangedType(db, type),
      event: insertEvent(db, row.session, sid, body),
      events: findEvent(db, { ...params, eventSid: sid }),
    }
    const { events } = await changeSession(db, { path: params, caller, row, statements }, ({ session }) =>
      onNewEvent(session, type),
    )
    return firstOr404(events).event
  },
})

export const listEvents = route({
  ...all,
  method: 'get',
  action: 'sp:ListSessionEvents',
  summary: 'List the events of a session',
  query: EventQuery,
  returns: EventPage,
  load: ({ db, params, query }) => ({
    sessions: findSessionSid(db, params),
    ...listEventRows(db, params, query),
  }),
  ownedBy: ({ loaded: { sessions } }) => sessions[0]?.userSid,
  handle: asPageBelow('sessions'),
})

export const readEvent = route({
  ...one,
  method: 'get',
  action: 'sp:ReadSessionEvent',
  summary: 'Get session event',
  returns: Event,
  load: ({ db, params }) => ({ events: findEvent(db, params) }),
  ownedBy: ({ loaded: { events } }) => events[0]?.event.userSid,
  handle: ({ loaded }) => firstOr404(loaded.events).event,
})

export const updateEvent = route({
  ...one,
  method: 'put',
  action: 'sp:UpdateSessionEvent',
  summary: 'Update a session event',
  description:
    'Changes only the members that are sent; `null` clears a member. The incident ends when its last open event is resolved or dismissed.',
  body: EventUpdate,
  returns: Event,
  problems: ['session_state_conflict', 'session_changed', 'user_erased'],
  load: ({ db, params }) => ({ sessions: findSession(db, params), events: findEvent(db, params) }),
  handle: async ({ db, params, caller, body, loaded }) => {
    const row = firstOr404(loaded.sessions)
    const { event, type } = firstOr404(loaded.events)
    const statements = {
      // The incident of an erased learner can still end.
      ...(hasOnlyStatus(body) ? {} : { notErased: guardNotErased(db, params.sessionSid) }),
      event: updateEventRow(db, event.sid, body),
      events: findEvent(db, params),
    }
    const incident = { sid: event.sid, opensIncident: type.opensIncident }
    const { events } = await changeSession(db, { path: params, caller, row, statements }, current =>
      onEventStatus(current, incident, body.status),
    )
    return firstOr404(events).event
  },
})

const hasOnlyStatus = (body: object): boolean => Object.keys(body).every(name => name === 'status')
