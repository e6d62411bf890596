// The statements that make tokens. Each writes the family, its new token and the record of the event, and returns the token.

import { type SQL, sql } from 'drizzle-orm'
import type { Placeholders } from '../../../db/parameters.ts'
import { stsEvent, stsFamily, stsToken, tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { sqlStatement } from '../../../db/sql-statement.ts'

const absoluteLifetime = sql.raw(`interval '8 hours'`) // the interface, section Limits

/** A new token: its sid, the digest of its secret, its lifetime in seconds, and the sid of the event's record. */
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

/** The CTEs `token` and `record`, which follow the CTE `family`: the row of the family with `max_ttl` of its install. */
const tokenAndRecord = (p: Placeholders<typeof newToken>, event: 'issued' | 'refreshed'): SQL => sql`
  token as (
    insert into sts_token (sid, family_sid, generation, secret_hash, expires_at)
    select ${p.sid}::uuid, sid, generation, ${p.secretHash}::bytea,
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

/**
 * Inserts a family and its root token. Returns no row when the creator was revoked, or the user erased, after they were
 * read. The epochs come from the same snapshot, so a revocation that commits later has a higher one.
 */
export const insertRoot = sqlStatement(
  {
    parameters: {
      ...newToken,
      installSid: stsFamily.installSid,
      credentialSid: stsFamily.credentialSid,
      targetUserSid: stsFamily.targetUserSid,
      tokenType: stsFamily.tokenType,
      elementType: stsFamily.elementType,
      resource: stsFamily.resource,
      policy: stsFamily.policy,
    },
    row: issuedToken,
  },
  p => sql`
    with family as (
      insert into sts_family
        (sid, install_sid, credential_sid, holder_sid, target_user_sid, token_type, element_type, resource, policy,
         install_epoch, credential_epoch, holder_epoch, user_epoch, absolute_expires_at)
      select ${p.sid}::uuid, install.sid, creator.sid, creator.sid, target.sid,
        ${p.tokenType}, ${p.elementType}, ${p.resource}, ${p.policy}::jsonb,
        install.sts_epoch, creator.sts_epoch, creator.sts_epoch, target.sts_epoch, now() + ${absoluteLifetime}
      from install
      join api_credential creator on creator.sid = ${p.credentialSid}
      left join users target on target.sid = ${p.targetUserSid} and target.erased_date is null
      where install.sid = ${p.installSid}
        and creator.revoked_at is null and (creator.expires_at is null or creator.expires_at > now())
        and (${p.targetUserSid}::uuid is null or target.sid is not null)
      returning *, (select max_token_ttl_seconds from install where install.sid = install_sid) max_ttl
    ),
    ${tokenAndRecord(p, 'issued')}
    select ${issuedColumns} from family, token`,
)

/**
 * Replaces a token by its successor. Without a successor, because the token is inactive, the row has the token that
 * replaced it, if any. The generation of the family is the compare-and-set value: of any number of concurrent refreshes,
 * the row lock lets one pass, and the others then see a later generation.
 */
export const insertSuccessor = sqlStatement(
  {
    parameters: { ...newToken, replacedSid: stsToken.sid, holderSid: stsFamily.holderSid },
    row: { issued: issuedToken, replacedBy: tokenState.replacedBySid },
  },
  p => sql`
    with family as (
      update sts_family
      set generation = sts_family.generation + 1, holder_sid = refresher.sid, holder_epoch = refresher.sts_epoch
      from sts_token replaced, api_credential refresher, install, api_credential creator, api_credential holder
      where replaced.sid = ${p.replacedSid}
        and refresher.sid = ${p.holderSid}
        and refresher.revoked_at is null and (refresher.expires_at is null or refresher.expires_at > now())
        and sts_family.sid = replaced.family_sid
        and install.sid = sts_family.install_sid
        and creator.sid = sts_family.credential_sid
        and holder.sid = sts_family.holder_sid
        -- After a wait for the row's lock, the family is read again; the other rows are those of the snapshot.
        and token_inactive_reason(replaced, sts_family, install, creator, holder,
          (select sts_epoch from users where users.sid = sts_family.target_user_sid)) is null
      returning sts_family.*, install.max_token_ttl_seconds max_ttl
    ),
    ${tokenAndRecord(p, 'refreshed')}
    select ${issuedColumns},
      case when token.sid is null then token_successor(${p.replacedSid}) end replaced_by
    from (select) one_row left join (family cross join token) on true`,
)
