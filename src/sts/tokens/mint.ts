// Builds the statement (sql.ts) that creates a token: a root with its family, or the successor of a token.

import type { stsFamily } from '../../../db/schema/sts.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { RowOf } from '../../../db/statement.ts'
import type { AuthorityVersion } from '../../shared/auth/caller.ts'
import { insertRoot, insertRootIfUnchanged, insertSuccessor, insertSuccessorIfUnchanged } from './sql.ts'

// In seconds.
const defaultTtl = 900
const maxTtl = 3600

/** The hash of the new secret, and the requested lifetime in seconds. */
type Secret = { secretHash: string; expiresIn?: number | undefined }

type Root = Pick<
  typeof stsFamily.$inferSelect,
  | 'installSid'
  | 'credentialSid'
  | 'targetUserSid'
  | 'tokenType'
  | 'elementType'
  | 'resource'
  | 'policy'
  | 'creatorFingerprint'
>

export type Minted = RowOf<typeof insertRoot>

/** Builds the statement that inserts a family and its root token; does not execute it. */
export const mintRoot = (root: Root, secret: Secret) => insertRoot({ ...root, ...newToken(secret) })

/** Like `mintRoot`, for a creator that must still have this version of its authority. */
export const mintRootIfUnchanged = (root: Root, secret: Secret, version: AuthorityVersion) =>
  insertRootIfUnchanged({
    ...root,
    ...newToken(secret),
    ...{ creatorFingerprint: version.fingerprint, callerSecretHash: version.secretHash },
  })

/**
 * Builds the statement that replaces a token by its successor; does not execute it.
 * @param holderSid the credential that receives the new secret
 * @param callerFingerprint the fingerprint of its authority, whose policy contains that of the token
 */
export const mintSuccessor = (
  replacedSid: SidOf<'TA'>,
  holderSid: SidOf<'AK'>,
  callerFingerprint: string,
  secret: Secret,
) => insertSuccessor({ replacedSid, holderSid, callerFingerprint, ...newToken(secret) })

type Replaced = { installSid: SidOf<'AI'>; replacedSid: SidOf<'TA'>; holderSid: SidOf<'AK'> }

/** Like `mintSuccessor`, for a creator that must still have this version of its authority. */
export const mintSuccessorIfUnchanged = (replaced: Replaced, secret: Secret, version: AuthorityVersion) =>
  insertSuccessorIfUnchanged({
    ...replaced,
    ...newToken(secret),
    ...{ callerFingerprint: version.fingerprint, callerSecretHash: version.secretHash },
  })

const newToken = ({ secretHash, expiresIn = defaultTtl }: Secret) => ({
  sid: newSid('TA'),
  secretHash,
  ttl: Math.min(expiresIn, maxTtl),
  recordSid: newSid('TR'),
})
