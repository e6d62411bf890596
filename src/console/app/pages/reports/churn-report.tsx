// A13: the current session of each learner for each exam, and whether there is a cancelled or a closed one.

import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { common } from '../../i18n/common.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { ChurnByCourse } from './churn-by-course.tsx'
import { CsvButton } from './csv-button.tsx'
import { fillPerson } from './fill-person.tsx'
import { base, PersonLink, type Query, text, titles, useTexts } from './list-parts.tsx'
import { texts } from './texts.ts'

type Churn = ItemOf<`${typeof base}/churn`>

const having = [
  { value: 'true', label: texts.with },
  { value: 'false', label: texts.without },
]
const churnFilters: readonly Filter[] = [
  fillPerson({ firstName: 'studentFirstName', lastName: 'studentLastName', email: 'studentEmail' }),
  ...[text('studentLastName', texts.lastName), text('studentFirstName', texts.firstName)],
  ...[text('studentEmail', texts.email), ...titles],
  { name: 'includeCancelled', label: texts.cancelled, kind: 'choice', options: having },
  { name: 'includeClosed', label: texts.closed, kind: 'choice', options: having },
  {
    ...{ name: 'currentStatus', label: texts.status, kind: 'choice' },
    options: (['Needs Proctor', 'Closed', 'Scheduled'] as const).map(value => ({
      ...{ value, label: texts.statuses[value] },
    })),
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
  { key: 'status', label: texts.status, width: 11, render: row => wordOf(texts.statuses, row.currentStatus) },
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
      <ChurnByCourse key={JSON.stringify(query)} query={query} />
      <CsvButton path={path} request={{ params: { installSid }, query }} />
    </>
  )
}
