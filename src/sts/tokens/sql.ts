// The statements that create and end tokens. Each that creates one writes the family, the new token and the event record, and
// returns the token (`issue_token`, `refresh_token`).

import { type Param, type SQL, sql } from 'drizzle-orm'
import type { Placeholders } from '../../../db/parameters.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsEvent, stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { sqlStatement } from '../../../db/sql-statement.ts'

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

const ofToken = (p: Placeholders<typeof newToken>): SQL =>
  sql`${p.sid}, ${p.secretHash}, ${p.ttl}, ${p.recordSid}`

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

const rootText = (p: Placeholders<typeof newRoot>, callerSecretHash: Param | null): SQL => sql`
  select * from issue_token(${ofToken(p)}, ${p.installSid}, ${p.credentialSid}, ${p.targetUserSid}, ${p.tokenType},
    ${p.elementType}, ${p.resource}, ${p.policy}, ${p.creatorFingerprint}, ${callerSecretHash ?? sql`null`})`

/**
 * Inserts a family and its root token. Returns no row if the creator was revoked or the user was erased after the
 * request read them.
 */
export const insertRoot = sqlStatement({ parameters: newRoot, row: issuedToken }, p => rootText(p, null))

/** The secret of the caller of a decision that was made before its row was read. */
const decided = { callerSecretHash: apiCredential.secretHash }

/**
 * Like `insertRoot`, for a decision that was made before the creator was read. Returns no row if the creator has changed
 * since, or if the user is not one of the install.
 */
export const insertRootIfUnchanged = sqlStatement(
  { parameters: { ...newRoot, ...decided }, row: issuedToken },
  p => rootText(p, p.callerSecretHash),
)

const refresh = {
  ...newToken,
  replacedSid: stsToken.sid,
  holderSid: stsFamily.holderSid,
  callerFingerprint: stsFamily.creatorFingerprint,
}

/**
 * Replaces a token by its successor. If the token is inactive, the statement inserts no successor, and its row contains
 * the sid of the token that replaced it, if any.
 */
export const insertSuccessor = sqlStatement(
  { parameters: refresh, row: { issued: issuedToken, replacedBy: tokenState.replacedBySid } },
  p => sql`
    select * from refresh_token(${ofToken(p)}, ${p.replacedSid}, ${p.holderSid}, ${p.callerFingerprint}, null, null)`,
)

/**
 * Like `insertSuccessor`, for a decision that was made before the rows were read. Returns no row if the refresher has
 * changed since or is not the creator, or if the policy of the token was not found to be within the refresher's.
 */
export const insertSuccessorIfUnchanged = sqlStatement(
  { parameters: { ...refresh, ...decided, installSid: stsFamily.installSid }, row: issuedToken },
  p => sql`
    select * from refresh_token(${ofToken(p)}, ${p.replacedSid}, ${p.holderSid}, ${p.callerFingerprint},
      ${p.callerSecretHash}, ${p.installSid})`,
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
