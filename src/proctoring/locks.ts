// The lock of a configuration, which its exam, its accommodations and its files share.

import { notAllowed, resourceOf } from '../shared/auth/authorize.ts'
import type { Caller } from '../shared/auth/caller.ts'
import type { Action } from '../shared/auth/policy/actions.ts'

/** @throws Problem `action_not_allowed` if the configuration is locked and the caller is not an administrator */
export function requireUnlocked(
  { role }: Pick<Caller, 'role'>,
  { locked }: { locked?: boolean | undefined },
  action: Action,
  { pathname }: Pick<URL, 'pathname'>,
): void {
  if (locked && role !== 'admin')
    throw notAllowed(action, resourceOf(pathname), 'The configuration is locked.')
}
