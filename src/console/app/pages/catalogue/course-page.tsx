// One course: its exams, sections and enrollments.

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ItemOf, sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { Copyable } from '../../components/copy.tsx'
import { Badge, Empty, Facts, Loaded, Page, Section, ShortSid } from '../../components/parts.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { common } from '../../i18n/common.ts'
import { EditCourse, EditSection, NewExam, NewSection } from './course-forms.tsx'
import { Enrollments } from './enrollments.tsx'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/courses/{courseSid}'
type Exam = ItemOf<`${typeof path}/exams`>

const useCoursePath = () => {
  const { course } = useParams({ strict: false })
  return { installSid: useInstallSid(), courseSid: sid('CU', course) }
}

const exams: readonly Column<Exam>[] = [
  {
    key: 'title',
    label: texts.exam,
    render: ({ sid: exam, courseSid, title }) => (
      <Link
        to="/installs/$install/courses/$course/exams/$exam"
        params={old => ({ install: old.install ?? '', course: courseSid, exam })}>
        {title}
      </Link>
    ),
  },
  { key: 'type', label: texts.type, render: ({ type }) => texts.types[type] },
  {
    key: 'status',
    label: texts.status,
    render: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'over'}>{texts.statuses[status]}</Badge>
    ),
  },
]

export function CoursePage() {
  const params = useCoursePath()
  const course = useQuery(read(path, { params }))
  const list = { params, query: { limit: 1000, sortKeys: 'title' as const } }
  const examsOf = useQuery(read(`${path}/exams`, list))
  const sections = useQuery(read(`${path}/sections`, list))
  return (
    <Loaded query={course}>
      {record => (
        <Page title={record.title} intro={record.code} actions={<EditCourse course={record} />}>
          <p>
            <Link to="/installs/$install/courses" params={{ install: params.installSid }}>
              {texts.courses}
            </Link>
          </p>
          <Facts
            rows={[
              ['LMS', record.lmsId],
              ['SIS', record.sisId],
              [common.created, <Time key="created" at={record.createdDate} />],
              [common.id, <Copyable key="id" text={record.sid} label={common.id} />],
            ]}
          />
          <Section title={texts.exams} actions={<NewExam params={params} />}>
            <Loaded query={examsOf}>
              {({ results }) =>
                results.length === 0 ? (
                  <Empty>{texts.noExams}</Empty>
                ) : (
                  <Table label={texts.exams} columns={exams} rows={results} keyOf={({ sid: key }) => key} />
                )
              }
            </Loaded>
          </Section>
          <Section title={texts.sections} actions={<NewSection params={params} />}>
            <Loaded query={sections}>
              {({ results }) =>
                results.length === 0 ? (
                  <Empty>{texts.noSections}</Empty>
                ) : (
                  <ul>
                    {results.map(section => (
                      <li key={section.sid}>
                        {section.title} <ShortSid sid={section.sid} />{' '}
                        <EditSection params={params} section={section} />
                      </li>
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </Section>
          <Enrollments params={params} />
        </Page>
      )}
    </Loaded>
  )
}
