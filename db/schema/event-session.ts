// Which session an event is about, as the index `event_session` has it.

import { type SQLWrapper, sql } from 'drizzle-orm'

type About = Record<'source' | 'changedTable' | 'payload', SQLWrapper>

/** The condition that an event of the system is about a session: a changed one, or what belongs to it. */
export const isAboutSession = ({ source, changedTable, payload }: About) =>
  sql`${source} = 'capture' and (${changedTable} = 'exam_session' or ${payload} ->> 'sessionSid' is not null)`

/** SQL for the sid of the session that such an event is about. */
export const sessionOf = ({ payload }: Pick<About, 'payload'>) =>
  sql`coalesce(${payload} ->> 'sessionSid', ${payload} ->> 'sid')`
