import type { Database, Statement } from '../../../db/client.ts'
import type { Role, StoredPolicy } from '../../../db/schema/credential.ts'
import type { SidOf } from '../../../db/sid.ts'
import { Problem } from '../problems/problem.ts'
import {
  type CredentialRow,
  readCredential,
  readToken,
  readVersionedCredential,
  type TokenRow,
} from './credential-lookup.ts'
import type { OperatorCaller } from './operator-caller.ts'
import { admissionValues, type Counting } from './request-count.ts'
import { isLearnerToken, roleOfToken } from './roles.ts'
import { hashSecret, secretKind } from './secret.ts'
import { unauthenticated } from './unauthenticated.ts'

/** The kinds of secret that programs have. */
type ApiSecret = 'credential' | 'token'

/** A caller of areas A and B. */
export type Caller = ApiCaller | OperatorCaller

/** The state of a credential or a token at the time when the data of the request was read. */
export type ApiCaller = {
  kind: ApiSecret
  credentialSid: SidOf<'AK'>
  accountSid: SidOf<'AC'>
  applicationSid: SidOf<'AP'>
  /** The install that the caller is bound to; null has access to every install of the account. */
  installSid: SidOf<'AI'> | null
  /** The role of the credential. For a token, the lowest of the roles that limit it. */
  role: Role
  /** The user whose records the caller can access, if it is a learner; null for a credential of that role. */
  learner: LearnerBinding | undefined
  /**
   * All of them must allow an action. A token has its own policy and the current policies of its creator and its
   * holder.
   */
  policies: readonly StoredPolicy[]
  /**
   * The install of the path, if a credential has access to it. For a token, its own install, regardless of the path.
   */
  reachedSid: SidOf<'AI'> | undefined
  /** The restrictions of the caller's token; absent for a credential. */
  token: TokenBinding | undefined
  /** Absent for a token, and if the operation does not use it. */
  version: AuthorityVersion | undefined
}

/** Identifies the authority of a credential. `isUnchanged` (credential-lookup.ts) compares it with the stored rows. */
export type AuthorityVersion = { secretHash: string; fingerprint: string }

export type TokenBinding = Pick<
  TokenRow['token'],
  'sid' | 'familySid' | 'holderSid' | 'targetUserSid' | 'elementType' | 'resource'
>

/** Returns the version of the authority. @throws Error if it was not read, which is an error of the operation */
export function versionOf({ version }: Pick<ApiCaller, 'version'>): AuthorityVersion {
  if (!version) throw new Error('The version of the caller was not read.')
  return version
}

/** A learner: its user, and whether that user has the role of a learner. */
export type LearnerBinding = { userSid: SidOf<'US'> | null; isLearner: boolean }

/** A caller that may be a token, and may be a learner. */
export type TokenBound = { token?: TokenBinding | undefined; learner?: LearnerBinding | undefined }

/** The hash of a secret with a valid format. */
export type RequestCredentials = { kind: ApiSecret; hash: string }

/**
 * Parses the secret of the header `token` or of `Authorization: Bearer`, without a round trip.
 * @throws Problem `credential_required`, or `credential_invalid` for a text that is not a secret
 */
export function parseRequestCredentials(
  token: string | undefined,
  authorization: string | undefined,
): RequestCredentials {
  const secret = secretOf(token, authorization)
  if (!secret)
    throw unauthenticated('credential_required', 'Send a credential in the header "token" or as a bearer.')
  const kind = secretKind(secret)
  if (kind !== 'credential' && kind !== 'token')
    throw unauthenticated('credential_invalid', 'The secret is malformed.')
  return { kind, hash: hashSecret(secret) }
}

/** Returns the secret of the header `token` or of `Authorization: Bearer`. @throws Problem `credential_invalid` */
export function secretOf(token: string | undefined, authorization: string | undefined): string | undefined {
  const header = token || undefined // an empty header counts as absent
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (authorization !== undefined && bearer === undefined && header === undefined)
    throw unauthenticated('credential_invalid', 'The Authorization header must be "Bearer <secret>".')
  if (header !== undefined && bearer !== undefined && header !== bearer)
    throw unauthenticated('credential_invalid', 'Two different credentials were sent.')
  return header ?? bearer
}

/**
 * How a caller is looked up: with the version of its authority, so that `recall` can return it to a later request; and how
 * the request is counted.
 */
export type LookupOptions = { withVersion?: boolean; counting?: Counting }

/**
 * Builds the lookup of the caller, and of the access to the install; does not execute it. The database compares the hash of the
 * secret: a hash of 256 random bits reveals nothing about a secret by the time that its search in an index takes.
 */
export function readAuthority(
  db: Database,
  { kind, hash }: RequestCredentials,
  installSid: SidOf<'AI'> | undefined,
  { withVersion = false, counting }: LookupOptions = {},
): Statement<CredentialRow[] | TokenRow[]> {
  const values = { secretHash: hash, installSid: installSid ?? null, ...admissionValues(counting) }
  if (kind === 'token') return readToken(db, values) as Statement<TokenRow[]>
  const read = withVersion ? readVersionedCredential : readCredential
  return read(db, values) as Statement<CredentialRow[]>
}

/**
 * Returns the caller of the result of `readAuthority`.
 * @throws Problem `credential_invalid`, with the same response for unknown, expired and revoked secrets
 */
export function toCaller(
  { kind, hash }: RequestCredentials,
  rows: readonly (CredentialRow | TokenRow)[],
): ApiCaller {
  const [row] = rows
  const isActive = row && ('token' in row ? row.token.inactiveReason === null : row.live)
  if (!isActive) throw unauthenticated('credential_invalid', 'The credential is unknown, expired or revoked.')
  if ('token' in row) {
    const { token } = row
    const { policy, creatorPolicy, holderPolicy } = token
    const policies = [policy, creatorPolicy, holderPolicy]
    const role = roleOfToken(token)
    const learner = isLearnerToken(token)
      ? { userSid: token.targetUserSid, isLearner: token.targetRole === 'learner' }
      : undefined
    return {
      ...token,
      kind,
      role,
      learner,
      policies,
      reachedSid: token.installSid,
      token,
      version: undefined,
    }
  }
  const { policy, sid, ...credential } = row.credential
  const reachedSid = row.reachedSid ?? undefined
  const version =
    row.fingerprint === undefined ? undefined : { secretHash: hash, fingerprint: row.fingerprint }
  return {
    ...credential,
    kind,
    learner: credential.role === 'learner' ? { userSid: null, isLearner: false } : undefined,
    credentialSid: sid,
    policies: [policy],
    reachedSid,
    token: undefined,
    version,
  }
}

/** Returns the caller of an operation that accepts no operators. @throws Problem `caller_not_accepted` */
export function apiCallerOf(caller: Caller): ApiCaller {
  if (caller.kind === 'session') throw new Problem('caller_not_accepted')
  return caller
}

/**
 * Returns the actor for records of a change: an operator, a credential, or the target user of its token. If another
 * credential has refreshed an api token, that credential uses it, so it is the actor.
 */
export function actorOf(caller: Caller): string {
  if (caller.kind === 'session') return caller.operatorSid
  const { token, credentialSid } = caller
  if (!token) return credentialSid
  const { elementType, targetUserSid, holderSid } = token
  const hasNewHolder = elementType === null && holderSid !== credentialSid
  return hasNewHolder ? holderSid : (targetUserSid ?? credentialSid)
}

/**
 * Returns the actor for the audit. An api token acts as its holder, because that credential chose the target user; an
 * element acts for its user.
 */
export const auditActorOf = (caller: Caller): string =>
  caller.token?.elementType === null ? caller.token.holderSid : actorOf(caller)
