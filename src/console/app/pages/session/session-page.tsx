// One session: what holds, what can be done, and what happened.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { useAccountCan } from '../../api/session.ts'
import { Copyable } from '../../components/copy.tsx'
import { Badge, Facts, Loaded, Page, Section } from '../../components/parts.tsx'
import { ProctorType } from '../../components/proctor-type.tsx'
import { StatusBadge } from '../../components/session-status.tsx'
import { Time, ZoneNote } from '../../components/time.tsx'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { SessionActions } from './actions.tsx'
import { ReportEvent } from './event-form.tsx'
import { type Session, useDeliveries, useSession, useSessionPath } from './record.ts'
import { texts } from './texts.ts'
import { Timeline } from './timeline.tsx'

export function SessionPage() {
  const session = useSession()
  return <Loaded query={session}>{record => <Content session={record} />}</Loaded>
}

function Content({ session }: { session: Session }) {
  const { installSid } = useSessionPath()
  const canOfAccount = useAccountCan()
  const user = useQuery(
    read('/v1/installs/{installSid}/users/{userSid}/profile', {
      params: { installSid, userSid: sid('US', session.userSid ?? undefined) },
    }),
  )
  const name = user.data ? texts.of(user.data.firstName ?? '', user.data.lastName ?? '') : texts.learner
  const install = installSid
  return (
    <Page
      title={name}
      intro={
        <>
          {session.exam?.title} · {session.course?.title}
        </>
      }
      actions={
        <StatusBadge
          status={session.status}
          running={session.running}
          names={texts.statuses}
          live={texts.liveNow}
        />
      }>
      <p>
        <Link to="/installs/$install/sessions" params={{ install }}>
          {texts.sessions}
        </Link>
      </p>
      <SessionActions session={session} />
      <Section title={texts.facts}>
        <SessionFacts session={session} name={name} />
        <ZoneNote />
      </Section>
      <Section title={texts.timeline} actions={<ReportEvent />}>
        <Timeline mails={session.messagingConfirmations} />
        {canOfAccount('sp:ListDeliveryAttempts') && <DeliveriesLink />}
      </Section>
    </Page>
  )
}

/** Leads to the log of the deliveries, of the application to which the session belongs. */
function DeliveriesLink() {
  const { sessionSid } = useSessionPath()
  const application = useDeliveries().data?.[0]?.application
  return (
    <p className="quiet">
      <Link to="/deliveries" search={{ session: sessionSid, application }}>
        {texts.deliveries}
      </Link>
    </p>
  )
}

function SessionFacts({ session, name }: { session: Session; name: string }) {
  const install = useSessionPath().installSid
  return (
    <Facts
      rows={[
        [texts.appointment, session.appointmentDate && <Time key="at" at={session.appointmentDate} />],
        [texts.end, session.appointmentEndDate && <Time key="end" at={session.appointmentEndDate} />],
        [texts.duration, session.duration !== null && texts.minutes(formatNumber(session.duration))],
        [texts.type, session.sessionType && <ProctorType key="type" code={session.sessionType} />],
        [texts.started, session.inProgressDate && <Time key="started" at={session.inProgressDate} />],
        [texts.ended, session.endedDate && <Time key="ended" at={session.endedDate} />],
        [texts.reason, session.statusReason && wordOf(texts.reasons, session.statusReason)],
        [
          texts.review,
          session.reviewRequired && (
            <Badge key="review" tone={session.reviewed ? 'good' : 'wait'}>
              {session.reviewed ? texts.reviewed : texts.review}
            </Badge>
          ),
        ],
        [texts.reviewBy, session.reviewByDate && <Time key="by" at={session.reviewByDate} />],
        [texts.auditStatus, session.auditStatus && wordOf(texts.auditStatuses, session.auditStatus)],
        [texts.notes, session.notes],
        [
          texts.learner,
          session.userSid && (
            <Link
              key="learner"
              to="/installs/$install/users/$user"
              params={{ install, user: session.userSid }}>
              {name}
            </Link>
          ),
        ],
        [
          texts.exam,
          session.courseSid && session.examSid && (
            <Link
              key="exam"
              to="/installs/$install/courses/$course/exams/$exam"
              params={{ install, course: session.courseSid, exam: session.examSid }}>
              {session.exam?.title}
            </Link>
          ),
        ],
        [common.id, <Copyable key="id" text={session.sid} label={common.id} />],
      ]}
    />
  )
}
