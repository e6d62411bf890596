// The data of an embed. Its queries select by the secret of the token alone, so one round trip reads the data and the
// policies of the token.

import { and, eq, isNull } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { eventType } from '../../../db/schema/event.ts'
import { proctorType } from '../../../db/schema/proctoring.ts'
import { stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { tokenColumns } from '../../shared/auth/credential-lookup.ts'

const maxEventTypes = 100
const maxProctorTypes = 100

/**
 * Selects the token with this secret: the columns of `readToken` in credential-lookup.ts, the expiry of the token, and
 * the origins that may embed.
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
    })
    .from(tokenState)
    .innerJoin(install, eq(install.sid, tokenState.installSid))
    .where(eq(tokenState.secretHash, secretHash)),
)

/** Selects the event types that a proctoring-session offers. */
export const listEmbedEventTypes = prepared({ secretHash: stsToken.secretHash }, (db, { secretHash }) =>
  db
    .select({ sid: eventType.sid, name: eventType.name })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(eventType, and(eq(eventType.installSid, stsFamily.installSid), isNull(eventType.retiredDate)))
    .where(
      and(
        eq(stsToken.secretHash, secretHash),
        eq(stsFamily.elementType, 'proctoring-session'),
        isNull(eventType.code), // those with a code are recorded by the system
      ),
    )
    .orderBy(eventType.name, eventType.sid)
    .limit(maxEventTypes),
)

/** Selects the proctor types of the install, for an exam-session. */
export const listEmbedProctorTypes = prepared({ secretHash: stsToken.secretHash }, (db, { secretHash }) =>
  db
    .select({ sid: proctorType.sid, code: proctorType.code, name: proctorType.name })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(
      proctorType,
      and(eq(proctorType.installSid, stsFamily.installSid), isNull(proctorType.retiredDate)),
    )
    .where(and(eq(stsToken.secretHash, secretHash), eq(stsFamily.elementType, 'exam-session')))
    .orderBy(proctorType.name, proctorType.sid)
    .limit(maxProctorTypes),
)

export const findFrame = prepared({ sid: install.sid }, (db, { sid }) =>
  db.select({ allowedOrigins: install.allowedEmbedOrigins }).from(install).where(eq(install.sid, sid)),
)
