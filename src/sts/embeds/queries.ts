// The data of an embed. Its queries select by the secret of the token alone, so one round trip reads the data and the
// policies of the token.

import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { examSession } from '../../../db/schema/session.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { type SidOf, sidFromUuid } from '../../../db/sid.ts'
import { sqlStatement, value } from '../../../db/sql-statement.ts'
import { tokenColumns } from '../../shared/auth/credential-lookup.ts'
import { tokenBySecret } from '../../shared/auth/token-by-secret.ts'

type EventType = { sid: SidOf<'ET'>; name: string }
type ProctorType = { sid: SidOf<'TS'>; code: string; name: string }

const offer = {
  allowedOrigins: sql`o.allowed_origins`.mapWith(install.allowedEmbedOrigins),
  eventTypes: sql<EventType[]>`o.event_types`.mapWith((rows: EventType[]): EventType[] =>
    rows.map(({ sid, ...row }) => ({ sid: sidFromUuid('ET', sid), ...row })),
  ),
  proctorTypes: sql<ProctorType[]>`o.proctor_types`.mapWith((rows: ProctorType[]): ProctorType[] =>
    rows.map(({ sid, ...row }) => ({ sid: sidFromUuid('TS', sid), ...row })),
  ),
}

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
      ...offer,
    })
    .from(tokenBySecret(secretHash))
    .crossJoinLateral(sql`embed_offer(${tokenState.installSid}, ${tokenState.elementType}) o`),
)

/** Selects the sessions that the embed of a token shows. */
export const listEmbedSessions = sqlStatement(
  {
    parameters: { secretHash: tokenState.secretHash },
    row: {
      sid: examSession.sid,
      examSid: examSession.examSid,
      enrollmentSid: examSession.enrollmentSid,
      examTitle: value<string>(),
      learner: value<string>(),
      status: examSession.status,
      appointmentDate: examSession.appointmentDate,
      running: value<boolean>(),
    },
  },
  p => sql`select * from embed_sessions(${p.secretHash})`,
)

export const findFrame = prepared({ sid: install.sid }, (db, { sid }) =>
  db.select({ allowedOrigins: install.allowedEmbedOrigins }).from(install).where(eq(install.sid, sid)),
)
