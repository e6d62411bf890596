// One exam: its configurations, its assignments, and what holds for one learner.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ItemOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copy.tsx'
import { Badge, Facts, Loaded, Page, Section } from '../../components/parts.tsx'
import { EnrolledName } from '../../components/person-name.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Time, ZoneNote } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Assignments } from './assignments.tsx'
import { EditExam } from './course-forms.tsx'
import { EffectiveConfiguration } from './effective.tsx'
import { useExamPath } from './exam-path.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/courses/{courseSid}/exams/{examSid}'
type Configuration = ItemOf<`${typeof path}/configurations`>

const configurations: readonly Column<Configuration>[] = [
  {
    key: 'type',
    label: texts.type,
    render: ({ type, enrollmentSid }) => (
      <>
        {type === 'primary' ? texts.primary : texts.accommodation}{' '}
        {enrollmentSid && <Owner enrollmentSid={enrollmentSid} />}
      </>
    ),
  },
  { key: 'opens', label: texts.opens, render: ({ examOpenDate }) => <Time at={examOpenDate} /> },
  { key: 'closes', label: texts.closes, render: ({ examCloseDate }) => <Time at={examCloseDate} /> },
  {
    key: 'duration',
    label: texts.duration,
    render: ({ duration }) => (duration === null ? '–' : formatNumber(duration)),
    ...{ isNumber: true, isSecondary: true },
  },
  {
    key: 'state',
    label: texts.status,
    render: ({ locked, approved }) => (
      <span className="badges">
        <Badge tone={approved ? 'good' : 'wait'}>{approved ? texts.approved : texts.notApproved}</Badge>
        {locked && <Badge tone="over">{texts.locked}</Badge>}
      </span>
    ),
  },
]

const actions: Column<Configuration> = {
  key: 'actions',
  label: common.actions,
  render: row => <ConfigurationActions configuration={row} />,
}

/** The learner of an accommodation. */
function Owner({ enrollmentSid }: { enrollmentSid: string }) {
  const { courseSid } = useExamPath()
  return <EnrolledName {...{ courseSid, enrollmentSid }} />
}

export function ExamPage() {
  const params = useExamPath()
  const { installSid, courseSid, examSid } = params
  const can = useCan()
  const exam = useQuery(read(path, { params }))
  const known = useQuery(read(`${path}/configurations`, { params, query: { limit: 1000 } }))
  return (
    <Loaded query={exam}>
      {record => (
        <Page title={record.title} intro={texts.types[record.type]} actions={<EditExam exam={record} />}>
          <p>
            <Link to="/installs/$install/courses/$course" params={{ install: installSid, course: courseSid }}>
              {texts.courses}
            </Link>{' '}
            ·{' '}
            <Link
              to="/installs/$install/sessions"
              params={{ install: installSid }}
              search={{ exam: examSid }}>
              {texts.sessions}
            </Link>
          </p>
          <Facts
            rows={[
              [texts.status, texts.statuses[record.status]],
              [texts.limited, record.limitedScope ? common.yes : common.no],
              [texts.approval, record.requireApproval ? common.yes : common.no],
              ['LMS', record.lmsId],
              [common.id, <Copyable key="id" text={record.sid} label={common.id} />],
            ]}
          />
          <Section title={texts.configurations}>
            <Loaded query={known}>
              {({ results }) => (
                <Table
                  label={texts.configurations}
                  columns={can('sp:LockExamConfiguration') ? [...configurations, actions] : configurations}
                  rows={results}
                  keyOf={row => row.sid ?? ''}
                />
              )}
            </Loaded>
            <ZoneNote />
          </Section>
          <Assignments />
          <EffectiveConfiguration />
        </Page>
      )}
    </Loaded>
  )
}

function ConfigurationActions({ configuration }: { configuration: Configuration }) {
  const can = useCan()
  const request = { params: { ...useExamPath(), examConfigurationSid: sid('EC', configuration.sid) } }
  const one = `${path}/configurations/{examConfigurationSid}` as const
  const approve = useAction(() => api.post(`${one}/approve`, request), texts.done)
  const lock = useAction(() => api.post(`${one}/lock`, request), texts.done)
  const unlock = useAction(() => api.post(`${one}/unlock`, request), texts.done)
  return (
    <div className="page-actions">
      {!configuration.approved && can('sp:ApproveExamConfiguration') && (
        <Button isPending={approve.isPending} onPress={() => void approve.run()}>
          {texts.approve}
        </Button>
      )}
      {!configuration.locked && can('sp:LockExamConfiguration') && (
        <Button isPending={lock.isPending} onPress={() => void lock.run()}>
          {texts.lock}
        </Button>
      )}
      {configuration.locked && can('sp:UnlockExamConfiguration') && (
        <Button isPending={unlock.isPending} onPress={() => void unlock.run()}>
          {texts.unlock}
        </Button>
      )}
      <ProblemNotice problem={approve.problem ?? lock.problem ?? unlock.problem} />
    </div>
  )
}
