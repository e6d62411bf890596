// Checks what the settings of an exam refer to.

import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { proctorGroup, reviewProcess } from '../../../../db/schema/proctoring.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { invalid, throwIfAny, unknownSid } from '../../../shared/problems/field-errors.ts'
import { type TargetRules, targetErrorMessage } from '../../../shared/target/url.ts'
import { findUsablePolicy } from '../../installs/cancellation-policies/queries.ts'
import { requirePolicy } from '../../installs/cancellation-policies/rules.ts'

type Settings = {
  proctorGroupSid?: SidOf<'PG'> | null | undefined
  cancellationPolicySid?: SidOf<'CP'> | null | undefined
  reviewProcessSid?: SidOf<'RP'> | null | undefined
  reviewCompleteNotificationUrl?: string | null | undefined
}

type Path = { installSid: SidOf<'AI'>; examSid?: SidOf<'EX'> }

/**
 * Builds the statements that select what the settings name, among what the install has. An exam can name a retired record
 * only if it has it already.
 */
export const findChoices = (
  db: Database,
  { installSid, examSid }: Path,
  { proctorGroupSid, cancellationPolicySid, reviewProcessSid }: Settings,
) => {
  const keeps = (column: SQL) =>
    examSid === undefined
      ? undefined
      : sql`exists (select from ${exam} where ${and(eq(exam.sid, examSid), column)})`
  return {
    policies: findUsablePolicy(db, installSid, cancellationPolicySid),
    groups: db
      .select({ sid: proctorGroup.sid })
      .from(proctorGroup)
      .where(
        and(
          eq(proctorGroup.installSid, installSid),
          proctorGroupSid ? eq(proctorGroup.sid, proctorGroupSid) : sql`false`,
          or(isNull(proctorGroup.retiredDate), keeps(eq(exam.proctorGroupSid, proctorGroup.sid))),
        ),
      ),
    processes: db
      .select({ sid: reviewProcess.sid })
      .from(reviewProcess)
      .where(
        and(
          eq(reviewProcess.installSid, installSid),
          reviewProcessSid ? eq(reviewProcess.sid, reviewProcessSid) : sql`false`,
          or(isNull(reviewProcess.retiredDate), keeps(eq(exam.reviewProcessSid, reviewProcess.sid))),
        ),
      ),
  }
}

type Found = Record<'policies' | 'groups' | 'processes', readonly unknown[]>

/** @throws Problem `invalid_request` for an unknown or retired record, and for an address that must not be called */
export function requireChoices(
  settings: Settings,
  { policies, groups, processes }: Found,
  targets: TargetRules,
): void {
  requirePolicy(settings, policies)
  const { proctorGroupSid, reviewProcessSid, reviewCompleteNotificationUrl: url } = settings
  throwIfAny([
    ...(proctorGroupSid && groups.length === 0
      ? [unknownSid('proctorGroupSid', 'proctor group', proctorGroupSid)]
      : []),
    ...(reviewProcessSid && processes.length === 0
      ? [unknownSid('reviewProcessSid', 'review process', reviewProcessSid)]
      : []),
  ])
  const message = url ? targetErrorMessage(url, targets) : undefined
  if (message !== undefined)
    throw invalid({ path: 'reviewCompleteNotificationUrl', code: 'invalid_value', message })
}
