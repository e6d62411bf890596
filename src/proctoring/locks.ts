// What the role of a caller means for a change of a configuration, of its accommodations, files and assignments: only an
// administrator changes a locked one, and the change of anyone else revokes the approval.

import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { noTable } from '../../db/guard.ts'
import { exam } from '../../db/schema/exam.ts'
import type { install } from '../../db/schema/tenancy.ts'
import { type SidOf, uuidFromSid } from '../../db/sid.ts'
import { notAllowed, resourceOf } from '../shared/auth/authorize.ts'
import type { Caller } from '../shared/auth/caller.ts'
import type { Action } from '../shared/auth/policy/actions.ts'

type Role = Pick<Caller, 'role'>

/** The approval setting of an install. */
export type ApprovalRule = Pick<typeof install.$inferSelect, 'requireManagerExamApproval'>

/** How a caller may change a configuration, and what follows for its approval. */
export type ConfigurationChange = { mayBeLocked: boolean; revokesApproval: boolean }

const mayChangeLocked = ({ role }: Role): boolean => role === 'admin'

/** Returns how the caller changes a configuration of the install. */
export const changeBy = (
  caller: Role,
  { requireManagerExamApproval }: ApprovalRule,
): ConfigurationChange => ({
  mayBeLocked: mayChangeLocked(caller),
  revokesApproval: requireManagerExamApproval && !mayChangeLocked(caller),
})

type Lockable = { locked?: boolean | null | undefined }

/**
 * Checks the locks that concern a change: that of the primary configuration, and that of the accommodation.
 * @throws Problem `action_not_allowed` if one is set and the caller is not an administrator
 */
export function requireUnlocked(
  caller: Role,
  configurations: readonly (Lockable | undefined)[],
  action: Action,
  { pathname }: Pick<URL, 'pathname'>,
): void {
  if (configurations.some(each => each?.locked) && !mayChangeLocked(caller))
    throw notAllowed(action, resourceOf(pathname), 'The configuration is locked.')
}

type Changed = { examSids?: readonly SidOf<'EX'>[]; configurationSids?: readonly SidOf<'EC'>[] }

/**
 * Builds the statement that applies the rules to a change in the same batch: it checks the locks again, and revokes the
 * approval of the configurations and of the primary configurations of their exams.
 * @param changed the exams of which accommodations or assignments change, and the configurations that change
 * @throws Problem `edited_meanwhile` if one was locked since `requireUnlocked`
 */
export const applyChange = (
  db: Database,
  installSid: SidOf<'AI'>,
  { examSids = [], configurationSids = [] }: Changed,
  {
    mayBeLocked,
    revokesApproval,
  }: Pick<ConfigurationChange, 'mayBeLocked'> & { revokesApproval: boolean | SQL },
) =>
  db
    .select({
      applied: sql<string>`change_configurations(${sql.param(installSid, exam.installSid)}, ${arrayOf(examSids)}::uuid[],
        ${arrayOf(configurationSids)}::uuid[], ${mayBeLocked}, ${revokesApproval})`,
    })
    .from(noTable)

const arrayOf = (sids: readonly SidOf<'EX' | 'EC'>[]) => `{${sids.map(uuidFromSid).join(',')}}`
