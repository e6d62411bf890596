import { and, eq } from 'drizzle-orm'
import { type Parameter, prepared, type RowOf } from '../../../db/prepared.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import type { SidOf } from '../../../db/sid.ts'

/** Unsent: what may be said of the install's token behind a secret. */
export const findBySecret = prepared(
  (db, place: Parameter<{ installSid: SidOf<'AI'>; secretHash: string }>) =>
    db
      .select({
        sid: tokenState.sid,
        credentialSid: tokenState.credentialSid,
        targetUserSid: tokenState.targetUserSid,
        tokenType: tokenState.tokenType,
        elementType: tokenState.elementType,
        resource: tokenState.resource,
        createdDate: tokenState.createdDate,
        expiresAt: tokenState.expiresAt,
        whyDead: tokenState.whyDead,
      })
      .from(tokenState)
      .where(
        and(
          eq(tokenState.installSid, place('installSid', tokenState.installSid)),
          eq(tokenState.secretHash, place('secretHash', tokenState.secretHash)),
        ),
      ),
)

export type PresentedToken = RowOf<typeof findBySecret>
