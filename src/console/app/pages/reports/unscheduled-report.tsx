// A11: people who have an exam but no appointment.

import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { createdColumn } from '../../components/created-column.tsx'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { CsvButton } from './csv-button.tsx'
import { fillPerson } from './fill-person.tsx'
import { base, PersonLink, type Query, text, titles, useTexts } from './list-parts.tsx'
import { texts } from './texts.ts'
import { UnscheduledByCourse } from './unscheduled-by-course.tsx'

type Unscheduled = ItemOf<`${typeof base}/unscheduledLearners`>

const unscheduledFilters: readonly Filter[] = [
  fillPerson({ firstName: 'firstName', lastName: 'lastName', email: 'email' }),
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
  createdColumn(row => row.createdDate),
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
      <UnscheduledByCourse query={query} />
      <CsvButton path={path} request={{ params: { installSid }, query }} />
    </>
  )
}
