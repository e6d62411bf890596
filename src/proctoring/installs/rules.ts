import type { SidOf } from '../../../db/sid.ts'
import { notAllowed, resourceOf } from '../../shared/auth/authorize.ts'
import type { Caller } from '../../shared/auth/caller.ts'
import { invalid, unknownSid } from '../../shared/problems/field-errors.ts'
import { Problem } from '../../shared/problems/problem.ts'

/**
 * @param zones the time zones with this name
 * @throws Problem `invalid_request` at `path` if a name is given and no time zone has it
 */
export function requireTimeZone(path: string, name: string | undefined, zones: readonly unknown[]): void {
  if (name !== undefined && zones.length === 0)
    throw invalid({ path, code: 'invalid_value', message: 'Unknown IANA time zone.' })
}

type Applications = readonly { sid: SidOf<'AP'> }[]

/**
 * Returns the application of a new install: that of a credential, or one of the account of an operator.
 * @param applications the applications that `findApplications` selects
 * @throws Problem `invalid_request` for another application, `application_required` if the choice is ambiguous
 */
export function requireApplication(
  caller: Caller,
  { applicationSid }: { applicationSid?: SidOf<'AP'> | undefined },
  [application, another]: Applications,
): SidOf<'AP'> {
  const isForeign = caller.kind !== 'session' && application?.sid !== caller.applicationSid
  if (applicationSid && (!application || isForeign))
    throw invalid(unknownSid('applicationSid', 'application', applicationSid))
  if (!application || another)
    throw new Problem('application_required', 'Send applicationSid: the account has several applications.')
  return application.sid
}

type Limits = { readsPerMinute?: number | null | undefined; writesPerMinute?: number | null | undefined }

/**
 * Checks that the caller may set the limits of requests that it sends: a caller that is bound to the install would lift its own.
 * @throws Problem `action_not_allowed`
 */
export function requireMaySetLimits(
  { installSid }: Caller,
  { readsPerMinute, writesPerMinute }: Limits,
  { pathname }: URL,
): void {
  if (installSid === null || (readsPerMinute === undefined && writesPerMinute === undefined)) return
  throw notAllowed(
    'sp:UpdateInstallSettings',
    resourceOf(pathname),
    'It is bound to one install: credentials of the account and operators set readsPerMinute and writesPerMinute.',
  )
}
