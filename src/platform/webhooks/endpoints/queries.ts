import { and, eq, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database, Statement } from '../../../../db/client.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { attemptsPerRound, delivery, event, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { internalTopicPrefix } from '../../../shared/topics/topic.ts'
import { createdAtOf } from '../cursor.ts'
import { failuresUntilPaused } from '../delivery/breaker.ts'
import { type EndpointScope, isInScope } from '../scope.ts'
import type { WebhookQuery } from './schema.ts'

export const endpointColumns = {
  id: webhookEndpoint.sid,
  url: webhookEndpoint.url,
  events: webhookEndpoint.events,
  active: webhookEndpoint.active,
  filter: webhookEndpoint.filter,
  applicationId: webhookEndpoint.applicationSid,
  installSid: webhookEndpoint.installSid,
  createdAt: webhookEndpoint.createdDate,
}

/** Whether the row is an endpoint for clients: it is not deleted, and not the address of notifications of an install. */
export const isEndpointOfClients = () =>
  and(isNull(webhookEndpoint.deletedDate), not(webhookEndpoint.notification))

/** Selects the endpoints in the caller's scope, oldest first. */
export const listWebhookRows = (db: Database, scope: EndpointScope, { limit, after }: WebhookQuery) =>
  db
    .select(endpointColumns)
    .from(webhookEndpoint)
    .where(
      and(
        isInScope(scope),
        isEndpointOfClients(),
        after instanceof Date
          ? gt(webhookEndpoint.createdDate, after)
          : after &&
              sql`(${webhookEndpoint.createdDate}, ${webhookEndpoint.sid}) > (coalesce((
                select created_date from ${webhookEndpoint} as last
                where last.sid = ${sql.param(after, webhookEndpoint.sid)} and last.application_sid = ${scope.applicationSid}),
                ${createdAtOf(after)}), ${sql.param(after, webhookEndpoint.sid)}::uuid)`,
      ),
    )
    .orderBy(webhookEndpoint.createdDate, webhookEndpoint.sid)
    .limit(limit)

/** Selects an endpoint in the caller's scope. */
export const findWebhook = (db: Database, scope: EndpointScope, webhookSid: SidOf<'WH'>) =>
  db
    .select(endpointColumns)
    .from(webhookEndpoint)
    .where(and(isInScope(scope), eq(webhookEndpoint.sid, webhookSid), isEndpointOfClients()))

/** Selects an install of the application, if it is in the caller's scope. */
export const findInstall = (
  db: Database,
  { applicationSid, installSid }: EndpointScope,
  requestedSid: SidOf<'AI'> | undefined,
) =>
  db
    .select({ sid: install.sid })
    .from(install)
    .where(
      requestedSid === undefined
        ? sql`false`
        : and(
            eq(install.sid, requestedSid),
            eq(install.applicationSid, applicationSid),
            sql`${install.sid} = coalesce(${installSid}, ${install.sid})`,
          ),
    )

/** The endpoint of a request, with the scope of the caller. */
export type EndpointRef = {
  applicationSid: SidOf<'AP'>
  /** The install to which the caller is bound; null: all installs. */
  installSid: SidOf<'AI'> | null
  webhookSid: SidOf<'WH'>
}

const isEndpoint = ({ applicationSid, installSid, webhookSid }: EndpointRef) =>
  and(
    eq(webhookEndpoint.applicationSid, applicationSid),
    eq(webhookEndpoint.sid, webhookSid),
    isEndpointOfClients(),
    installSid === null ? undefined : eq(webhookEndpoint.installSid, installSid),
  )

type Settable = Pick<typeof webhookEndpoint.$inferInsert, 'url' | 'secret' | 'events' | 'filter'>
type Change = { [K in keyof Settable]?: Settable[K] | undefined }

/**
 * Sets `heldUntil` to the current time, so that the next release ends a pause. An endpoint that was paused keeps the failure
 * count of a pause, so that its next success restores full parallelism at QStash.
 */
const unpaused = {
  failures: sql`case when ${webhookEndpoint.failures} < ${failuresUntilPaused} then 0 else ${failuresUntilPaused} end`,
  heldUntil: sql`case when ${webhookEndpoint.heldUntil} is not null then now() end`,
}

const hasOtherUrl = (url: string) => sql`${webhookEndpoint.url} <> ${url}`

/** Makes the paused deliveries of an endpoint due that gets another URL with `changeWebhook`. Before the change. */
export const prepareUrl = (db: Database, endpoint: EndpointRef, url: string) => ({
  locked: lockWebhook(db, endpoint),
  due: makePausedDue(db, endpoint, hasOtherUrl(url)),
})

/**
 * Updates an endpoint. A new secret replaces the old one immediately, without overlap. Another URL ends its pause: that is
 * another receiver, which has not failed.
 */
export const changeWebhook = (db: Database, endpoint: EndpointRef, { secret, ...change }: Change) =>
  db
    .update(webhookEndpoint)
    .set({
      ...change,
      ...(change.url !== undefined && ofOtherUrl(change.url)),
      ...(secret !== undefined && { secret, previousSecret: null, previousSecretUntil: null }),
      editDate: sql`now()`,
    })
    .where(isEndpoint(endpoint))
    .returning(endpointColumns)

const ofOtherUrl = (url: string) => {
  const set = (column: PgColumn, to: SQL) => sql`case when ${hasOtherUrl(url)} then ${to} else ${column} end`
  return {
    failingSince: set(webhookEndpoint.failingSince, sql`null`),
    failures: set(webhookEndpoint.failures, unpaused.failures),
    heldUntil: set(webhookEndpoint.heldUntil, unpaused.heldUntil),
  }
}

/** Activates or deactivates an endpoint. Activation resets its failures and ends its pause. */
export const setWebhookActive = (db: Database, endpoint: EndpointRef, { active }: { active: boolean }) =>
  db
    .update(webhookEndpoint)
    .set({
      active,
      ...(active && { ...unpaused, failingSince: null, failedDate: null }),
      editDate: sql`now()`,
    })
    .where(isEndpoint(endpoint))
    .returning(endpointColumns)

/** Locks an endpoint. Waits for claims of the outbox that keep its deliveries until the end of its pause (`claimDue`). */
export const lockWebhook = (db: Database, endpoint: EndpointRef) =>
  db
    .select({ sid: webhookEndpoint.sid })
    .from(webhookEndpoint)
    .where(isEndpoint(endpoint))
    .for('no key update')

/**
 * Makes the deliveries due that the outbox keeps until the end of the endpoint's pause. Those that wait for their next
 * attempt keep their time. Omits locked ones, which get another time by the statement that has locked them: it may wait
 * for the lock of the endpoint.
 */
export const makePausedDue = (db: Database, endpoint: EndpointRef, condition?: SQL) => {
  const kept = db
    .select({ sid: delivery.sid })
    .from(delivery)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.sid, delivery.endpointSid))
    .where(
      and(
        isEndpoint(endpoint),
        condition,
        eq(delivery.dueDate, webhookEndpoint.heldUntil),
        eq(delivery.status, 'pending'),
        isNull(delivery.publishedDate),
      ),
    )
    .for('no key update', { of: delivery, skipLocked: true })
  return db.update(delivery).set({ dueDate: sql`now()` }).where(inArray(delivery.sid, kept))
}

/** Marks an endpoint as deleted and erases its secrets. The row remains for the delivery log. */
export const removeWebhook = (db: Database, endpoint: EndpointRef) =>
  db
    .update(webhookEndpoint)
    .set({
      active: false,
      ...{ secret: '', previousSecret: null, previousSecretUntil: null },
      deletedDate: sql`now()`,
    })
    .where(isEndpoint(endpoint))
    .returning({ sid: webhookEndpoint.sid })

/**
 * Replaces the secret. Deliveries are also signed with the old secret for 24 hours, so that receivers can be updated.
 */
export const rotateSecret = (db: Database, endpoint: EndpointRef, secret: string) =>
  db
    .update(webhookEndpoint)
    .set({
      secret,
      previousSecret: sql`${webhookEndpoint.secret}`,
      previousSecretUntil: sql`now() + interval '24 hours'`,
      editDate: sql`now()`,
    })
    .where(isEndpoint(endpoint))
    .returning(endpointColumns)

/** Inserts a test event for this endpoint only, in one batch. */
export function insertTest(
  db: Database,
  { applicationSid, webhookSid }: EndpointRef,
  { type, installSid }: Pick<typeof event.$inferInsert, 'type' | 'installSid'>,
): { eventId: SidOf<'EV'>; deliveryId: SidOf<'WD'>; statements: Statement[] } {
  const [eventSid, deliverySid] = [newSid('EV'), newSid('WD')]
  return {
    eventId: eventSid,
    deliveryId: deliverySid,
    statements: [
      db.insert(event).values({
        sid: eventSid,
        applicationSid,
        installSid: installSid ?? null,
        topic: `${internalTopicPrefix}webhook_test`,
        source: 'sdk',
        type,
        payload: { test: true, webhookId: webhookSid },
      }),
      db.insert(delivery).values({ sid: deliverySid, applicationSid, eventSid, endpointSid: webhookSid }),
    ],
  }
}

/** The assignments that make a delivery pending again, with a full set of attempts and messages, in a new round. */
export const resendAssignments = sql`status = 'pending', round = ${delivery}.round + 1, given_up = 0,
  attempts_allowed = ${delivery}.attempts + ${sql.raw(String(attemptsPerRound))}, due_date = now(),
  published_date = null, finished_date = null`
