import { and, eq } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import type { RowOf } from '../../../db/statement.ts'

/** Selects the claims of the install's token with this secret. */
export const findBySecret = prepared(
  { installSid: tokenState.installSid, secretHash: tokenState.secretHash },
  (db, { installSid, secretHash }) =>
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
        inactiveReason: tokenState.inactiveReason,
      })
      .from(tokenState)
      .where(and(eq(tokenState.installSid, installSid), eq(tokenState.secretHash, secretHash))),
)

export type IntrospectedToken = RowOf<typeof findBySecret>
