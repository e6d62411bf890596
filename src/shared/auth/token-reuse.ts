import type { Database } from '../../../db/client.ts'
import { stsEvent } from '../../../db/schema/sts.ts'
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
