import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { stsEvent, tokenState } from '../../../db/schema/sts.ts'
import { newSid } from '../../../db/sid.ts'
import type { CredentialRow, TokenRow } from './credential-lookup.ts'

/**
 * Records that a secret was used after its token was replaced, which indicates a leak. A token has at most one record.
 * The family and other tokens remain active.
 */
export async function recordReuse(db: Database, [row]: readonly (CredentialRow | TokenRow)[]): Promise<void> {
  if (!(row && 'token' in row) || row.token.inactiveReason !== 'replaced') return
  const { sid, installSid, familySid, targetUserSid, credentialSid } = row.token
  await db
    .insert(stsEvent)
    .values({
      ...{ sid: newSid('TR'), event: 'reused', tokenSid: sid },
      ...{ installSid, familySid, targetUserSid, credentialSid },
    })
    .onConflictDoNothing()
}

/** Like `recordReuse`, for the secret with this hash. */
export const recordReuseOf = (db: Database, secretHash: string) =>
  db.execute(sql`
    insert into sts_event (sid, event, token_sid, install_sid, family_sid, target_user_sid, credential_sid)
    select ${sql.param(newSid('TR'), stsEvent.sid)}::uuid, 'reused', sid, install_sid, family_sid, target_user_sid, credential_sid
    from token_state
    where secret_hash = ${sql.param(secretHash, tokenState.secretHash)} and inactive_reason = 'replaced'
    on conflict do nothing`)
