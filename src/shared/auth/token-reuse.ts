import type { Database } from '../../../db/client.ts'
import { stsEvent } from '../../../db/schema/sts.ts'
import { newSid } from '../../../db/sid.ts'
import type { CredentialRow, TokenRow } from './credential-lookup.ts'

/**
 * Notes that a secret was presented after its token had been replaced: somebody kept it who should not have. Once for
 * each token, however often it is tried; nothing else happens to its family or to others.
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
