import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { tokenIsLive } from '../../shared/authority/read.ts'

/** A user of the install, to stand behind a token; no sid finds none. */
export const findTarget = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'US'> | undefined) =>
  db
    .select({ sid: user.sid })
    .from(user)
    .where(sid ? and(eq(user.installSid, installSid), eq(user.sid, sid)) : sql`false`)

/** A token of the install with its family, its creator's policy of now, and whether it lives. */
export const findToken = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'TA'>) =>
  db
    .select({ token: stsToken, family: stsFamily, creatorPolicy: apiCredential.policy, live: tokenIsLive })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(apiCredential, eq(apiCredential.sid, stsFamily.credentialSid))
    .innerJoin(install, eq(install.sid, stsFamily.installSid))
    .leftJoin(user, eq(user.sid, stsFamily.targetUserSid))
    .where(and(eq(stsFamily.installSid, installSid), eq(stsToken.sid, sid)))

/** The token, if it lives. */
export const liveToken = (db: Database, sid: SidOf<'TA'>) =>
  db
    .select({ sid: stsToken.sid })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(apiCredential, eq(apiCredential.sid, stsFamily.credentialSid))
    .innerJoin(install, eq(install.sid, stsFamily.installSid))
    .leftJoin(user, eq(user.sid, stsFamily.targetUserSid))
    .where(and(eq(stsToken.sid, sid), tokenIsLive))

/** What took the place of a token of the install. */
export const findReplacement = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'TA'>) =>
  db
    .select({ replacedBy: stsToken.replacedBySid })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .where(and(eq(stsFamily.installSid, installSid), eq(stsToken.sid, sid)))
