// The users of an install: learners, instructors, proctors and administrators.

import { createHash } from 'node:crypto'
import { type SidOf, sidFromUuid } from '../../db/sid.ts'
import type { Row } from './batch.ts'
import { dayMs, hourMs } from './calendar.ts'
import type { Context, Learner, Person } from './context.ts'
import { edgeNames, type personsOf } from './people.ts'
import { at, weighted } from './random.ts'

type User = Row<'user'>
type Persons = ReturnType<typeof personsOf>

/**
 * The zones of the first learners, with unusual offsets: +05:45, +12:45 (in summer +13:45), −03:30 (in summer −02:30).
 */
export const oddZones = ['Asia/Kathmandu', 'Pacific/Chatham', 'America/St_Johns'] as const

const zonesAbroad = weighted([
  ['America/New_York', 6],
  ['America/Chicago', 5],
  ['America/Denver', 2],
  ['America/Phoenix', 1],
  ['America/Los_Angeles', 5],
  ['America/Sao_Paulo', 1],
  ['Europe/London', 1],
  ['Europe/Berlin', 1],
  ['Asia/Kolkata', 2],
  ['Asia/Shanghai', 1],
  ...oddZones.map(zone => [zone, 0.1] as const),
])

const shareAtHome = 0.75
/** The index of the first erased learner. */
export const firstErased = edgeNames.length
/** The number of erased learners of an install with this number of learners. */
export const erasedCount = (learners: number): number => Math.ceil(learners / 1_000)

/** A zone has one sid everywhere (db/migrations/0000_baseline.sql). */
const zoneSids = new Map<string, SidOf<'TZ'>>()
export function zoneSid(name: string): SidOf<'TZ'> {
  const cached = zoneSids.get(name)
  if (cached) return cached
  const sid = sidFromUuid('TZ', createHash('md5').update(`IANA time zone ${name}`).digest('hex'))
  zoneSids.set(name, sid)
  return sid
}

const drawZone = ({ random, place }: Context, index: number): string => {
  if (index < oddZones.length) return at(oddZones, index)
  return random.chance(shareAtHome) ? place.zone : zonesAbroad(random)
}

/** The members of a learner that other generators use. */
export function learnerOf(context: Context, index: number, created: number): Learner {
  return { sid: context.random.sid('US', created), created, zone: drawZone(context, index) }
}

/** The person at an index of the learners: first the edge cases. Some people also have a user in another install. */
export function personAt(index: number, persons: Persons, shared: Person | undefined): Person {
  const edge = edgeNames[index]
  if (edge) return persons.named(...edge)
  return shared ?? persons.draw()
}

export function learnerRow(
  context: Context,
  learner: Learner,
  person: Person,
  index: number,
  address: string,
): User {
  const { random, now, place, installSid } = context
  const synced = random.chance(0.6) ? new Date(now - random.between(1, 30) * dayMs) : undefined
  const travels = random.chance(0.3)
  return {
    sid: learner.sid,
    installSid,
    ...person,
    // Some users have no second address, and some have no username, because real data contain nulls.
    preferredEmail: random.chance(0.4) ? `${person.email.split('@')[0]}@mail.example` : null,
    username: random.chance(0.98) ? person.email : null,
    enabled: random.chance(0.9),
    role: 'learner',
    homePhone: random.chance(0.2) ? person.mobilePhone : null,
    address: travels ? address : null,
    lmsId: String(100_000 + index),
    sisId: `S${String(20_000_000 + index)}`,
    apiId: random.chance(0.05) ? `api-${index}` : null,
    externalId: random.chance(0.2) ? `ext-${random.below(1e9).toString(36)}` : null,
    latitude: travels ? place.latitude + random.normal() / 5 : null,
    longitude: travels ? place.longitude + random.normal() / 5 : null,
    currencyCode: place.currency,
    timeZoneSid: random.chance(0.97) || index < oddZones.length ? zoneSid(learner.zone) : null,
    maxTravelDistance: travels ? random.pick([10, 25, 50]) : null,
    maxTravelDistanceUnits: travels ? 'miles' : null,
    lastEnrollmentSync: synced && synced.getTime() > learner.created ? synced : null,
    erasedDate: null,
    createdDate: new Date(learner.created),
    editDate: new Date(learner.created),
  }
}

/** The row of a user whose personal data have been erased. */
export function erasedRow({ random, now }: Context, row: User): User {
  const erased = new Date(now - random.between(1, 20) * dayMs)
  return {
    sid: row.sid,
    installSid: row.installSid,
    firstName: 'Erased',
    lastName: 'User',
    email: 'erased@user.invalid',
    enabled: false,
    role: row.role,
    erasedDate: erased,
    createdDate: row.createdDate,
    editDate: erased,
  }
}

/** An instructor, proctor or administrator, created soon after the install. */
export function staffRow(
  context: Context,
  person: Person,
  role: 'instructor' | 'proctor' | 'admin',
  index: number,
): User {
  const { random, now, place, installSid } = context
  const created = now - Math.floor(random.between(520, 900) * dayMs) - (index % 24) * hourMs
  return {
    sid: random.sid('US', created),
    installSid,
    ...person,
    username: person.email,
    enabled: true,
    role,
    lmsId: `${role}-${index}`,
    currencyCode: place.currency,
    timeZoneSid: zoneSid(place.zone),
    erasedDate: null,
    createdDate: new Date(created),
    editDate: new Date(created),
  }
}
