import { and, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/client.ts'
import { signInSession } from '../../../db/schema/operator.ts'
import type { Reach } from '../../shared/authority/reach.ts'
import { orderOf, type Position, paged } from '../../shared/page.ts'
import { isInTime } from './queries.ts'

const own = alias(signInSession, 'own')

type Asked = Position & { sortKeys?: readonly 'createdDate'[] | undefined; sortOrder: 'ASC' | 'DESC' }

/** Unsent: the living sessions of the person whose session calls. */
export const listSessionRows = (db: Database, { session }: Reach, query: Asked) =>
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
        .innerJoin(
          own,
          sql`${own.sid} = ${session} and (${own.operatorSid} = ${signInSession.operatorSid} or ${own.userSid} = ${signInSession.userSid})`,
        )
        .where(and(isInTime, after))
        .$dynamic(),
    orderOf(query, { createdDate: signInSession.createdDate }, ['createdDate'], signInSession.sid),
    query,
  )
