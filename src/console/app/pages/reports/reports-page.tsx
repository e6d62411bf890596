// The reports of an install, each at its own address.

import { useParams } from '@tanstack/react-router'
import { useInstallSid } from '../../api/installs.ts'
import { Page } from '../../components/parts.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ZoneNote } from '../../components/time.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { ChurnReport } from './churn-report.tsx'
import { EventsReport } from './events-report.tsx'
import { ExamsReport } from './exams-report.tsx'
import { texts } from './texts.ts'
import { UnscheduledReport } from './unscheduled-report.tsx'
import { VolumeReport } from './volume-report.tsx'
import { AuditReport } from './written-report.tsx'

const reports = {
  volume: VolumeReport,
  unscheduled: UnscheduledReport,
  events: EventsReport,
  churn: ChurnReport,
  audit: AuditReport,
  exams: ExamsReport,
} as const

type Name = keyof typeof reports

const isName = (text: string | undefined): text is Name => text !== undefined && Object.hasOwn(reports, text)

export function ReportsPage() {
  const { report } = useParams({ strict: false })
  const installSid = useInstallSid()
  if (!isName(report)) return <NotFound />
  const Report = reports[report]
  return (
    <Page title={texts[report]} intro={texts.intros[report]}>
      <Tabs
        label={texts.title}
        tabs={Object.keys(reports)
          .filter(isName)
          .map(name => ({ to: `/installs/${installSid}/reports/${name}`, label: texts[name] }))}
      />
      <Report key={report} />
      <ZoneNote />
    </Page>
  )
}
