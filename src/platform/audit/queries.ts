import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { type SignInEventName, signInEvent } from '../../../db/schema/operator.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import type { Client } from '../identity/client.ts'
import type { Subject } from '../identity/subject.ts'
import type { EventQuery } from './schema.ts'

type Noted = {
  event: SignInEventName
  client: Client
  /** Of whom it tells; nobody where a sign-in named nobody, and the account alone where it is about that. */
  of?: ((Subject | { operatorSid: null; userSid: null }) & { accountSid: SidOf<'AC'> }) | undefined
  /** Who did it, where that is somebody else. */
  actor?: string
}

/** Unsent, for the batch of what it tells of. */
export const noteEvent = (db: Database, { event, client, of, actor }: Noted) =>
  db.insert(signInEvent).values({
    sid: newSid('SV'),
    ...(of && { accountSid: of.accountSid, operatorSid: of.operatorSid, userSid: of.userSid }),
    ...{ event, actor, ...client },
  })

/** Unsent: what happened in the caller's account. */
export const listEventRows = (db: Database, { account }: CallerScope, query: EventQuery) =>
  paged(
    db,
    ({ keys, after }) =>
      db
        .select({
          id: signInEvent.sid,
          event: signInEvent.event,
          operatorId: signInEvent.operatorSid,
          userId: signInEvent.userSid,
          actor: signInEvent.actor,
          address: signInEvent.address,
          userAgent: signInEvent.userAgent,
          createdAt: signInEvent.createdDate,
          keys,
        })
        .from(signInEvent)
        .where(
          and(
            eq(signInEvent.accountSid, account),
            equals(signInEvent.event, query.event),
            equals(signInEvent.operatorSid, query.operatorSid),
            after,
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: signInEvent.createdDate }, ['createdDate'], signInEvent.sid),
    query,
  )
