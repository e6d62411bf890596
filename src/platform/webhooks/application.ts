// The application that a request is about: the credential's own, the one of the session's account, or the one that the
// header X-Application-Id names.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { application } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { invalid, unknownSid } from '../../shared/problems/field-errors.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { Sid } from '../../shared/values/sid.ts'

export type Asking = { callerScope: CallerScope; header(name: string): string | undefined }

const headerName = 'X-Application-Id'

/** @throws Problem `invalid_request` when the header is no sid */
function named(header: Asking['header']): SidOf<'AP'> | undefined {
  const text = header(headerName)
  if (text === undefined) return undefined
  const { success, data } = Sid('AP').safeParse(text)
  if (!success) throw invalid(unknownSid(headerName, 'application'))
  return data
}

/** The applications that may be meant, at most so many. */
const meant = (db: Database, { callerScope, header }: Asking, most: number) => {
  const asked = named(header)
  return db
    .select({ sid: application.sid })
    .from(application)
    .where(
      and(
        sql`(${application.sid} = ${callerScope.application} or ${callerScope.application} is null and ${application.accountSid} = ${callerScope.account})`,
        asked && eq(application.sid, asked),
      ),
    )
    .limit(most)
}

/** Unsent, for `load`: the application that is meant; two when it is not clear which. */
export const readApplication = (db: Database, asking: Asking) => meant(db, asking, 2)

/** Its sid in SQL, for what travels along; `requireApplication` judges whether it was clear. */
export const applicationIn = (db: Database, asking: Asking): SQL => sql`(${meant(db, asking, 1)})`

/** @throws Problem `application_required` unless one application is meant */
export function requireApplication(
  found: readonly { sid: SidOf<'AP'> }[],
  header: Asking['header'],
): SidOf<'AP'> {
  const [only, another] = found
  if (only && !another) return only.sid
  if (header(headerName) !== undefined) throw invalid(unknownSid(headerName, 'application'))
  throw new Problem('application_required', `Name one of your applications in the header ${headerName}.`)
}
