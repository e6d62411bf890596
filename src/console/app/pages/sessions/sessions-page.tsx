// The sessions of all exams of an install.

import { Link } from '@tanstack/react-router'
import { sid } from '../../../../client/index.ts'
import { useInstallSid } from '../../api/installs.ts'
import { isPerson } from '../../api/people.ts'
import { Button } from '../../components/button.tsx'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { Notice, Page } from '../../components/parts.tsx'
import { personFilter } from '../../components/person-search.tsx'
import { ProctorType } from '../../components/proctor-type.tsx'
import { isSessionStatus, StatusBadge, sessionStatuses } from '../../components/session-status.tsx'
import type { Column } from '../../components/table.tsx'
import { Time, useZone, ZoneNote } from '../../components/time.tsx'
import { type UrlState, useUrlState } from '../../components/url-state.ts'
import { common } from '../../i18n/common.ts'
import { addDays, startOfDay } from '../../i18n/wall-clock.ts'
import { isDate } from '../../i18n/zone.ts'
import { type Item, loadSessions, type Query, type SortKey } from './load-sessions.ts'
import { texts } from './texts.ts'

const columns: readonly (Column<Item> & { sortKey?: SortKey })[] = [
  {
    key: 'learner',
    label: texts.learner,
    sortKey: 'lastName',
    width: 13,
    render: ({ sid: session, examSid, firstName, lastName }) => (
      <Link
        to="/installs/$install/exams/$exam/sessions/$session"
        params={old => ({ install: old.install ?? '', exam: examSid, session })}>
        {lastName}, {firstName}
      </Link>
    ),
  },
  {
    key: 'status',
    label: common.status,
    width: 13,
    render: ({ status, running }) => (
      <StatusBadge status={status} running={running} names={texts.statuses} live={texts.live} />
    ),
  },
  { key: 'exam', label: texts.exam, render: ({ examTitle }) => examTitle },
  { key: 'course', label: texts.course, isSecondary: true, render: ({ courseTitle }) => courseTitle },
  {
    key: 'appointment',
    label: texts.appointment,
    sortKey: 'appointmentDate',
    width: 16,
    render: ({ appointmentDate }) => <Time at={appointmentDate} />,
  },
  {
    ...{ key: 'type', label: texts.type, width: 9, isSecondary: true },
    render: ({ sessionType }) => <ProctorType code={sessionType} />,
  },
]

const filters: readonly Filter[] = [
  { name: 'search', label: texts.search, kind: 'text' },
  {
    ...{ name: 'status', label: common.status, kind: 'many' },
    options: sessionStatuses.map(status => ({ value: status, label: texts.statuses[status] })),
  },
  {
    ...{ name: 'running', label: texts.live, kind: 'choice' },
    options: [
      { value: 'true', label: texts.running },
      { value: 'false', label: texts.notRunning },
    ],
  },
  personFilter('learner', texts.learner),
  { name: 'since', label: texts.from, kind: 'date' },
  { name: 'until', label: texts.until, kind: 'date' },
  {
    ...{ name: 'overdue', label: texts.overdue, kind: 'choice' },
    options: [
      { value: 'true', label: texts.overdueYes },
      { value: 'false', label: texts.overdueNo },
    ],
  },
]

/** The query of the filters in the address. */
export function queryOf(state: UrlState, zone: string): Query {
  const { search, status, running, overdue, since, until, exam, course, learner } = state
  const statuses = (status ?? '').split(',').filter(isSessionStatus)
  return {
    ...(search && { search }),
    ...(statuses.length > 0 && { status: statuses }),
    ...(running && { running: running === 'true' }),
    ...(overdue && { reviewOverdue: overdue === 'true' }),
    ...(isDate(since) && { appointmentDateAfter: startOfDay(since, zone).toISOString() }),
    ...(isDate(until) && { appointmentDateBefore: startOfDay(addDays(until, 1), zone).toISOString() }),
    ...(exam && { examSid: exam as `EX${string}` }),
    ...(course && { courseSid: course as `CU${string}` }),
    ...(isPerson(learner) && { userSid: sid('US', learner) }),
  }
}

export function SessionsPage() {
  const installSid = useInstallSid()
  const zone = useZone()
  const { state } = useUrlState()
  const query = queryOf(state, zone)
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Narrowed />
      <List
        label={texts.title}
        columns={columns}
        keyOf={row => row.sid}
        queryKey={['/v1/installs/{installSid}/sessions', installSid, query]}
        load={(page, signal) => loadSessions(installSid, query, page, signal)}
        filters={filters}
        defaultSort="-appointmentDate"
        empty={texts.none}
        minWidth={52}
      />
      <ZoneNote />
    </Page>
  )
}

/** Says which record of another page narrows the list, and widens it again. */
function Narrowed() {
  const { state, set } = useUrlState()
  const { exam, course } = state
  if (!(exam || course)) return null
  return (
    <Notice tone="live">
      {exam && texts.ofExam} {course && texts.ofCourse}{' '}
      <Button kind="quiet" onPress={() => set({ exam: undefined, course: undefined, from: undefined })}>
        {texts.showAll}
      </Button>
    </Notice>
  )
}
