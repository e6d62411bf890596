// The statements that create tokens. Each writes the family, the new token and the event record, and returns the token.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Placeholders } from '../../../db/parameters.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsEvent, stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { sqlStatement } from '../../../db/sql-statement.ts'
import { decidedAuthority, isLive, isUnchanged } from '../../shared/auth/credential-lookup.ts'
import { belongsTo } from './queries.ts'

const absoluteLifetime = sql.raw(`interval '8 hours'`) // from the root token to the end of its family

/** A new token: its sid, the hash of its secret, its lifetime in seconds, and the sid of the event record. */
const newToken = {
  sid: stsToken.sid,
  secretHash: stsToken.secretHash,
  ttl: install.maxTokenTtlSeconds,
  recordSid: stsEvent.sid,
}

const issuedToken = {
  sid: stsToken.sid,
  createdDate: stsToken.createdDate,
  expiresAt: stsToken.expiresAt,
  absoluteExpiresAt: stsFamily.absoluteExpiresAt,
  tokenType: stsFamily.tokenType,
  elementType: stsFamily.elementType,
  resource: stsFamily.resource,
}

/**
 * Returns the CTEs `token` and `record`. They read the CTE `family`, which has the row of the family and the `max_ttl`
 * of its install.
 */
const tokenAndRecord = (p: Placeholders<typeof newToken>, event: 'issued' | 'refreshed'): SQL => sql`
  token as (
    insert into sts_token (sid, family_sid, install_sid, generation, secret_hash, expires_at)
    select ${p.sid}::uuid, sid, install_sid, generation, ${p.secretHash}::bytea,
      least(now() + make_interval(secs => least(${p.ttl}::int, max_ttl)), absolute_expires_at)
    from family
    returning sid, expires_at, created_date
  ),
  record as (
    insert into sts_event
      (sid, install_sid, event, token_sid, family_sid, target_user_sid, credential_sid, actor_sid)
    select ${p.recordSid}::uuid, install_sid, ${sql.raw(`'${event}'`)}, ${p.sid}::uuid, sid, target_user_sid,
      credential_sid, holder_sid
    from family
  )`

const issuedColumns = sql.raw(`
  token.sid, token.created_date, token.expires_at, family.absolute_expires_at, family.token_type, family.element_type,
  family.resource`)

const newRoot = {
  ...newToken,
  installSid: stsFamily.installSid,
  credentialSid: stsFamily.credentialSid,
  targetUserSid: stsFamily.targetUserSid,
  tokenType: stsFamily.tokenType,
  elementType: stsFamily.elementType,
  resource: stsFamily.resource,
  policy: stsFamily.policy,
  creatorFingerprint: stsFamily.creatorFingerprint,
}

const creator = alias(apiCredential, 'creator')

/** Returns the text of an insert of a root token by a `creator` that meets the condition. */
const rootText = (p: Placeholders<typeof newRoot>, mayCreate: SQL | undefined): SQL => sql`
  with family as (
    insert into sts_family
      (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, element_type, resource, policy,
       creator_fingerprint, install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
    select ${p.sid}::uuid, install.sid, creator.sid, creator.sid, target.sid,
      ${p.tokenType}, ${p.elementType}, ${p.resource}, ${p.policy}::jsonb, ${p.creatorFingerprint}::bytea,
      install.sts_epoch, creator.sts_epoch, creator.sts_epoch, target.sts_epoch, now() + ${absoluteLifetime}
    from install
    join api_credential creator on creator.sid = ${p.credentialSid}
    left join users target on target.sid = ${p.targetUserSid} and target.install_sid = install.sid
      and target.erased_date is null
    where install.sid = ${p.installSid}
      and ${mayCreate}
      and (${p.targetUserSid}::uuid is null or target.sid is not null)
    returning *, (select max_token_ttl_seconds from install where install.sid = install_sid) max_ttl
  ),
  ${tokenAndRecord(p, 'issued')}
  select ${issuedColumns} from family, token`

/**
 * Inserts a family and its root token. Returns no row if the creator was revoked or the user was erased after the
 * request read them. The snapshot of the statement supplies the epochs, so a revocation that commits later raises an
 * epoch above the stored value.
 */
export const insertRoot = sqlStatement({ parameters: newRoot, row: issuedToken }, p =>
  rootText(p, isLive(creator)),
)

/**
 * Like `insertRoot`, for a decision that was made before the creator was read. Returns no row if the creator has changed
 * since, or if the user is not one of the install.
 */
export const insertRootIfUnchanged = sqlStatement(
  { parameters: { ...newRoot, ...decidedAuthority }, row: issuedToken },
  p => rootText(p, isUnchanged(creator, p)),
)

const refresh = {
  ...newToken,
  replacedSid: stsToken.sid,
  holderSid: stsFamily.holderSid,
  callerFingerprint: stsFamily.creatorFingerprint,
}

const refresher = alias(apiCredential, 'refresher')

/** Returns the CTEs of a refresh by a `refresher` that meets the condition. */
const successor = (p: Placeholders<typeof refresh>, mayRefresh: SQL | undefined): SQL => sql`
  family as (
    update sts_family
    set generation = sts_family.generation + 1, holder_sid = refresher.sid, holder_epoch = refresher.sts_epoch,
      creator_fingerprint = case when refresher.sid = sts_family.credential_sid then ${p.callerFingerprint}::bytea
        else sts_family.creator_fingerprint end
    from sts_token replaced, api_credential refresher, install, api_credential creator, api_credential holder
    where replaced.sid = ${p.replacedSid}
      and refresher.sid = ${p.holderSid}
      and ${mayRefresh}
      and sts_family.sid = replaced.family_sid
      and install.sid = sts_family.install_sid
      and creator.sid = sts_family.credential_sid
      and holder.sid = sts_family.holder_sid
      -- After a wait for the row's lock, the family is read again; the other rows are those of the snapshot.
      and token_inactive_reason(replaced, sts_family, install, creator, holder,
        (select sts_epoch from users where users.sid = sts_family.target_user_sid)) is null
    returning sts_family.*, install.max_token_ttl_seconds max_ttl
  ),
  ${tokenAndRecord(p, 'refreshed')}`

/**
 * Replaces a token by its successor. If the token is inactive, the statement inserts no successor, and its row contains
 * the sid of the token that replaced it, if any. Each refresh compares and sets the generation of the family. The row
 * lock admits one of several concurrent refreshes; the others then read a later generation.
 */
export const insertSuccessor = sqlStatement(
  { parameters: refresh, row: { issued: issuedToken, replacedBy: tokenState.replacedBySid } },
  p => sql`
    with ${successor(p, isLive(refresher))}
    select ${issuedColumns},
      case when token.sid is null then token_successor(${p.replacedSid}) end replaced_by
    from (select) one_row left join (family cross join token) on true`,
)

/**
 * Like `insertSuccessor`, for a decision that was made before the rows were read. Returns no row if the refresher has
 * changed since or is not the creator, or if the policy of the token was not found to be within the refresher's.
 */
export const insertSuccessorIfUnchanged = sqlStatement(
  {
    parameters: { ...refresh, ...decidedAuthority, installSid: stsFamily.installSid },
    row: issuedToken,
  },
  p => sql`
    with ${successor(
      p,
      and(
        isUnchanged(refresher, p),
        belongsTo(stsFamily.installSid, p.installSid),
        eq(stsFamily.credentialSid, refresher.sid),
        eq(stsFamily.creatorFingerprint, p.callerFingerprint),
      ),
    )}
    select ${issuedColumns} from family, token`,
)

/**
 * Revokes a family, and inserts the event of it; does nothing if its newest token is inactive, which is for good. A refresh
 * updates the same row, so no refresh can succeed after the revocation. After a wait for a refresh, the newest token is not in
 * the snapshot, and the family is revoked.
 */
export const revokeFamily = sqlStatement(
  {
    parameters: {
      recordSid: stsEvent.sid,
      familySid: stsFamily.sid,
      tokenSid: stsToken.sid,
      actorSid: stsEvent.actorSid,
      operatorSid: stsEvent.operatorSid,
    },
    row: { sid: stsEvent.sid },
  },
  p => sql`
    with family as (
      update sts_family set revoked_at = now()
      where sid = ${p.familySid}::uuid and revoked_at is null and not exists (
        select from sts_token newest, install, api_credential creator, api_credential holder
        where newest.family_sid = sts_family.sid and newest.generation = sts_family.generation
          and install.sid = sts_family.install_sid
          and creator.sid = sts_family.credential_sid
          and holder.sid = sts_family.holder_sid
          and token_inactive_reason(newest, sts_family, install, creator, holder,
            (select sts_epoch from users where users.sid = sts_family.target_user_sid)) is not null)
      returning sid, install_sid, target_user_sid, credential_sid
    )
    insert into sts_event
      (sid, install_sid, event, token_sid, family_sid, target_user_sid, credential_sid, actor_sid, operator_sid)
    select ${p.recordSid}::uuid, install_sid, 'revoked', ${p.tokenSid}::uuid, sid, target_user_sid, credential_sid,
      ${p.actorSid}::uuid, ${p.operatorSid}::uuid
    from family
    returning sid`,
)
