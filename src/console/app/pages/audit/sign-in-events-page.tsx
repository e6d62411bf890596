import type { ItemOf, RequestOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { List } from '../../components/list.tsx'
import { Badge, Page, ShortSid } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { texts } from './texts.ts'

type SignInEvent = ItemOf<'/api/auth/events'>
type Query = NonNullable<RequestOf<'get', '/api/auth/events', never>['query']>

const isBad = (event: string) => event.endsWith('_failed')

const columns: readonly (Column<SignInEvent> & { sortKey?: 'createdDate' })[] = [
  {
    key: 'time',
    label: texts.time,
    width: 19,
    sortKey: 'createdDate',
    render: ({ createdAt }) => <Time at={createdAt} format="seconds" />,
  },
  {
    key: 'event',
    label: texts.event,
    render: ({ event }) => {
      const word = wordOf(texts.signInEvents, event)
      return isBad(event) ? <Badge tone="bad">{word}</Badge> : word
    },
  },
  {
    key: 'subject',
    label: texts.subject,
    width: 8,
    render: ({ operatorId, userId }) => <ShortSid sid={operatorId ?? userId} />,
  },
  {
    key: 'actor',
    label: texts.actor,
    width: 8,
    isSecondary: true,
    render: row => <ShortSid sid={row.actor} />,
  },
  { key: 'address', label: texts.address, width: 9, isSecondary: true, render: row => row.address ?? '–' },
  {
    key: 'browser',
    label: texts.browser,
    width: 16,
    isSecondary: true,
    render: ({ userAgent }) => <span title={userAgent ?? undefined}>{userAgent ?? '–'}</span>,
  },
]

/** Sign-ins of the operators of the account, and of the users of its installs. */
export function SignInEventsPage() {
  const { event } = useUrlState().state
  const filter = event === undefined ? {} : ({ event } as Pick<Query, 'event'>)
  return (
    <Page title={texts.signInTitle} intro={texts.signInIntro} needs="sp:ListSignInEvents">
      <List
        label={texts.signInTitle}
        columns={columns}
        keyOf={({ id }) => id}
        queryKey={['/api/auth/events']}
        load={(page, signal) => api.get('/api/auth/events', { query: { ...page, ...filter }, signal })}
        filters={[
          {
            ...{ name: 'event', label: texts.event, kind: 'choice' },
            options: Object.entries(texts.signInEvents).map(([value, label]) => ({ value, label })),
          },
        ]}
        defaultSort="-createdDate"
        empty={texts.none}
        minWidth={36}
      />
    </Page>
  )
}
