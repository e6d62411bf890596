import { and, eq, isNull, or } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { application } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { CallerScope } from './caller-scope.ts'

/**
 * Selects the application with this sid; without a sid, the application of the caller. Returns two rows if the choice
 * is ambiguous.
 */
export const findApplications = (db: Database, callerScope: CallerScope, sid: SidOf<'AP'> | undefined) =>
  db
    .select({ sid: application.sid })
    .from(application)
    .where(
      and(
        eq(application.accountSid, callerScope.account),
        sid
          ? eq(application.sid, sid)
          : or(isNull(callerScope.application), eq(application.sid, callerScope.application)),
      ),
    )
    .limit(2)
