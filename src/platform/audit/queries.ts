import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { type SignInEventName, signInEvent } from '../../../db/schema/operator.ts'
import { user } from '../../../db/schema/user.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'
import type { CallerScope } from '../../shared/auth/caller-scope.ts'
import { equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import type { Client } from '../identity/client.ts'
import type { Subject } from '../identity/sign-in-subject.ts'
import { isOfSessionUser } from '../principal/session.ts'
import type { EventQuery } from './schema.ts'

type SignInEvent = {
  event: SignInEventName
  client: Client
  /** The subject. Absent if a sign-in matched no account. For a change of the account, it contains only the account. */
  of?: ((Subject | { operatorSid: null; userSid: null }) & { accountSid: SidOf<'AC'> }) | undefined
  /** The actor, if it is not the subject. */
  actor?: string
}

/** Builds the statement that records a sign-in event. Add it to the batch that makes the change. */
export const insertSignInEvent = (db: Database, { event, client, of, actor }: SignInEvent) =>
  db.insert(signInEvent).values({
    sid: newSid('SV'),
    ...(of && { accountSid: of.accountSid, operatorSid: of.operatorSid, userSid: of.userSid }),
    ...{ event, actor },
    ...(of?.userSid ? unlessErased(of.userSid, client) : client),
  })

/**
 * The client of an event of a user; without address and browser if the user is erased. The lock waits for an erasure, and a later
 * erasure waits for the event. An update of the user does not conflict with it.
 */
const unlessErased = (userSid: SidOf<'US'>, { address, userAgent }: Client) => {
  const stored = (text: string | null) =>
    sql`(select case when ${user.erasedDate} is null then ${text}::text end from ${user}
      where ${eq(user.sid, userSid)} for key share)`
  return { address: stored(address), userAgent: stored(userAgent) }
}

/**
 * Selects the last sign-in of the user of an install whose session it is. Their row has no date of it, unlike that of an
 * operator: a write of the row is a change of the record, with an event. A session ends long before the event is deleted.
 */
export const findLastSignIn = (db: Database, { session }: CallerScope) =>
  db
    .select({ createdDate: signInEvent.createdDate })
    .from(signInEvent)
    .where(and(isOfSessionUser(signInEvent, session), eq(signInEvent.event, 'signed_in')))
    .orderBy(desc(signInEvent.createdDate))
    .limit(1)

/** Selects the sign-in events of the caller's account. */
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
