import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { guard } from '../../../db/guard.ts'
import { sealedHead, sealingProbe } from '../../../db/schema/sealed.ts'
import type { Seal } from './seal.ts'

/**
 * Builds the guard of a batch that stores a sealed text: it fails with `sealing_key_mismatch` if SEALING_KEY is not the
 * key of the database, because no other text of the database would be readable with the key of the new one.
 */
export const guardSealingKey = (db: Database, { knownHeads }: Seal) =>
  guard(
    db,
    sql`not exists (
      select from ${sealingProbe}
      where ${sealedHead(sealingProbe.sealed)} <> all(string_to_array(${knownHeads.join()}, ','))
    )`,
    'sealing_key_mismatch',
  )
