// The sessions of an exam for a role that cannot connect to its topic: what can be read of them, without who is connected.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ItemOf } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { Empty, Loaded, Notice } from '../../components/parts.tsx'
import { StatusBadge } from '../../components/session-status.tsx'
import { Time } from '../../components/time.tsx'
import { byText } from '../../i18n/format.ts'
import { texts } from './texts.ts'

type Session = ItemOf<'/v1/installs/{installSid}/sessions'>

/** Milliseconds. */
const refetchInterval = 5_000

const urgency = ({ status, running }: Session): number => (status === 'Incident' ? 0 : running ? 1 : 2)

const inOrder = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted(
    (one, other) => urgency(one) - urgency(other) || byText(one.lastName ?? '', other.lastName ?? ''),
  )

export function SessionCards({ exam }: { exam: string }) {
  const installSid = useInstallSid()
  const sessions = useQuery({
    ...read('/v1/installs/{installSid}/sessions', {
      params: { installSid },
      query: { examSid: exam as `EX${string}`, status: ['Incident', 'Scheduled'], limit: 1000 },
    }),
    refetchInterval,
  })
  return (
    <>
      <Notice tone="over">{texts.noAccess}</Notice>
      <Loaded query={sessions}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty>{texts.empty}</Empty>
          ) : (
            <ul className="learners">
              {inOrder(results).map(session => (
                <li key={session.sid} className={session.status === 'Incident' ? 'card bad' : 'card'}>
                  <Link
                    to="/installs/$install/exams/$exam/sessions/$session"
                    params={{ install: installSid, exam, session: session.sid }}>
                    {session.firstName} {session.lastName}
                  </Link>
                  <StatusBadge
                    status={session.status}
                    running={session.running}
                    names={texts.statuses}
                    live={texts.running}
                  />
                  <span className="quiet">
                    <Time at={session.appointmentDate} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}
