import { asPage } from '../../../shared/http/page.ts'
import { route } from '../../env.ts'
import { listTimeZoneRows } from './queries.ts'
import { TimeZonePage, TimeZoneQuery } from './schema.ts'

export const listTimeZones = route({
  method: 'get',
  path: '/v1/timezones',
  tag: 'Time Zones',
  action: 'sp:ListTimeZones',
  summary: 'List time zones',
  description: 'Every IANA time zone, with the sid by which users name it.',
  query: TimeZoneQuery,
  returns: TimeZonePage,
  load: ({ db, query }) => listTimeZoneRows(db, query),
  handle: asPage,
})
