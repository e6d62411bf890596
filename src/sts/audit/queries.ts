import { and, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { stsEvent } from '../../../db/schema/sts.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { Caller } from '../../shared/auth/caller.ts'
import { equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import type { AuditQuery } from './schema.ts'

type Row = typeof stsEvent.$inferInsert
type Values = Omit<Row, 'sid' | 'createdDate' | 'actorSid' | 'operatorSid'>

/** Returns the columns of the caller who requested an event. */
export const actorOf = (caller: Caller) =>
  caller.kind === 'session'
    ? { actorSid: null, operatorSid: caller.operatorSid }
    : { actorSid: caller.credentialSid, operatorSid: null }

/** Builds the insert of the event of a caller, for the batch of the change that it records; does not execute it. */
export const record = (
  db: Database,
  caller: Caller,
  { installSid, event, tokenSid, familySid, targetUserSid, credentialSid }: Values,
) =>
  db.insert(stsEvent).values({
    sid: newSid('TR'),
    installSid,
    event,
    tokenSid,
    familySid,
    targetUserSid,
    credentialSid,
    ...actorOf(caller),
  })

export const listRecords = (db: Database, installSid: SidOf<'AI'>, query: z.output<typeof AuditQuery>) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(stsEvent)
        .where(
          and(
            eq(stsEvent.installSid, installSid),
            equals(stsEvent.event, query.event),
            equals(stsEvent.tokenSid, query.tokenSid),
            equals(stsEvent.familySid, query.rootSid),
            equals(stsEvent.targetUserSid, query.targetUserSid),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: stsEvent.createdDate }, ['createdDate'], stsEvent.sid),
    query,
  )
