// What matters today. Each number leads to its list.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useContext } from 'react'
import { api, read } from '../../api/client.ts'
import { installsQuery, useInstallSid } from '../../api/installs.ts'
import { useAccountCan, useCan, useMe } from '../../api/session.ts'
import { headersOf } from '../../components/application.tsx'
import { BarChart } from '../../components/chart.tsx'
import { Loaded, Page } from '../../components/parts.tsx'
import { useToday, useZone, ZoneContext, ZoneNote } from '../../components/time.tsx'
import type { UrlState } from '../../components/url-state.ts'
import { formatNumber } from '../../i18n/format.ts'
import { textsOf } from '../../i18n/texts.ts'
import { addDays, startOfDay } from '../../i18n/wall-clock.ts'

const texts = textsOf(
  {
    title: 'Overview',
    today: 'Appointments today',
    hours: 'Appointments today by hour',
    hour: 'Hour',
    count: 'Appointments',
    live: 'Live sessions',
    incidents: 'Open incidents',
    approvals: 'Waiting for approval',
    reviews: 'Overdue reviews',
    unscheduled: 'Learners without appointment',
    failing: 'Failing endpoints, 24 hours',
    unknown: 'Unknown',
  },
  {
    title: 'Überblick',
    today: 'Termine heute',
    hours: 'Termine heute nach Stunde',
    hour: 'Stunde',
    count: 'Termine',
    live: 'Laufende Sitzungen',
    incidents: 'Offene Vorfälle',
    approvals: 'Warten auf Freigabe',
    reviews: 'Überfällige Durchsichten',
    unscheduled: 'Personen ohne Termin',
    failing: 'Gestörte Endpunkte, 24 Stunden',
    unknown: 'Unbekannt',
  },
)

/** Loaded only while there are steps left. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

/** Where an install has more exams than this, its numbers come before the steps that are left. */
const newInstallExams = 2

/** Milliseconds. */
const refetchInterval = 15_000

export function OverviewPage() {
  const installSid = useInstallSid()
  const installs = useQuery(installsQuery)
  const install = installs.data?.results.find(({ sid }) => sid === installSid)
  const zone = useContext(ZoneContext)
  const can = useCan()
  const isNew = install !== undefined && install.exams <= newInstallExams
  const firstSteps = install && can('sp:UpdateInstallSettings') && (
    <Suspense>
      <FirstSteps install={install.sid} />
    </Suspense>
  )
  return (
    <Page title={install?.name ?? texts.title} intro={texts.title}>
      {isNew && firstSteps}
      {zone !== undefined && <Today zone={zone} />}
      {!isNew && firstSteps}
    </Page>
  )
}

/** What is to be done today: when the zone is known, because a day depends on it. */
function Today({ zone }: { zone: string }) {
  return <Numbers today={useToday(zone)} />
}

function Numbers({ today }: { today: string }) {
  return (
    <>
      <ul className="cards">
        <SessionCount label={texts.today} search={{ since: today, until: today }} />
        <SessionCount label={texts.live} search={{ running: 'true' }} />
        <SessionCount label={texts.incidents} search={{ status: 'Incident' }} tone="bad" />
        <SessionCount label={texts.approvals} search={{ status: 'Pending Approval' }} tone="wait" />
        <SessionCount label={texts.reviews} search={{ overdue: 'true' }} tone="bad" />
        <UnscheduledCount />
        <FailingCount />
      </ul>
      <Hours today={today} />
      <ZoneNote />
    </>
  )
}

type CountProps = { label: string; value: number | undefined; tone?: 'bad' | 'wait' | undefined }

/** The number of a card. It stands out only if there is something to do. */
function Figure({ label, value, tone }: CountProps) {
  const isCalm = !tone || value === undefined || value === 0
  return (
    <span className={isCalm ? 'card-inner' : `card-inner ${tone}`}>
      <span className="figure">{value === undefined ? '…' : formatNumber(value)}</span>
      <span className="quiet">{label}</span>
    </span>
  )
}

/** The number of sessions that the list shows with the same filters. */
function SessionCount({ label, search, tone }: { label: string; search: UrlState; tone?: 'bad' | 'wait' }) {
  const can = useCan()
  const installSid = useInstallSid()
  const zone = useZone()
  const { since, until, running, status, overdue } = search
  const request = {
    params: { installSid },
    query: {
      limit: 0,
      ...(since && { appointmentDateAfter: startOfDay(since, zone).toISOString() }),
      ...(until && { appointmentDateBefore: startOfDay(addDays(until, 1), zone).toISOString() }),
      ...(running && { running: true }),
      ...(overdue && { reviewOverdue: true }),
      ...(status && { status: status as 'Incident' }),
    },
  }
  const count = useQuery({ ...read('/v1/installs/{installSid}/sessions', request), refetchInterval })
  if (!can('sp:ListInstallSessions')) return null
  return (
    <li>
      <Link
        className="card"
        to="/installs/$install/sessions"
        params={{ install: installSid }}
        search={search}>
        <Figure label={label} value={count.data?.total ?? undefined} tone={tone} />
      </Link>
    </li>
  )
}

function UnscheduledCount() {
  const installSid = useInstallSid()
  const count = useQuery(
    read('/v1/installs/{installSid}/reports/unscheduledLearners', {
      params: { installSid },
      query: { limit: 0 },
    }),
  )
  return (
    <li>
      <Link
        className="card"
        to="/installs/$install/reports/$report"
        params={{ install: installSid, report: 'unscheduled' }}>
        <Figure label={texts.unscheduled} value={count.data?.total ?? undefined} />
      </Link>
    </li>
  )
}

const dayMs = 86_400_000

/** The number of endpoints with a failed attempt within a day. */
function FailingCount() {
  const can = useAccountCan()
  const all = useMe()?.applications ?? []
  const isVisible = can('sp:ListDeliveryAttempts')
  const failing = useQuery({
    queryKey: ['failing endpoints', ...all.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const counts: { application: string; count: number }[] = []
      for (const { id } of all) {
        const request = { query: { success: false, limit: 1000 }, headers: headersOf(id, all), signal }
        const attempts = await api.get('/api/webhooks/logs', request)
        const recent = attempts.filter(({ deliveredAt }) => deliveredAt > Date.now() - dayMs)
        counts.push({ application: id, count: new Set(recent.map(({ webhookId }) => webhookId)).size })
      }
      return counts
    },
    enabled: isVisible,
    // Each application has a request of its own: however many there are, the page sends one in each interval on average.
    refetchInterval: refetchInterval * all.length,
  })
  if (!isVisible || failing.error) return null
  const count = failing.data?.reduce((sum, each) => sum + each.count, 0)
  // The first application with such endpoints. The page has the others.
  const application = failing.data?.find(each => each.count > 0)?.application
  return (
    <li>
      <Link className="card" to="/deliveries" search={{ success: 'false', application }}>
        <Figure label={texts.failing} value={count} tone="bad" />
      </Link>
    </li>
  )
}

function Hours({ today }: { today: string }): ReactNode {
  const installSid = useInstallSid()
  const zone = useZone()
  const volume = useQuery(
    read('/v1/installs/{installSid}/reports/appointmentVolume', {
      params: { installSid },
      query: {
        appointmentDateAfter: startOfDay(today, zone).toISOString(),
        appointmentDateBefore: startOfDay(addDays(today, 1), zone).toISOString(),
        timeZone: zone,
      },
    }),
  )
  return (
    <Loaded query={volume}>
      {({ perHour }) => (
        <BarChart
          title={texts.hours}
          columns={[texts.hour, texts.count]}
          every={2}
          bars={perHour.map(({ hour, volume: value }) => ({ label: `${hour}`, value }))}
        />
      )}
    </Loaded>
  )
}
