import type { Database } from '../../db/client.ts'
import { databaseId, openProbe } from '../../src/platform/sealing/probe.ts'
import type { Seal } from '../../src/shared/crypto/seal.ts'
import { databaseError } from '../../src/shared/problems/failure.ts'
import type { DatabaseCheck } from '../migrator/migrate.ts'

type Expected = {
  stateDir: string
  keys: Seal
  /** The id of the database that belongs to the state directory, after the first start. */
  id: string | undefined
}

/** Checks, before a database is migrated, that it belongs to the state directory and to its sealing key. */
export const databaseCheck =
  (expected: Expected): DatabaseCheck =>
  async connection => {
    const [table] = await connection.rows<{ isThere: boolean }>(
      `select to_regclass('public.sealing_probe') is not null as "isThere"`,
    )
    const rows = table?.isThere
      ? await connection.rows<{ sealed: string }>('select sealed from public.sealing_probe')
      : []
    const probe = rows[0]?.sealed
    requireSameDatabase(probe === undefined ? undefined : await idOf(probe, expected), expected)
  }

const idOf = (probe: string, { stateDir, keys }: Expected): Promise<string> =>
  openProbe(keys, probe).catch(cause => {
    throw wrongSealingKey(stateDir, cause)
  })

const wrongSealingKey = (stateDir: string, cause: unknown): Error =>
  new Error(
    `The sealing key is not the one of this database. Restore ${stateDir}/sealing-key, or set SEALING_KEY.`,
    { cause },
  )

function requireSameDatabase(actual: string | undefined, { stateDir, id }: Expected): void {
  if (id === undefined || id === actual) return
  throw new Error(
    `STATE_DIR ${stateDir} belongs to another database than this one. Correct DATABASE_URL, restore the database, or set STATE_DIR to another directory.`,
  )
}

/** Returns the id of a migrated database. @throws Error when it does not belong to the directory or to its sealing key */
export async function openedDatabase(db: Database, expected: Expected): Promise<string> {
  const { keys, stateDir } = expected
  const id = await databaseId({ db, sealed: keys }).catch(cause => {
    throw databaseError(cause) ? cause : wrongSealingKey(stateDir, cause)
  })
  requireSameDatabase(id, expected)
  return id
}
