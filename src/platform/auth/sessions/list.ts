import { and } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { signInSession } from '../../../../db/schema/operator.ts'
import type { CallerScope } from '../../../shared/auth/caller-scope.ts'
import { orderOf, type Position, paged } from '../../../shared/http/page.ts'
import { isInTime, isOfSession } from '../../principal/session.ts'

type Asked = Position & { sortKeys?: readonly 'createdDate'[] | undefined; sortOrder: 'ASC' | 'DESC' }

/** Unsent: the living sessions of the person whose session calls. */
export const listSessionRows = (db: Database, { session }: CallerScope, query: Asked) =>
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
        .where(and(isOfSession(signInSession, session), isInTime, after))
        .$dynamic(),
    orderOf(query, { createdDate: signInSession.createdDate }, ['createdDate'], signInSession.sid),
    query,
  )
