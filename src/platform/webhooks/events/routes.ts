import { eq, sql } from 'drizzle-orm'
import { batch, type Database } from '../../../../db/client.ts'
import { examSession } from '../../../../db/schema/session.ts'
import { event, ofApplication, ofInstall } from '../../../../db/schema/webhook.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { notAllowed } from '../../../shared/auth/authorize.ts'
import { firstOr404 } from '../../../shared/problems/problem.ts'
import { isRecordTopic, sessionOfTopic } from '../../../shared/realtime/access.ts'
import { permits } from '../../../shared/topics/permission.ts'
import { installOfTopic } from '../../../shared/topics/topic.ts'
import type { PlatformCaller } from '../../principal/authenticator.ts'
import { publishRate, rateStatements } from '../../throttle/rates.ts'
import { readApplication, requireApplication } from '../application.ts'
import { route } from '../env.ts'
import { EventPublish, PublishedEvent } from './schema.ts'

/**
 * @param ofSession the session of the topic, if there is one
 * @throws Problem `action_not_allowed` for a topic that the caller may not publish on
 */
function requireTopic(
  caller: PlatformCaller,
  topic: string,
  [ofSession]: readonly { installSid: SidOf<'AI'> }[],
): void {
  const refused = (because: string) => notAllowed('sp:PublishEvent', 'api/events', because)
  if (caller.kind === 'jwt' && !permits(caller.permissions, 'publish', topic))
    throw refused('Its permissions do not include the topic.')
  if (caller.installSid === null) return
  const installSid = isRecordTopic(topic)
    ? ofSession?.installSid
    : (installOfTopic(topic) ?? caller.installSid)
  if (installSid !== caller.installSid) throw refused('The topic belongs to another install.')
}

/** Builds the statement that selects the install of the session of a topic `session.<sid>`. */
function findSessionOfTopic(db: Database, topic: string) {
  const sid = sessionOfTopic(topic)
  return db
    .select({ installSid: examSession.installSid })
    .from(examSession)
    .where(sid ? eq(examSession.sid, sid) : sql`false`)
}

export const publishEvent = route({
  method: 'post',
  path: '/api/events',
  tag: 'Events',
  action: 'sp:PublishEvent',
  learners: 'impersonal',
  callers: ['jwt', 'session', 'credential'],
  summary: 'Publish an event',
  description:
    'Sends the event to every matching endpoint of the application. An event of one install goes to the endpoints of that install and to those of all installs. A JWT requires the permission `publish`, or one such as `publish:courses.*` that includes the topic. A caller that is bound to an install cannot publish on topics of another install, such as those of its exam sessions. By default at most 600 events per minute and application; the callers that are bound to one install may publish a fifth of them.',
  body: EventPublish,
  returns: PublishedEvent,
  status: 202,
  problems: ['application_required', 'too_many_attempts'],
  load: request => ({
    applications: readApplication(request.db, request),
    sessions: findSessionOfTopic(request.db, request.body.topic),
  }),
  async handle({
    db,
    env,
    caller,
    body: { id: clientId, ...body },
    header,
    waitUntil,
    loaded: { applications, sessions },
  }) {
    const applicationSid = requireApplication(applications, header)
    requireTopic(caller, body.topic, sessions)
    const { installSid } = caller
    const rate = publishRate(env.publishPerMinute)
    const { check, use } = rateStatements(db, rate, { applicationSid, installSid })
    const insert = db
      .insert(event)
      .values({
        ...{ ...body, sid: newSid('EV'), applicationSid, installSid },
        ...{ clientId: clientId ?? null, source: 'sdk' },
      })
      .onConflictDoUpdate({
        // The ids of publishers are unique per install.
        ...(installSid === null
          ? { target: [event.applicationSid, event.clientId], targetWhere: ofApplication(event) }
          : {
              target: [event.applicationSid, event.installSid, event.clientId],
              targetWhere: ofInstall(event),
            }),
        // An update without effect makes the statement return the existing row.
        set: { clientId: sql`${event.clientId}` },
      })
      .returning({ id: event.sid })
    const { published } = await batch(db, { check, published: insert, use })
    waitUntil(env.publishLive())
    waitUntil(env.publish())
    return firstOr404(published)
  },
})
