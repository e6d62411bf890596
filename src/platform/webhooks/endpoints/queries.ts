import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '../../../../db/client.ts'
import { install } from '../../../../db/schema/tenancy.ts'
import { attemptsOfRound, delivery, event, webhookEndpoint } from '../../../../db/schema/webhook.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { madeOn } from '../cursor.ts'
import { failuresUntilPaused } from '../delivery/queries.ts'
import { type EndpointScope, isInScope } from '../scope.ts'
import type { WebhookQuery } from './schema.ts'

export const shown = {
  id: webhookEndpoint.sid,
  url: webhookEndpoint.url,
  events: webhookEndpoint.events,
  active: webhookEndpoint.active,
  filter: webhookEndpoint.filter,
  applicationId: webhookEndpoint.applicationSid,
  installSid: webhookEndpoint.installSid,
  createdAt: webhookEndpoint.createdDate,
}

/** Unsent: the endpoints that the caller reaches, oldest first. */
export const listWebhookRows = (db: Database, reached: EndpointScope, { limit, after }: WebhookQuery) =>
  db
    .select(shown)
    .from(webhookEndpoint)
    .where(
      and(
        isInScope(reached),
        isNull(webhookEndpoint.deletedDate),
        after instanceof Date
          ? gt(webhookEndpoint.createdDate, after)
          : after &&
              sql`(${webhookEndpoint.createdDate}, ${webhookEndpoint.sid}) > (coalesce((
                select created_date from ${webhookEndpoint} as last
                where last.sid = ${sql.param(after, webhookEndpoint.sid)} and last.application_sid = ${reached.applicationSid}),
                ${madeOn(after)}), ${sql.param(after, webhookEndpoint.sid)}::uuid)`,
      ),
    )
    .orderBy(webhookEndpoint.createdDate, webhookEndpoint.sid)
    .limit(limit)

/** Unsent: an endpoint that the caller reaches. */
export const findWebhook = (db: Database, reached: EndpointScope, webhookSid: SidOf<'WH'>) =>
  db
    .select(shown)
    .from(webhookEndpoint)
    .where(and(isInScope(reached), eq(webhookEndpoint.sid, webhookSid), isNull(webhookEndpoint.deletedDate)))

/** Unsent: the install of an application, if the caller reaches it. */
export const findInstall = (
  db: Database,
  { applicationSid, installSid }: EndpointScope,
  asked: SidOf<'AI'> | undefined,
) =>
  db
    .select({ sid: install.sid })
    .from(install)
    .where(
      asked === undefined
        ? sql`false`
        : and(
            eq(install.sid, asked),
            eq(install.applicationSid, applicationSid),
            sql`${install.sid} = coalesce(${installSid}, ${install.sid})`,
          ),
    )

/** An endpoint that the caller names, and what the caller is bound to. */
export type Named = {
  applicationSid: SidOf<'AP'>
  /** The one install of which the caller reaches endpoints; null reaches all. */
  installSid: SidOf<'AI'> | null
  webhookSid: SidOf<'WH'>
}

const isIt = ({ applicationSid, installSid, webhookSid }: Named) =>
  and(
    eq(webhookEndpoint.applicationSid, applicationSid),
    eq(webhookEndpoint.sid, webhookSid),
    isNull(webhookEndpoint.deletedDate),
    installSid === null ? undefined : eq(webhookEndpoint.installSid, installSid),
  )

type Settable = Pick<typeof webhookEndpoint.$inferInsert, 'url' | 'secret' | 'events' | 'filter'>
type Change = { [K in keyof Settable]?: Settable[K] | undefined }

/** A new secret in the place of the old one signs alone. */
export const changeWebhook = (db: Database, it: Named, { secret, ...change }: Change) =>
  db
    .update(webhookEndpoint)
    .set({
      ...change,
      ...(secret !== undefined && { secret, previousSecret: null, previousSecretUntil: null }),
      editDate: sql`now()`,
    })
    .where(isIt(it))
    .returning(shown)

/**
 * What is activated is given another chance: what failed no longer counts, and a hold is over. Of one that was held the
 * next success is still awaited, because that lets its messages go side by side again.
 */
export const switchWebhook = (db: Database, it: Named, { active }: { active: boolean }) =>
  db
    .update(webhookEndpoint)
    .set({
      active,
      ...(active && {
        failures: sql`case when ${webhookEndpoint.failures} < ${failuresUntilPaused} then 0 else ${failuresUntilPaused} end`,
        heldUntil: sql`case when ${webhookEndpoint.heldUntil} is not null then now() end`,
      }),
      editDate: sql`now()`,
    })
    .where(isIt(it))
    .returning(shown)

/** The row stays for the log; its secrets go. */
export const removeWebhook = (db: Database, it: Named) =>
  db
    .update(webhookEndpoint)
    .set({
      active: false,
      ...{ secret: '', previousSecret: null, previousSecretUntil: null },
      deletedDate: sql`now()`,
    })
    .where(isIt(it))
    .returning({ sid: webhookEndpoint.sid })

/** The old secret signs along for a day, while the receivers learn the new one. */
export const rotateSecret = (db: Database, it: Named, secret: string) =>
  db
    .update(webhookEndpoint)
    .set({
      secret,
      previousSecret: sql`${webhookEndpoint.secret}`,
      previousSecretUntil: sql`now() + interval '24 hours'`,
      editDate: sql`now()`,
    })
    .where(isIt(it))
    .returning(shown)

/** Topics of ours: their events go to the endpoint that they are made for, and to no other (db/sql/functions/fan_out_events.sql). */
export const ownTopics = 'invigil.'

/** Unsent, for one batch: an event for this endpoint alone. */
export function insertTest(
  db: Database,
  { applicationSid, webhookSid }: Named,
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
        topic: `${ownTopics}webhook_test`,
        source: 'sdk',
        type,
        payload: { test: true, webhookId: webhookSid },
      }),
      db.insert(delivery).values({ sid: deliverySid, applicationSid, eventSid, endpointSid: webhookSid }),
    ],
  }
}

const mostRecovered = 10_000

/**
 * Sends again what an endpoint has missed since then, oldest first: what died, was skipped, or came while it was not active.
 * The events are held meanwhile: who is deleting old ones is waited for, and what went is left out.
 */
export const recoverMissed = (
  db: Database,
  { applicationSid, webhookSid }: Omit<Named, 'installSid'>,
  since: Date,
) =>
  db.execute<{ sid: string }>(sql`
    with missed as materialized (
      select e.sid, e.application_sid, e.created_date, e.payload, w.sid as endpoint_sid, w.filter
      from ${event} e join ${webhookEndpoint} w on w.application_sid = e.application_sid
        left join ${delivery} d on d.event_sid = e.sid and d.endpoint_sid = w.sid
      where e.application_sid = ${sql.param(applicationSid, event.applicationSid)}
        and w.sid = ${sql.param(webhookSid, webhookEndpoint.sid)}
        and (w.install_sid is null or w.install_sid = e.install_sid)
        and e.created_date >= greatest(${sql.param(since, event.createdDate)}::timestamptz, w.created_date)
        and not starts_with(e.topic, ${ownTopics})
        and e.type = any (w.events)
        and (d.sid is null or d.status in ('dead', 'skipped')))
    insert into ${delivery} (sid, application_sid, event_sid, endpoint_sid)
    select uuid_v7(), m.application_sid, m.sid, m.endpoint_sid from missed m join ${event} e on e.sid = m.sid
    where m.filter = '{}' or matches_filter(m.filter, m.payload)
    order by m.created_date, m.sid
    limit ${mostRecovered}
    for key share of e
    on conflict (event_sid, endpoint_sid) do update set ${sentAgain}
    where ${delivery}.status in ('dead', 'skipped')
    returning ${delivery}.sid`)

/** What a delivery is that is sent again: with as many attempts more, and in a message of its own. */
export const sentAgain = sql`status = 'pending', round = ${delivery}.round + 1,
  attempts_allowed = ${delivery}.attempts + ${sql.raw(String(attemptsOfRound))}, due_date = now(),
  published_date = null, finished_date = null`
