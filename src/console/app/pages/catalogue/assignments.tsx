// The assignments of an exam: to whom it is assigned, and when.

import { useQuery } from '@tanstack/react-query'
import type { ItemOf } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { ConfirmButton, DialogButton } from '../../components/dialog.tsx'
import { Empty, Loaded, Section } from '../../components/parts.tsx'
import { EnrolledName } from '../../components/person-name.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatList, formatNumber } from '../../i18n/format.ts'
import { formatDate } from '../../i18n/zone.ts'
import { AssignmentForm } from './assignment-form.tsx'
import { useSectionTitles } from './enrollments.tsx'
import { useExamPath } from './exam-path.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/assignments'
type Assignment = ItemOf<typeof path>
type Sections = readonly { sid: string; title: string }[]

/** The people who are named in the table; the others are counted. */
const named = 3

const dateOf = (date: string | null): string => (date === null ? '…' : formatDate(date))

const windowOf = (from: string | null, until: string | null): string =>
  from === null && until === null ? '–' : `${dateOf(from)} – ${dateOf(until)}`

const columnsOf = (sections: Sections): readonly Column<Assignment>[] => [
  {
    key: 'exam',
    label: texts.examWindow,
    render: row => windowOf(row.examOpenDate, row.examCloseDate),
  },
  {
    key: 'scheduling',
    label: texts.schedulingWindow,
    render: row => windowOf(row.schedulingOpenDate, row.schedulingCloseDate),
    isSecondary: true,
  },
  { key: 'targets', label: texts.assignedTo, render: row => <Targets row={row} sections={sections} /> },
]

function Targets({ row: { targets }, sections }: { row: Assignment; sections: Sections }) {
  const { courseSid } = useExamPath()
  const titles = sections.filter(each => targets.sectionSids.some(one => one === each.sid))
  const others = targets.enrollmentSids.length - named
  return (
    <>
      {titles.length > 0 && <p>{formatList(titles.map(({ title }) => title))}</p>}
      {targets.enrollmentSids.slice(0, named).map(enrollmentSid => (
        <p key={enrollmentSid}>
          <EnrolledName {...{ courseSid, enrollmentSid }} />
        </p>
      ))}
      {others > 0 && <p className="quiet">{texts.andMore(formatNumber(others))}</p>}
    </>
  )
}

export function Assignments() {
  const can = useCan()
  const { installSid, courseSid, examSid } = useExamPath()
  const sections = useSectionTitles({ installSid, courseSid })
  const assigned = useQuery(read(path, { params: { installSid, examSid }, query: { limit: 1000 } }))
  const mayChange = can('sp:UpdateExamAssignments')
  const actions: Column<Assignment> = {
    key: 'actions',
    label: common.actions,
    render: row => (
      <div className="page-actions">
        <DialogButton label={common.edit} title={texts.editAssignment} isWide>
          {close => <AssignmentForm assignment={row} sections={sections} onDone={close} />}
        </DialogButton>
        <DeleteAssignment assignment={row} />
      </div>
    ),
  }
  const columns = columnsOf(sections)
  return (
    <Section
      title={texts.assignments}
      actions={
        mayChange && (
          <DialogButton label={texts.newAssignment} title={texts.newAssignment} isWide>
            {close => <AssignmentForm sections={sections} onDone={close} />}
          </DialogButton>
        )
      }>
      <Loaded query={assigned}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty>{texts.noAssignments}</Empty>
          ) : (
            <Table
              label={texts.assignments}
              columns={mayChange ? [...columns, actions] : columns}
              rows={results}
              keyOf={row => row.sid}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function DeleteAssignment({ assignment }: { assignment: Assignment }) {
  const { installSid, examSid } = useExamPath()
  const remove = useAction(
    () => api.put(path, { params: { installSid, examSid }, body: { removed: [assignment.sid] } }),
    texts.assignmentDeleted,
  )
  return (
    <ConfirmButton label={common.delete} title={texts.deleteAssignment} kind="danger" action={remove}>
      {texts.deleteAssignmentText}
    </ConfirmButton>
  )
}
