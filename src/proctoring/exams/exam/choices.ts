// Checks what the settings of an exam refer to.

import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { cancellationPolicy } from '../../../../db/schema/cancellation.ts'
import { exam } from '../../../../db/schema/exam.ts'
import { proctorGroup, reviewProcess } from '../../../../db/schema/proctoring.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { invalid, throwIfAny, unknownSid } from '../../../shared/problems/field-errors.ts'
import { type TargetRules, targetErrorMessage } from '../../../shared/target/url.ts'
import { isUsablePolicy } from '../../installs/cancellation-policies/queries.ts'
import { requirePolicy } from '../../installs/cancellation-policies/rules.ts'
import { guardUsable } from '../../retire.ts'

type Settings = {
  proctorGroupSid?: SidOf<'PG'> | null | undefined
  cancellationPolicySid?: SidOf<'CP'> | null | undefined
  reviewProcessSid?: SidOf<'RP'> | null | undefined
  reviewCompleteNotificationUrl?: string | null | undefined
}

type Path = { installSid: SidOf<'AI'>; examSid?: SidOf<'EX'> }

/**
 * Returns the conditions of what the settings name, among what the install has; undefined for what they do not name. An exam
 * can name a retired record only if it has it already.
 */
function conditionsOf(
  { installSid, examSid }: Path,
  { proctorGroupSid, cancellationPolicySid, reviewProcessSid }: Settings,
) {
  const keeps = (column: SQL) =>
    examSid && sql`exists (select from ${exam} where ${and(eq(exam.sid, examSid), column)})`
  return {
    policies:
      cancellationPolicySid &&
      isUsablePolicy(
        installSid,
        cancellationPolicySid,
        keeps(eq(exam.cancellationPolicySid, cancellationPolicy.sid)),
      ),
    groups:
      proctorGroupSid &&
      and(
        eq(proctorGroup.installSid, installSid),
        eq(proctorGroup.sid, proctorGroupSid),
        or(isNull(proctorGroup.retiredDate), keeps(eq(exam.proctorGroupSid, proctorGroup.sid))),
      ),
    processes:
      reviewProcessSid &&
      and(
        eq(reviewProcess.installSid, installSid),
        eq(reviewProcess.sid, reviewProcessSid),
        or(isNull(reviewProcess.retiredDate), keeps(eq(exam.reviewProcessSid, reviewProcess.sid))),
      ),
  }
}

/** Builds the statements that select what the settings name. */
export const findChoices = (db: Database, path: Path, settings: Settings) => {
  const { policies, groups, processes } = conditionsOf(path, settings)
  return {
    policies: db
      .select({ sid: cancellationPolicy.sid })
      .from(cancellationPolicy)
      .where(policies || sql`false`),
    groups: db
      .select({ sid: proctorGroup.sid })
      .from(proctorGroup)
      .where(groups || sql`false`),
    processes: db
      .select({ sid: reviewProcess.sid })
      .from(reviewProcess)
      .where(processes || sql`false`),
  }
}

/**
 * Builds the guards that what the settings name was neither deleted nor retired since `findChoices`.
 * @throws Problem `edited_meanwhile`
 */
export function guardChoices(db: Database, path: Path, settings: Settings): Record<string, Statement> {
  const { policies, groups, processes } = conditionsOf(path, settings)
  return {
    ...(policies && { policyUsable: guardUsable(db, cancellationPolicy, policies) }),
    ...(groups && { groupUsable: guardUsable(db, proctorGroup, groups) }),
    ...(processes && { processUsable: guardUsable(db, reviewProcess, processes) }),
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
