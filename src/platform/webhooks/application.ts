// Determines the application of a request: that of the credential, the only one of the session's account, or the one in
// the header X-Application-Id.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { application } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { invalid, unknownSid } from '../../shared/problems/field-errors.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { Sid } from '../../shared/values/sid.ts'

export type ApplicationRequest = { callerScope: CallerScope; header(name: string): string | undefined }

const headerName = 'X-Application-Id'

/** Parses the header. @throws Problem `invalid_request` if it is not a sid */
function requestedApplication(header: ApplicationRequest['header']): SidOf<'AP'> | undefined {
  const text = header(headerName)
  if (text === undefined) return undefined
  const { success, data } = Sid('AP').safeParse(text)
  if (!success) throw invalid(unknownSid(headerName, 'application'))
  return data
}

const selectApplications = (db: Database, { callerScope, header }: ApplicationRequest, limit: number) => {
  const requested = requestedApplication(header)
  return db
    .select({ sid: application.sid })
    .from(application)
    .where(
      and(
        sql`(${application.sid} = ${callerScope.application} or ${callerScope.application} is null and ${application.accountSid} = ${callerScope.account})`,
        requested && eq(application.sid, requested),
      ),
    )
    .limit(limit)
}

/** Selects the application of the request, for `load`. Returns two rows if it is ambiguous. */
export const readApplication = (db: Database, request: ApplicationRequest) =>
  selectApplications(db, request, 2)

/**
 * SQL for the sid of the application, for other statements of the batch. `requireApplication` rejects an ambiguous one.
 */
export const applicationSidOf = (db: Database, request: ApplicationRequest): SQL =>
  sql`(${selectApplications(db, request, 1)})`

/** @throws Problem `application_required` unless there is exactly one application */
export function requireApplication(
  applications: readonly { sid: SidOf<'AP'> }[],
  header: ApplicationRequest['header'],
): SidOf<'AP'> {
  const [only, another] = applications
  if (only && !another) return only.sid
  if (header(headerName) !== undefined) throw invalid(unknownSid(headerName, 'application'))
  throw new Problem(
    'application_required',
    `Send the id of one of your applications in the header ${headerName}.`,
  )
}
