// A1: the exams of all installs of a proctor account.

import { useQuery } from '@tanstack/react-query'
import { type ItemOf, type RequestOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { Empty, Loaded } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { CsvButton } from './csv-button.tsx'
import { texts } from './texts.ts'

const path = '/v1/proctors/{proctorSid}/reports/examList'
type Row = ItemOf<typeof path>
type Query = NonNullable<RequestOf<'get', typeof path, never>['query']>
type SortKey = 'accountName' | 'courseTitle' | 'examTitle'

const columns: readonly (Column<Row> & { sortKey?: SortKey })[] = [
  { key: 'exam', label: texts.exam, sortKey: 'examTitle', render: ({ examTitle }) => examTitle },
  { key: 'course', label: texts.course, sortKey: 'courseTitle', render: ({ courseTitle }) => courseTitle },
  {
    key: 'account',
    label: texts.account,
    sortKey: 'accountName',
    isSecondary: true,
    render: ({ accountName }) => accountName,
  },
  {
    key: 'opens',
    label: texts.opens,
    width: 16,
    isSecondary: true,
    render: ({ configuration }) => <Time at={configuration?.examOpenDate} />,
  },
  {
    key: 'instructor',
    label: texts.instructor,
    isSecondary: true,
    render: ({ primaryInstructor: person }) => (person ? `${person.firstName} ${person.lastName}` : '–'),
  },
]

export function ExamsReport() {
  const proctors = useQuery(read('/v1/proctors', { query: { limit: 1000, sortKeys: 'name' } }))
  const { state } = useUrlState()
  return (
    <Loaded query={proctors}>
      {({ results }) => {
        const chosen = results.find(each => each.sid === state['proctor']) ?? results[0]
        if (!chosen) return <Empty>{texts.noProctor}</Empty>
        const filters: readonly Filter[] = [
          {
            ...{ name: 'proctor', label: texts.proctor, kind: 'choice' },
            options: results.map(each => ({ value: each.sid, label: each.name })),
          },
          { name: 'examTitle', label: texts.exam, kind: 'text' },
          { name: 'courseTitle', label: texts.course, kind: 'text' },
        ]
        return <Exams key={chosen.sid} proctor={chosen.sid} filters={filters} />
      }}
    </Loaded>
  )
}

function Exams({ proctor, filters }: { proctor: string; filters: readonly Filter[] }) {
  const { examTitle, courseTitle } = useUrlState().state
  const params = { proctorSid: sid('PA', proctor) }
  const query: Query = { ...(examTitle && { examTitle }), ...(courseTitle && { courseTitle }) }
  return (
    <>
      <List
        label={texts.exams}
        columns={columns}
        keyOf={row => row.sid ?? ''}
        queryKey={[path, proctor]}
        load={(page, signal) => api.get(path, { params, query: { ...query, ...page }, signal })}
        filters={filters}
        empty={texts.none}
        minWidth={40}
      />
      <CsvButton path={path} request={{ params, query }} />
    </>
  )
}
