// The reports that are lists: A11 to A14.

import { Link } from '@tanstack/react-router'
import type { ItemOf, RequestOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { Badge } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { common } from '../../i18n/common.ts'
import { CsvButton } from './csv-button.tsx'
import { texts } from './texts.ts'

const base = '/v1/installs/{installSid}/reports'
type Path = 'unscheduledLearners' | 'examSessionEvents' | 'churn' | 'audit'
type Query<P extends Path> = NonNullable<RequestOf<'get', `${typeof base}/${P}`, never>['query']>

/** The values of text filters whose names are those of the API. */
function useTexts(filters: readonly Filter[]): Record<string, string> {
  const { state } = useUrlState()
  return Object.fromEntries(filters.flatMap(({ name }) => (state[name] ? [[name, state[name]]] : [])))
}

const text = (name: string, label: string): Filter => ({ name, label, kind: 'text' })

const titles = [text('courseTitle', texts.course), text('examTitle', texts.exam)]

function PersonLink({ sid, name }: { sid: string; name: string }) {
  return (
    <Link to="/installs/$install/users/$user" params={old => ({ install: old.install ?? '', user: sid })}>
      {name}
    </Link>
  )
}

type Unscheduled = ItemOf<`${typeof base}/unscheduledLearners`>

const unscheduledFilters = [
  ...[text('lastName', texts.lastName), text('firstName', texts.firstName), text('email', texts.email)],
  ...[...titles, text('courseCode', texts.code)],
]
const unscheduledColumns: readonly Column<Unscheduled>[] = [
  {
    key: 'learner',
    label: texts.learner,
    render: ({ sid, firstName, lastName }) => <PersonLink sid={sid} name={`${lastName}, ${firstName}`} />,
  },
  { key: 'email', label: texts.email, render: ({ email }) => email },
  {
    key: 'sync',
    label: common.created,
    width: 14,
    isSecondary: true,
    render: ({ createdDate }) => <Time at={createdDate} />,
  },
]

export function UnscheduledReport() {
  const installSid = useInstallSid()
  const query = useTexts(unscheduledFilters) as Query<'unscheduledLearners'>
  const path = `${base}/unscheduledLearners` as const
  return (
    <>
      <List
        label={texts.unscheduled}
        columns={unscheduledColumns}
        keyOf={({ sid }) => sid}
        queryKey={[path, installSid]}
        load={({ offset, limit }, signal) =>
          api.get(path, { params: { installSid }, query: { ...query, offset, limit }, signal })
        }
        filters={unscheduledFilters}
        empty={texts.none}
      />
      <CsvButton path={path} request={{ params: { installSid }, query }} />
    </>
  )
}

type SessionEvent = ItemOf<`${typeof base}/examSessionEvents`>

const eventFilters: readonly Filter[] = [
  ...[text('studentLastName', texts.lastName), text('studentFirstName', texts.firstName), ...titles],
  {
    ...{ name: 'eventStatus', label: texts.status, kind: 'choice' },
    options: ['Open', 'Resolved', 'Dismissed'].map(value => ({ value, label: value })),
  },
]
const eventColumns: readonly Column<SessionEvent>[] = [
  { key: 'learner', label: texts.learner, render: row => `${row.lastName}, ${row.firstName}` },
  { key: 'title', label: texts.event, render: ({ title }) => title },
  {
    key: 'status',
    label: texts.status,
    width: 8,
    render: ({ status }) => <Badge tone={status === 'Open' ? 'bad' : 'over'}>{status}</Badge>,
  },
  {
    key: 'time',
    label: texts.time,
    width: 14,
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

type Churn = ItemOf<`${typeof base}/churn`>

const having = [
  { value: 'true', label: texts.with },
  { value: 'false', label: texts.without },
]
const churnFilters: readonly Filter[] = [
  ...[text('studentLastName', texts.lastName), text('studentFirstName', texts.firstName)],
  ...[text('studentEmail', texts.email), ...titles],
  { name: 'includeCancelled', label: texts.cancelled, kind: 'choice', options: having },
  { name: 'includeClosed', label: texts.closed, kind: 'choice', options: having },
  {
    ...{ name: 'currentStatus', label: texts.status, kind: 'choice' },
    options: ['Needs Proctor', 'Closed', 'Scheduled'].map(value => ({ value, label: value })),
  },
]
const churnColumns: readonly (Column<Churn> & { sortKey?: 'courseTitle' | 'examTitle' })[] = [
  {
    key: 'learner',
    label: texts.learner,
    render: ({ userSid, firstName, lastName }) => (
      <PersonLink sid={userSid} name={`${lastName}, ${firstName}`} />
    ),
  },
  { key: 'exam', label: texts.exam, sortKey: 'examTitle', render: ({ examTitle }) => examTitle },
  {
    key: 'course',
    label: texts.course,
    sortKey: 'courseTitle',
    isSecondary: true,
    render: ({ courseTitle }) => courseTitle,
  },
  { key: 'status', label: texts.status, width: 10, render: ({ currentStatus }) => currentStatus },
  {
    key: 'cancelled',
    label: texts.cancelled,
    width: 10,
    isSecondary: true,
    render: ({ cancelled }) => (cancelled ? common.yes : common.no),
  },
  {
    key: 'closed',
    label: texts.closed,
    width: 10,
    isSecondary: true,
    render: ({ closed }) => (closed ? common.yes : common.no),
  },
]

export function ChurnReport() {
  const installSid = useInstallSid()
  const query = useTexts(churnFilters) as Query<'churn'>
  const path = `${base}/churn` as const
  return (
    <>
      <List
        label={texts.churn}
        columns={churnColumns}
        keyOf={({ enrollmentSid, examSid }) => `${enrollmentSid} ${examSid}`}
        queryKey={[path, installSid]}
        load={(page, signal) =>
          api.get(path, { params: { installSid }, query: { ...query, ...page }, signal })
        }
        filters={churnFilters}
        empty={texts.none}
        minWidth={40}
      />
      <CsvButton path={path} request={{ params: { installSid }, query }} />
    </>
  )
}

type Written = ItemOf<`${typeof base}/audit`>

const writtenColumns: readonly Column<Written>[] = [
  { key: 'exam', label: texts.exam, render: ({ examTitle }) => examTitle },
  { key: 'course', label: texts.course, render: ({ courseTitle }) => courseTitle },
  { key: 'opens', label: texts.opens, width: 14, render: ({ examOpenDate }) => <Time at={examOpenDate} /> },
  {
    key: 'closes',
    label: texts.closes,
    width: 14,
    isSecondary: true,
    render: ({ examCloseDate }) => <Time at={examCloseDate} />,
  },
  {
    key: 'instructor',
    label: texts.instructor,
    isSecondary: true,
    render: row => [row.instructorFirstName, row.instructorLastName].filter(Boolean).join(' ') || '–',
  },
]

export function AuditReport() {
  const installSid = useInstallSid()
  const path = `${base}/audit` as const
  return (
    <>
      <List
        label={texts.audit}
        columns={writtenColumns}
        keyOf={({ examConfigurationSid }) => examConfigurationSid}
        queryKey={[path, installSid]}
        load={({ offset, limit }, signal) =>
          api.get(path, { params: { installSid }, query: { offset, limit }, signal })
        }
        empty={texts.none}
        minWidth={40}
      />
      <CsvButton path={path} request={{ params: { installSid } }} />
    </>
  )
}
