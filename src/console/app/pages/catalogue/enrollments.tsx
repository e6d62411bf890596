// The enrollments of a course: who is in it, as what, and in which sections.

import { useQuery } from '@tanstack/react-query'
import { type ItemOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { isPerson } from '../../api/people.ts'
import { useCan } from '../../api/session.ts'
import { createdColumn } from '../../components/created-column.tsx'
import type { Filter } from '../../components/filters.tsx'
import { List } from '../../components/list.tsx'
import { Badge, Section } from '../../components/parts.tsx'
import { NamedPersonLink } from '../../components/person-name.tsx'
import { personFilter } from '../../components/person-search.tsx'
import type { Column } from '../../components/table.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { common } from '../../i18n/common.ts'
import { formatList } from '../../i18n/format.ts'
import type { OfCourse } from './course-forms.tsx'
import { EnrollmentActions, NewEnrollment } from './enrollment-forms.tsx'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/courses/{courseSid}'
type Enrollment = ItemOf<`${typeof path}/enrollments`>

const roles = ['learner', 'instructor'] as const
const statuses = ['active', 'withdrawn'] as const

const choice = (name: string, label: string, names: Record<string, string>): Filter => ({
  ...{ name, label, kind: 'choice' },
  options: Object.entries(names).map(([value, text]) => ({ value, label: text })),
})

const filters: readonly Filter[] = [
  personFilter('person', texts.person),
  choice('role', texts.role, texts.roles),
  choice('status', texts.status, texts.enrollmentStatuses),
]

/** The titles of the sections of a course, by id. */
export function useSectionTitles(params: OfCourse): { sid: string; title: string }[] {
  const list = { params, query: { limit: 1000, sortKeys: 'title' as const } }
  return useQuery(read(`${path}/sections`, list)).data?.results ?? []
}

export function Enrollments({ params }: { params: OfCourse }) {
  const can = useCan()
  const { person, role, status } = useUrlState().state
  const sections = useSectionTitles(params)
  const titlesOf = ({ sectionSids }: Enrollment) =>
    formatList(sections.filter(each => sectionSids.some(one => one === each.sid)).map(({ title }) => title))
  const query = {
    ...(isPerson(person) && { userSid: sid('US', person) }),
    role: roles.find(each => each === role),
    status: statuses.filter(each => !status || each === status),
  }
  const columns: readonly (Column<Enrollment> & { sortKey?: 'createdDate' })[] = [
    { key: 'person', label: texts.person, render: ({ userSid }) => <NamedPersonLink person={userSid} /> },
    { key: 'role', label: texts.role, width: 8, render: row => texts.roles[row.role] },
    {
      key: 'status',
      label: texts.status,
      width: 8,
      render: row => (
        <Badge tone={row.status === 'active' ? 'good' : 'over'}>{texts.enrollmentStatuses[row.status]}</Badge>
      ),
    },
    { key: 'sections', label: texts.sections, isSecondary: true, render: row => titlesOf(row) || '–' },
    { ...createdColumn(row => row.createdDate), sortKey: 'createdDate' },
    {
      key: 'actions',
      label: common.actions,
      width: 19.25,
      render: row => <EnrollmentActions params={params} enrollment={row} sections={sections} />,
    },
  ]
  const mayChange = can('sp:UpdateEnrollment') || can('sp:DeleteEnrollment')
  return (
    <Section title={texts.enrollments} actions={<NewEnrollment params={params} sections={sections} />}>
      <List<Enrollment, 'createdDate'>
        label={texts.enrollments}
        columns={mayChange ? columns : columns.slice(0, -1)}
        keyOf={row => row.sid}
        queryKey={[`${path}/enrollments`, params]}
        load={(page, signal) =>
          api.get(`${path}/enrollments`, { params, query: { ...page, ...query }, signal })
        }
        filters={filters}
        defaultSort="createdDate"
        empty={texts.noEnrollments}
        minWidth={42}
      />
    </Section>
  )
}
