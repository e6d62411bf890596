import type { ItemOf, RequestOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { List } from '../../components/list.tsx'
import { Page, ShortSid } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time, useZone } from '../../components/time.tsx'
import { type UrlState, useUrlState } from '../../components/url-state.ts'
import { addDays, startOfDay } from '../../i18n/wall-clock.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { isDate } from '../../i18n/zone.ts'
import { texts } from './texts.ts'

type Change = ItemOf<'/api/audit'>
type Query = NonNullable<RequestOf<'get', '/api/audit', never>['query']>

/** What happened to which kind of record. */
const actionOf = ({ kind, action }: Pick<Change, 'kind' | 'action'>): string =>
  `${wordOf(texts.auditedKinds, kind)} ${wordOf(texts.auditActions, action)}`

const columns: readonly (Column<Change> & { sortKey?: 'createdDate' })[] = [
  {
    key: 'time',
    label: texts.time,
    width: 19,
    sortKey: 'createdDate',
    render: ({ createdAt }) => <Time at={createdAt} format="seconds" />,
  },
  { key: 'action', label: texts.action, render: actionOf },
  { key: 'record', label: texts.record, width: 8, render: row => <ShortSid sid={row.recordSid} /> },
  {
    key: 'actor',
    label: texts.actor,
    width: 8,
    render: ({ actor }) => (actor === null ? texts.system : <ShortSid sid={actor} />),
  },
  {
    key: 'changes',
    label: texts.changes,
    width: 13,
    isSecondary: true,
    render: ({ changes }) => <span title={changes.join(', ')}>{changes.join(', ') || '–'}</span>,
  },
  {
    key: 'operation',
    label: texts.operation,
    width: 12,
    isSecondary: true,
    render: ({ operation }) => operation ?? '–',
  },
  {
    key: 'request',
    label: texts.request,
    width: 8,
    isSecondary: true,
    render: ({ requestId }) => <code title={requestId ?? undefined}>{requestId?.slice(0, 8) ?? '–'}</code>,
  },
]

function filtersOf({ record, actor, since, until }: UrlState, zone: string): Query {
  const query = {
    ...(record && { recordSid: record }),
    ...(actor && { actor }),
    ...(isDate(since) && { from: String(startOfDay(since, zone).getTime()) }),
    ...(isDate(until) && { to: String(startOfDay(addDays(until, 1), zone).getTime()) }),
  }
  return query as Query
}

/** The changes of the records of the account and of its installs. */
export function AuditPage() {
  const { state } = useUrlState()
  const zone = useZone()
  return (
    <Page title={texts.auditTitle} intro={texts.auditIntro} needs="sp:ListAuditEvents">
      <List
        label={texts.auditTitle}
        columns={columns}
        keyOf={({ id }) => id}
        queryKey={['/api/audit', zone]}
        load={(page, signal) =>
          api.get('/api/audit', { query: { ...page, ...filtersOf(state, zone) }, signal })
        }
        filters={[
          { name: 'record', label: texts.recordFilter, kind: 'text' },
          { name: 'actor', label: texts.actorFilter, kind: 'text' },
          { name: 'since', label: texts.from, kind: 'date' },
          { name: 'until', label: texts.to, kind: 'date' },
        ]}
        defaultSort="-createdDate"
        empty={texts.none}
        minWidth={44}
      />
    </Page>
  )
}
