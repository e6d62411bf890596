import { sql } from 'drizzle-orm'
import { event } from '../../../db/schema/webhook.ts'
import { newSid } from '../../../db/sid.ts'
import { found } from '../../shared/problem.ts'
import { readApplication, requireApplication } from '../application.ts'
import { route } from '../env.ts'
import { EventPublish, PublishedEvent } from './schema.ts'

export const publishEvent = route({
  method: 'post',
  path: '/api/events',
  tag: 'Events',
  action: 'sp:PublishEvent',
  callers: ['jwt', 'session', 'credential'],
  summary: 'Publish an event',
  description:
    'Goes to every endpoint of the application that matches it. A JWT needs the permission `publish`.',
  body: EventPublish,
  returns: PublishedEvent,
  status: 202,
  problems: ['application_required'],
  load: request => ({ applications: readApplication(request.db, request) }),
  async handle({ db, env, body: { id: clientId, ...body }, header, later, loaded: { applications } }) {
    const applicationSid = requireApplication(applications, header)
    const published = await db
      .insert(event)
      .values({ ...body, sid: newSid('EV'), applicationSid, clientId: clientId ?? null, source: 'sdk' })
      // To change nothing is how the row that is there is answered.
      .onConflictDoUpdate({
        target: [event.applicationSid, event.clientId],
        set: { clientId: sql`${event.clientId}` },
      })
      .returning({ id: event.sid })
    later(env.publish())
    return found(published)
  },
})
