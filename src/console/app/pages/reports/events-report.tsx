// A12: the events of sessions.

import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { Badge } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { wordOf } from '../../i18n/word-of.ts'
import { CsvButton } from './csv-button.tsx'
import { fillPerson } from './fill-person.tsx'
import { base, type Query, text, titles, useTexts } from './list-parts.tsx'
import { texts } from './texts.ts'

type SessionEvent = ItemOf<`${typeof base}/examSessionEvents`>

const eventFilters: readonly Filter[] = [
  fillPerson({ firstName: 'studentFirstName', lastName: 'studentLastName' }),
  ...[text('studentLastName', texts.lastName), text('studentFirstName', texts.firstName), ...titles],
  {
    ...{ name: 'eventStatus', label: texts.status, kind: 'choice' },
    options: Object.entries(texts.eventStatuses).map(([value, label]) => ({ value, label })),
  },
]
const eventColumns: readonly Column<SessionEvent>[] = [
  { key: 'learner', label: texts.learner, render: row => `${row.lastName}, ${row.firstName}` },
  { key: 'title', label: texts.event, render: ({ title }) => title },
  {
    key: 'status',
    label: texts.status,
    width: 8,
    render: ({ status }) => (
      <Badge tone={status === 'Open' ? 'bad' : 'over'}>{wordOf(texts.eventStatuses, status)}</Badge>
    ),
  },
  {
    key: 'time',
    label: texts.time,
    width: 16,
    isSecondary: true,
    render: ({ eventTime }) => <Time at={eventTime} />,
  },
  { key: 'exam', label: texts.exam, isSecondary: true, render: ({ examTitle }) => examTitle },
  { key: 'course', label: texts.course, isSecondary: true, render: ({ courseTitle }) => courseTitle },
]

export function EventsReport() {
  const installSid = useInstallSid()
  const query = useTexts(eventFilters) as Query<'examSessionEvents'>
  const path = `${base}/examSessionEvents` as const
  return (
    <>
      <List
        label={texts.events}
        columns={eventColumns}
        keyOf={({ eventSid }) => eventSid}
        queryKey={[path, installSid]}
        load={({ offset, limit }, signal) =>
          api.get(path, {
            params: { installSid },
            query: { ...query, offset, limit, sortKeys: 'createdDate', sortOrder: 'DESC' },
            signal,
          })
        }
        filters={eventFilters}
        empty={texts.none}
        minWidth={40}
      />
      <CsvButton path={path} request={{ params: { installSid }, query }} />
    </>
  )
}
