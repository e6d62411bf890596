import * as z from 'zod'
import { eventStatuses } from '../../../db/schema/event.ts'
import { Flag, listQuery, pageOf, repeatable } from '../../shared/http/page.ts'
import { described } from '../../shared/values/described.ts'
import { Email } from '../../shared/values/email.ts'
import { Instant, NullableInstant } from '../../shared/values/instant.ts'
import { Sid } from '../../shared/values/sid.ts'
import { FreeText, Name, NullableText, optional, Text } from '../../shared/values/text.ts'
import { eventDescriptions } from '../descriptions/event.ts'
import { InstallParams } from '../installs/schema.ts'
import { SessionParams } from '../sessions/read/schema.ts'

const typeDescriptions = {
  name: { description: 'The name of the type that people choose.', example: 'Unauthorised aid' },
  code: {
    description:
      '`review`: the type of events that a review records. Every install has it. Null for the types of the institution.',
    example: null,
  },
  opensIncident: { description: 'Whether an event of this type turns the session into an incident.' },
  retiredDate: {
    description: 'When the type was retired; null if new events can have it.',
    example: null,
  },
}

export const EventTypeCreate = z
  .strictObject(
    described(
      {
        name: Name(200),
        opensIncident: z.boolean().optional().meta({
          description: 'Whether an event of this type turns the session into an incident; false by default.',
        }),
      },
      typeDescriptions,
    ),
  )
  .meta({ id: 'EventTypeCreate' })

/** Changes only the members that are sent. */
export const EventTypeUpdate = z
  .strictObject(
    described({ name: Name(200).optional(), opensIncident: z.boolean().optional() }, typeDescriptions),
  )
  .meta({ id: 'EventTypeUpdate' })

export const EventTypeParams = InstallParams.extend({ eventTypeSid: Sid('ET') })

export const EventType = z
  .object(
    described(
      {
        sid: Sid('ET'),
        installSid: Sid('AI'),
        name: z.string(),
        code: NullableText,
        opensIncident: z.boolean(),
        retiredDate: NullableInstant,
        createdDate: Instant,
        editDate: Instant,
      },
      typeDescriptions,
    ),
  )
  .meta({ id: 'EventType' })

export const EventTypeQuery = listQuery(
  {
    name: Text(200).optional().meta({ description: 'A part of the name, in any case.', example: 'aid' }),
    opensIncident: Flag.optional().meta(typeDescriptions.opensIncident),
    retired: Flag.default(false).meta({
      description: 'Lists the retired types instead of the others; false by default.',
    }),
  },
  ['createdDate', 'name'],
)
export const EventTypePage = pageOf(EventType, 'EventTypePage')

/** The tolerance for clients whose clock is fast. */
const maxAheadMs = 5 * 60_000

const EventTime = Instant.refine(
  at => at.getTime() <= Date.now() + maxAheadMs,
  'Expected a time at most 5 minutes ahead.',
)

export const EventParams = SessionParams.extend({ eventSid: Sid('ER') })

const details = {
  subject: optional(FreeText(500)),
  details: optional(FreeText(10_000)),
  potentialDamage: optional(FreeText(2000)),
  directWitness: optional(FreeText(500)),
  correctiveActionDetails: optional(FreeText(10_000)),
  contactPerson: optional(FreeText(200)),
  contactEmail: optional(Email),
  contactPhone: optional(FreeText(40)),
}

export const EventCreate = z
  .strictObject(
    described(
      {
        eventTypeSid: Sid('ET'),
        eventTime: EventTime.optional().meta({
          description: 'When it happened, at most 5 minutes ahead; now by default.',
        }),
        title: Name(200),
        ...details,
      },
      eventDescriptions,
    ),
  )
  .meta({ id: 'SessionEventCreate' })

/** Changes only the members that are sent; `null` clears a member. */
export const EventUpdate = z
  .strictObject(
    described(
      {
        status: z.enum(eventStatuses).optional(),
        eventTime: EventTime.optional(),
        title: Name(200).optional(),
        ...details,
      },
      eventDescriptions,
    ),
  )
  .meta({ id: 'SessionEventUpdate' })

export const Event = z
  .object(
    described(
      {
        sid: Sid('ER'),
        sessionSid: Sid('ES'),
        eventTypeSid: Sid('ET'),
        status: z.enum(eventStatuses),
        eventTime: Instant,
        title: z.string(),
        subject: NullableText,
        details: NullableText,
        potentialDamage: NullableText,
        directWitness: NullableText,
        correctiveActionDetails: NullableText,
        contactPerson: NullableText,
        contactEmail: NullableText,
        contactPhone: NullableText,
        createdDate: Instant,
        editDate: Instant,
      },
      eventDescriptions,
    ),
  )
  .meta({ id: 'SessionEvent' })

export const EventQuery = listQuery(
  {
    status: repeatable(eventStatuses)
      .optional()
      .meta({ description: 'Only events with one of these statuses; repeated, or separated by commas.' }),
    eventTypeSid: Sid('ET').optional(),
  },
  ['createdDate', 'eventTime'],
)
export const EventPage = pageOf(Event, 'SessionEventPage')
