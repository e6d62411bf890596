// What a backup contains of a state directory that belongs to its database: the keys, the bucket and the
// synchronised documents.

import { join } from 'node:path'
import { SealingKeys, sealWith } from '../../src/shared/crypto/seal.ts'
import type { DatabaseCheck } from '../migrator/migrate.ts'
import { databaseCheck } from '../stack/database-check.ts'
import { storedSealingKey } from '../stack/local-keys.ts'
import { readState } from '../stack/state.ts'
import {
  bucketFolder,
  keptFiles,
  objectsFolder,
  type StoredDatabase,
  storedDatabase,
} from '../stack/state-directory.ts'
import type { State } from './directory.ts'

export type KeptState = {
  state: State
  /** Fails if the keys do not belong to the database. */
  check: DatabaseCheck
  /** Why the keys were left out, although the directory has some. */
  warning?: string
}

const withoutKeys: KeptState = { state: { files: {} }, check: () => Promise.resolve() }

/**
 * Reads the keys of a directory that was used with a database of this kind.
 * @param environmentKey the variable SEALING_KEY. As at a start, it replaces the key of the directory, and is not kept.
 * @throws Error when the sealing key is damaged
 */
export async function keptState(
  stateDir: string,
  kind: 'embedded' | 'server',
  environmentKey?: string,
): Promise<KeptState> {
  const stored = await storedDatabase(stateDir)
  if (stored === undefined || !isOfKind(stored, kind)) return withoutKeys
  const bucket = join(stateDir, bucketFolder)
  const objects = join(stateDir, objectsFolder)
  const sealingKey = environmentKey ?? (await storedSealingKey(stateDir))
  if (sealingKey === undefined)
    return {
      ...withoutKeys,
      state: { files: {}, bucket, objects },
      warning: `The keys of ${stateDir} are left out: set SEALING_KEY to check them.`,
    }
  const files: State['files'] = {}
  for (const file of keptFiles) {
    const content = await readState(stateDir, file)
    if (content !== undefined && (file !== 'sealing-key' || content === sealingKey)) files[file] = content
  }
  const { id } = stored
  return {
    state: { databaseId: id, files, bucket, objects },
    check: databaseCheck({ stateDir, id, keys: sealWith(SealingKeys.parse(sealingKey)) }),
  }
}

const isOfKind = (stored: StoredDatabase, kind: 'embedded' | 'server'): boolean =>
  (stored.kind === 'server') === (kind === 'server')
