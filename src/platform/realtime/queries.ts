// The statements about connections and their topics.

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { exam } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import { tokenState } from '../../../db/schema/sts.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import { tokenColumns } from '../../shared/auth/credential-lookup.ts'
import { tokenBySecret } from '../../shared/auth/token-by-secret.ts'

const connectionToken = { token: tokenColumns, expiresAt: tokenState.expiresAt }

/** Selects the token with this secret. */
export const findToken = (db: Database, secretHash: string) =>
  db.select(connectionToken).from(tokenBySecret(sql.param(secretHash, tokenState.secretHash)))

/** Selects the newest token of each family of the account. */
export const findNewestTokens = (db: Database, accountSid: SidOf<'AC'>, familySids: SidOf<'TA'>[]) =>
  db
    .select(connectionToken)
    .from(tokenState)
    .where(
      and(
        inArray(tokenState.familySid, familySids),
        eq(tokenState.accountSid, accountSid),
        isNull(tokenState.replacedBySid),
      ),
    )

/** Selects those of the sessions that exist in the account. */
export const findSessions = (db: Database, accountSid: SidOf<'AC'>, sids: SidOf<'ES'>[]) =>
  db
    .select({
      sid: examSession.sid,
      examSid: examSession.examSid,
      userSid: examSession.userSid,
      installSid: examSession.installSid,
      applicationSid: install.applicationSid,
    })
    .from(examSession)
    .innerJoin(install, eq(install.sid, examSession.installSid))
    .where(and(inArray(examSession.sid, sids), eq(install.accountSid, accountSid)))

/** Selects those of the exams that exist in the account. */
export const findExams = (db: Database, accountSid: SidOf<'AC'>, sids: SidOf<'EX'>[]) =>
  db
    .select({ sid: exam.sid, installSid: exam.installSid, applicationSid: install.applicationSid })
    .from(exam)
    .innerJoin(install, eq(install.sid, exam.installSid))
    .where(and(inArray(exam.sid, sids), eq(install.accountSid, accountSid)))
