import { and } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { signInSession } from '../../../../db/schema/operator.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { isUnexpired } from '../../../shared/auth/session-lookup.ts'
import { orderOf, type Position, paged } from '../../../shared/http/page.ts'
import { isOfSession } from '../../principal/session.ts'

type SessionListQuery = Position & {
  sortKeys?: readonly 'createdDate'[] | undefined
  sortOrder: 'ASC' | 'DESC'
}

/** Selects the unexpired sessions of the caller. */
export const listSessionRows = (db: Database, { session }: CallerScope, query: SessionListQuery) =>
  paged(
    db,
    ({ keys, after }) =>
      db
        .select({
          id: signInSession.sid,
          createdAt: signInSession.createdDate,
          lastSeenAt: signInSession.lastSeenDate,
          expiresAt: signInSession.expiresAt,
          userAgent: signInSession.userAgent,
          address: signInSession.address,
          keys,
        })
        .from(signInSession)
        .where(and(isOfSession(signInSession, session), isUnexpired, after))
        .$dynamic(),
    orderOf(query, { createdDate: signInSession.createdDate }, ['createdDate'], signInSession.sid),
    query,
  )
