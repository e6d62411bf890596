import { asPage } from '../../../shared/http/page.ts'
import { route } from '../../env.ts'
import { listTimeZoneRows } from './queries.ts'
import { TimeZonePage, TimeZoneQuery } from './schema.ts'

export const listTimeZones = route({
  method: 'get',
  path: '/v1/timezones',
  tag: 'Time Zones',
  action: 'sp:ListTimeZones',
  learners: 'impersonal',
  summary: 'List time zones',
  description: 'Every IANA time zone with its sid, which user records refer to.',
  query: TimeZoneQuery,
  returns: TimeZonePage,
  load: ({ db, query }) => listTimeZoneRows(db, query),
  handle: asPage,
})
