import { v7 } from 'uuid'
import { databaseContext } from './context.ts'

/** The kind of record of each sid prefix. The interface defines the first thirteen. */
export const prefixes = {
  AI: 'install',
  PA: 'proctor account',
  EX: 'exam',
  ES: 'exam session',
  EN: 'enrollment',
  CU: 'course',
  CO: 'course offering',
  US: 'user',
  TZ: 'time zone',
  ET: 'event type',
  ER: 'event record',
  IU: 'identity-service user',
  IE: 'identity-service enrollment',
  EA: 'exam assignment',
  TA: 'token',
  TR: 'record of a token event',
  EC: 'exam configuration',
  TS: 'proctor type',
  PG: 'proctor group',
  RP: 'review process',
  AC: 'account',
  AP: 'application',
  SE: 'section',
  IP: 'slot of an instructor who proctors',
  AN: 'annotation',
  CP: 'cancellation policy',
  CV: 'version of a cancellation policy',
  OB: 'onboarding link',
  AK: 'API credential',
  AU: 'audit event',
  OP: 'operator',
  SI: 'sign-in session',
  SV: 'sign-in event',
  TP: 'authenticator app',
  FI: 'file',
  FD: 'download of a file',
  WH: 'webhook endpoint',
  EV: 'event',
  WD: 'delivery',
  WT: 'delivery attempt',
  WR: 'retry of deliveries',
  WN: 'notice of a webhook endpoint',
  MS: 'message',
  SU: 'suppression',
  DI: 'duplicate id',
} as const

export type Prefix = keyof typeof prefixes

/** Whether the text is a sid prefix. */
export const isPrefix = (text: string): text is Prefix => Object.hasOwn(prefixes, text)

/** A prefix and 32 lowercase hexadecimal characters. */
export type SidOf<P extends Prefix> = `${P}${string}`

/** Returns a new sid. Its hex is a UUIDv7 (RFC 9562), so that newer keys are inserted at the end of an index. */
export const newSid = <P extends Prefix>(prefix: P): SidOf<P> => sidFromUuid(prefix, newUuid())

function newUuid(): string {
  const draws = databaseContext()?.draws
  if (!draws) return v7()
  return v7({ random: draws.bytes(16), msecs: draws.now.getTime(), seq: draws.count() })
}

/** Returns the sid of a stored uuid. */
export const sidFromUuid = <P extends Prefix>(prefix: P, uuid: string): SidOf<P> =>
  `${prefix}${uuid.replaceAll('-', '')}`

/** Returns the 32 hex digits of a sid, which Postgres accepts as a uuid. */
export const uuidFromSid = (sid: string): string => sid.slice(2)

const timeDigits = 12 // a UUIDv7 begins with 48 bits of milliseconds since 1970 (RFC 9562, section 5.7)

/** Returns the smallest UUIDv7 of an instant, in hex. Sids that were created earlier are smaller. */
export const leastUuid = (at: Date): string =>
  at.getTime().toString(16).padStart(timeDigits, '0').padEnd(32, '0')

/** Returns the creation time of a sid in milliseconds since 1970. */
export const msOfSid = (sid: string): number => Number.parseInt(uuidFromSid(sid).slice(0, timeDigits), 16)
