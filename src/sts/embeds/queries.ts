// The data of an embed. Its queries select by the secret of the token alone, so one round trip reads the data and the
// policies of the token.

import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { eventType } from '../../../db/schema/event.ts'
import { proctorType } from '../../../db/schema/proctoring.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { type SidOf, sidFromUuid } from '../../../db/sid.ts'
import { tokenColumns } from '../../shared/auth/credential-lookup.ts'

const maxEventTypes = sql.raw('100')
const maxProctorTypes = sql.raw('100')

type EventType = { sid: SidOf<'ET'>; name: string }
type ProctorType = { sid: SidOf<'TS'>; code: string; name: string }

/** The event types of the install that people choose: those with a code are recorded by the system. */
const eventTypes = sql<EventType[]>`case ${tokenState.elementType} when 'proctoring-session' then (
  select coalesce(json_agg(json_build_object('sid', t.sid, 'name', t.name) order by t.name, t.sid), '[]')
  from (select * from ${eventType} where ${eventType.installSid} = ${tokenState.installSid}
    and ${eventType.retiredDate} is null and ${eventType.code} is null
    order by ${eventType.name}, ${eventType.sid} limit ${maxEventTypes}) t) else '[]' end`.mapWith(
  (rows: EventType[]): EventType[] =>
    rows.map(({ sid, ...row }) => ({ sid: sidFromUuid('ET', sid), ...row })),
)

const proctorTypes = sql<ProctorType[]>`case ${tokenState.elementType} when 'exam-session' then (
  select coalesce(json_agg(json_build_object('sid', t.sid, 'code', t.code, 'name', t.name) order by t.name, t.sid), '[]')
  from (select * from ${proctorType} where ${proctorType.installSid} = ${tokenState.installSid}
    and ${proctorType.retiredDate} is null
    order by ${proctorType.name}, ${proctorType.sid} limit ${maxProctorTypes}) t) else '[]' end`.mapWith(
  (rows: ProctorType[]): ProctorType[] =>
    rows.map(({ sid, ...row }) => ({ sid: sidFromUuid('TS', sid), ...row })),
)

/**
 * Selects the token with this secret: the columns of `readToken` in credential-lookup.ts, the expiry of the token, the
 * origins that may embed, and the types of the install that its element offers.
 */
export const findEmbed = prepared({ secretHash: tokenState.secretHash }, (db, { secretHash }) =>
  db
    .select({
      token: {
        ...tokenColumns,
        expiresAt: tokenState.expiresAt,
        absoluteExpiresAt: tokenState.absoluteExpiresAt,
      },
      allowedOrigins: install.allowedEmbedOrigins,
      eventTypes,
      proctorTypes,
    })
    .from(tokenState)
    .innerJoin(install, eq(install.sid, tokenState.installSid))
    .where(eq(tokenState.secretHash, secretHash)),
)

export const findFrame = prepared({ sid: install.sid }, (db, { sid }) =>
  db.select({ allowedOrigins: install.allowedEmbedOrigins }).from(install).where(eq(install.sid, sid)),
)
