// Makes tokens: a root with its family, or the successor of a token. Each is one statement (sql.ts).

import type { stsFamily } from '../../../db/schema/sts.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { RowOf } from '../../../db/statement.ts'
import { insertRoot, insertSuccessor } from './sql.ts'

// Seconds; the interface, section Limits.
const defaultTtl = 900
const maxTtl = 3600

/** The hash of the new secret, and the requested lifetime in seconds. */
type Secret = { secretHash: string; expiresIn?: number | undefined }

type Root = Pick<
  typeof stsFamily.$inferSelect,
  'installSid' | 'credentialSid' | 'targetUserSid' | 'tokenType' | 'elementType' | 'resource' | 'policy'
>

export type Minted = RowOf<typeof insertRoot>

/** Builds the statement that inserts a family and its root token; does not execute it. */
export const mintRoot = (root: Root, secret: Secret) => insertRoot({ ...root, ...newToken(secret) })

/**
 * Builds the statement that replaces a token by its successor; does not execute it.
 * @param holderSid the credential that gets the new secret
 */
export const mintSuccessor = (replacedSid: SidOf<'TA'>, holderSid: SidOf<'AK'>, secret: Secret) =>
  insertSuccessor({ replacedSid, holderSid, ...newToken(secret) })

const newToken = ({ secretHash, expiresIn = defaultTtl }: Secret) => ({
  sid: newSid('TA'),
  secretHash,
  ttl: Math.min(expiresIn, maxTtl),
  recordSid: newSid('TR'),
})
