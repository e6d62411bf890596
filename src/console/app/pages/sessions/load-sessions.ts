// The pages of the list of sessions. The API sorts sessions without an appointment as the latest ones; here, they are
// last in both orders.

import type { ItemOf, RequestOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import type { useInstallSid } from '../../api/installs.ts'
import type { PageRequest } from '../../components/list-state.ts'

const path = '/v1/installs/{installSid}/sessions'

export type Item = ItemOf<typeof path>
export type Query = NonNullable<RequestOf<'get', typeof path, never>['query']>
export type SortKey = 'appointmentDate' | 'createdDate' | 'lastName'

/** Each appointment is before this time. */
const afterAll = '9000-01-01T00:00:00.000Z'

type Page = { total: number | null; results: Item[] }

export async function loadSessions(
  installSid: ReturnType<typeof useInstallSid>,
  filters: Query,
  page: PageRequest<SortKey>,
  signal: AbortSignal,
): Promise<Page> {
  const get = (query: Query) =>
    api.get(path, { params: { installSid }, query: { ...filters, ...query }, signal })
  const isNewestFirst = page.sortKeys === 'appointmentDate' && page.sortOrder === 'DESC'
  const isByDate = filters.appointmentDateAfter ?? filters.appointmentDateBefore
  // A filter by date leaves out the sessions without one.
  if (!isNewestFirst || isByDate) return get(page)
  const [dated, all] = await Promise.all([
    get({ ...page, appointmentDateBefore: afterAll }),
    get({ limit: 0 }),
  ])
  const total = all.total ?? 0
  const withoutDate = Math.max(0, total - (dated.total ?? 0))
  const left = page.limit - dated.results.length
  const offset = Math.max(0, page.offset - (dated.total ?? 0))
  const limit = Math.min(left, withoutDate - offset)
  if (limit <= 0) return { total, results: dated.results }
  const others = await get({ ...page, offset, limit })
  return { total, results: [...dated.results, ...others.results] }
}
