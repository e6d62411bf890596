import { and, eq } from 'drizzle-orm'
import { type Place, prepared } from '../../../db/prepared.ts'
import { apiCredential } from '../../../db/schema/credential.ts'
import { stsFamily, stsToken } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { user } from '../../../db/schema/user.ts'
import type { SidOf } from '../../../db/sid.ts'
import { tokenIsLive } from '../../shared/authority/read.ts'

type TokenOfInstall = { installSid: SidOf<'AI'>; tokenSid: SidOf<'TA'> }

/** A user of the install, to stand behind a token; null finds none. */
export const findTarget = prepared(
  (db, place: Place<{ installSid: SidOf<'AI'>; userSid: SidOf<'US'> | null }>) =>
    db
      .select({ sid: user.sid })
      .from(user)
      .where(
        and(
          eq(user.installSid, place('installSid', user.installSid)),
          eq(user.sid, place('userSid', user.sid)),
        ),
      ),
)

/** A token of the install with its family, its creator's policy of now, and whether it lives. */
export const findToken = prepared((db, place: Place<TokenOfInstall>) =>
  db
    .select({ token: stsToken, family: stsFamily, creatorPolicy: apiCredential.policy, live: tokenIsLive })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .innerJoin(apiCredential, eq(apiCredential.sid, stsFamily.credentialSid))
    .innerJoin(install, eq(install.sid, stsFamily.installSid))
    .leftJoin(user, eq(user.sid, stsFamily.targetUserSid))
    .where(
      and(
        eq(stsFamily.installSid, place('installSid', stsFamily.installSid)),
        eq(stsToken.sid, place('tokenSid', stsToken.sid)),
      ),
    ),
)

/** What took the place of a token of the install. */
export const findReplacement = prepared((db, place: Place<TokenOfInstall>) =>
  db
    .select({ replacedBy: stsToken.replacedBySid })
    .from(stsToken)
    .innerJoin(stsFamily, eq(stsFamily.sid, stsToken.familySid))
    .where(
      and(
        eq(stsFamily.installSid, place('installSid', stsFamily.installSid)),
        eq(stsToken.sid, place('tokenSid', stsToken.sid)),
      ),
    ),
)
