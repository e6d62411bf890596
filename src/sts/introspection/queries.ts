import { eq } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import type { RowOf } from '../../../db/statement.ts'
import { tokenBySecret } from '../../shared/auth/token-by-secret.ts'

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
      .from(tokenBySecret(secretHash))
      .where(eq(tokenState.installSid, installSid)),
)

export type IntrospectedToken = RowOf<typeof findBySecret>
