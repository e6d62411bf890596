import type { Database, Statement } from '../../../db/client.ts'
import type { Role, StoredPolicy } from '../../../db/schema/credential.ts'
import type { SidOf } from '../../../db/sid.ts'
import { Problem } from '../problems/problem.ts'
import { type CredentialRow, readCredential, readToken, type TokenRow } from './credential-lookup.ts'
import { roleOfToken } from './roles.ts'
import { hashSecret, secretKind } from './secret.ts'

/** What callers of the API present. */
type ApiSecret = 'credential' | 'token'

/** Who calls, as the database knew it when this request's data was read. */
export type Caller = {
  kind: ApiSecret
  credentialSid: SidOf<'AK'>
  accountSid: SidOf<'AC'>
  applicationSid: SidOf<'AP'>
  /** The one install that the caller reaches; null reaches every install of the account. */
  installSid: SidOf<'AI'> | null
  /** A credential's own; a token has the lowest of the roles that bound it. */
  role: Role
  /** Every one of them must allow what is asked: a token's own, and those of now of its creator and of who got it last. */
  policies: readonly StoredPolicy[]
  /** The install in the request's path, when a credential reaches it; a token's own, whatever the path says. */
  reachedSid: SidOf<'AI'> | undefined
  /** What the caller's token is bound to; absent for a credential. */
  token: TokenBinding | undefined
}

export type TokenBinding = Pick<
  TokenRow['token'],
  'sid' | 'familySid' | 'holderSid' | 'targetUserSid' | 'elementType' | 'resource'
>

/** What may be bound to one token. */
export type TokenBound = { token?: TokenBinding | undefined }

/** A secret that has the right shape, kept only as its hash. */
export type RequestCredentials = { kind: ApiSecret; hash: string }

const challenge = { 'www-authenticate': 'Bearer realm="invigil"' }

/** The refusal of who shows no credential or none that counts, with the challenge that a 401 owes (RFC 9110, section 15.5.2). */
export const unauthenticated = (code: 'credential_required' | 'credential_invalid', detail: string) =>
  new Problem(code, detail, { headers: challenge })

/**
 * Takes the secret from the header `token` or from `Authorization: Bearer`.
 * @throws Problem `credential_required`, or `credential_invalid` for what cannot be a secret; neither costs a trip
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
    throw unauthenticated('credential_invalid', 'This is not a secret of ours.')
  return { kind, hash: hashSecret(secret) }
}

/** The secret of the header `token` or of `Authorization: Bearer`. @throws Problem `credential_invalid` */
export function secretOf(token: string | undefined, authorization: string | undefined): string | undefined {
  const header = token || undefined // an empty one says nothing
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (authorization !== undefined && bearer === undefined && header === undefined)
    throw unauthenticated('credential_invalid', 'The Authorization header must be "Bearer <secret>".')
  if (header !== undefined && bearer !== undefined && header !== bearer)
    throw unauthenticated('credential_invalid', 'Two different credentials were sent.')
  return header ?? bearer
}

/** Unsent: what the database knows of the presented secret, and of the install at hand. */
export const readAuthority = (
  db: Database,
  { kind, hash }: RequestCredentials,
  installSid: SidOf<'AI'> | undefined,
): Statement<CredentialRow[] | TokenRow[]> =>
  kind === 'credential'
    ? readCredential(db, { secretHash: hash, installSid: installSid ?? null })
    : readToken(db, { secretHash: hash })

/**
 * Turns what `readAuthority` found into the caller.
 * @throws Problem `credential_invalid`: unknown, expired and revoked look the same from outside
 */
export function toCaller({ kind }: RequestCredentials, rows: readonly (CredentialRow | TokenRow)[]): Caller {
  const [row] = rows
  const isAlive = row && ('token' in row ? row.token.inactiveReason === null : row.live)
  if (!isAlive) throw unauthenticated('credential_invalid', 'The credential is unknown, expired or revoked.')
  if ('token' in row) {
    const { token } = row
    const { policy, creatorPolicy, holderPolicy } = token
    const policies = [policy, creatorPolicy, holderPolicy]
    return { ...token, kind, role: roleOfToken(token), policies, reachedSid: token.installSid, token }
  }
  const { policy, sid, ...credential } = row.credential
  const reachedSid = row.reachedSid ?? undefined
  return { ...credential, kind, credentialSid: sid, policies: [policy], reachedSid, token: undefined }
}

/**
 * Who acts, for the record: a credential, or the user whom its token stands for. An api token that another credential
 * has refreshed is used by that one, so the record names it and neither the creator nor the user.
 */
export function actorOf({ token, credentialSid }: Pick<Caller, 'token' | 'credentialSid'>): string {
  if (!token) return credentialSid
  const { elementType, targetUserSid, holderSid } = token
  const isTaken = elementType === null && holderSid !== credentialSid
  return isTaken ? holderSid : (targetUserSid ?? credentialSid)
}

/**
 * Who answers for a change in the audit. The credential that holds an api token chose the user that it stands for, so the
 * audit names the credential; an element acts for its user.
 */
export const auditActorOf = (caller: Pick<Caller, 'token' | 'credentialSid'>): string =>
  caller.token?.elementType === null ? caller.token.holderSid : actorOf(caller)
