// A14: the configurations of written exams.

import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { CsvButton } from './csv-button.tsx'
import { base } from './list-parts.tsx'
import { texts } from './texts.ts'

type Written = ItemOf<`${typeof base}/audit`>

const writtenColumns: readonly Column<Written>[] = [
  { key: 'exam', label: texts.exam, render: ({ examTitle }) => examTitle },
  { key: 'course', label: texts.course, render: ({ courseTitle }) => courseTitle },
  { key: 'opens', label: texts.opens, width: 16, render: ({ examOpenDate }) => <Time at={examOpenDate} /> },
  {
    key: 'closes',
    label: texts.closes,
    width: 16,
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
