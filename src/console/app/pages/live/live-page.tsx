// The learners of an exam while they take it: missing ones and incidents first, with a message to one of them.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useMemo, useState } from 'react'
import type { RequestOf } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { useTopic } from '../../api/live.ts'
import { useAccountCan, useMe } from '../../api/session.ts'
import { DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, TextArea } from '../../components/form.tsx'
import { Badge, Empty, Loaded, Page, Section } from '../../components/parts.tsx'
import { isSessionStatus } from '../../components/session-status.tsx'
import { Time, useToday, useZone } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useAction } from '../../components/use-action.ts'
import { byText, formatNumber } from '../../i18n/format.ts'
import { addDays, startOfDay } from '../../i18n/wall-clock.ts'
import { SessionCards } from './session-cards.tsx'
import { texts } from './texts.ts'

type Learner = {
  sessionSid: string
  firstName: string
  lastName: string
  status: string
  connection: 'online' | 'missing' | 'never'
  lastSeenAt: number | null
  openIncidents: number
}

/** What has changed of a learner. */
type MonitorEvent = { type: string; payload: Partial<Learner> & { sessionSid: string } }

export function LivePage() {
  const can = useAccountCan()
  const { exam } = useUrlState().state
  return (
    <Page title={texts.title} intro={texts.intro}>
      <ExamChooser />
      {exam && (can('sp:IssueJwt') ? <Monitor key={exam} exam={exam} /> : <SessionCards exam={exam} />)}
    </Page>
  )
}

const sessionsPath = '/v1/installs/{installSid}/sessions'
type SessionQuery = RequestOf<'get', typeof sessionsPath, never>['query']

const sessionsOf = (installSid: `AI${string}`, query: SessionQuery) => ({
  ...read(sessionsPath, { params: { installSid }, query: { ...query, limit: 1000 } }),
  refetchInterval: 30_000,
})

/** The exams that are being taken, or have an appointment today. */
function ExamChooser() {
  const id = useId()
  const installSid = useInstallSid()
  const { state, set } = useUrlState()
  const zone = useZone()
  const today = useToday(zone)
  // An exam of yesterday can still be taken, and then has no appointment today.
  const running = useQuery(sessionsOf(installSid, { running: true }))
  const sessions = useQuery(
    sessionsOf(installSid, {
      appointmentDateAfter: startOfDay(today, zone).toISOString(),
      appointmentDateBefore: startOfDay(addDays(today, 1), zone).toISOString(),
    }),
  )
  return (
    <Loaded query={sessions}>
      {({ results }) => {
        const all = [...(running.data?.results ?? []), ...results]
        const exams = new Map(all.map(each => [each.examSid, `${each.examTitle} · ${each.courseTitle}`]))
        const { exam } = state
        return (
          <>
            <div className="filter">
              <label htmlFor={id}>{texts.exam}</label>
              <select
                id={id}
                value={exam ?? ''}
                onChange={({ target }) => set({ exam: target.value || undefined })}>
                <option value="">{exams.size === 0 ? texts.none : texts.choose}</option>
                {exam && !exams.has(exam as `EX${string}`) && <option value={exam}>{exam}</option>}
                {[...exams].map(([sid, title]) => (
                  <option key={sid} value={sid}>
                    {title}
                  </option>
                ))}
              </select>
            </div>
            {!exam && <Exams exams={exams} onChoose={() => document.getElementById(id)?.focus()} />}
          </>
        )
      }}
    </Loaded>
  )
}

/** The exams to choose from, until one is chosen. The focus stays on the page, although the link is gone then. */
function Exams({ exams, onChoose }: { exams: ReadonlyMap<string, string>; onChoose(): void }) {
  const install = useInstallSid()
  if (exams.size === 0) return <Empty>{texts.noExams}</Empty>
  return (
    <Section title={texts.exams}>
      <ul className="learners">
        {[...exams].map(([exam, title]) => (
          <li key={exam} className="card">
            <Link to="/installs/$install/live" params={{ install }} search={{ exam }} onClick={onChoose}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const urgency = ({ connection, openIncidents, status }: Learner): number =>
  openIncidents > 0 || status === 'Incident'
    ? 0
    : connection === 'missing'
      ? 1
      : connection === 'online'
        ? 2
        : 3

const inOrder = (learners: Iterable<Learner>): Learner[] =>
  [...learners].toSorted(
    (one, other) => urgency(one) - urgency(other) || byText(one.lastName, other.lastName),
  )

function Monitor({ exam }: { exam: string }) {
  const me = useMe()
  const [learners, setLearners] = useState<ReadonlyMap<string, Learner>>()
  const { state } = useTopic(me?.applications[0]?.id, `monitor.${exam}`, {
    subscribed: data => {
      const known = (data as { learners?: Learner[] } | undefined)?.learners
      if (known) setLearners(new Map(known.map(each => [each.sessionSid, each])))
    },
    published: ({ data }: { data: MonitorEvent }) => {
      const { type, payload } = data
      if (type !== 'monitor.updated') return
      setLearners(old => {
        const known = old?.get(payload.sessionSid)
        const next = {
          connection: 'never',
          lastSeenAt: null,
          openIncidents: 0,
          ...known,
          ...payload,
        } as Learner
        return new Map(old).set(payload.sessionSid, next)
      })
    },
  })
  const ordered = useMemo(() => inOrder(learners?.values() ?? []), [learners])
  return (
    <>
      <p role="status">
        <Badge tone={state === 'connected' ? 'good' : state === 'refused' ? 'bad' : 'wait'}>
          {texts.states[state]}
        </Badge>{' '}
        {learners && texts.count(formatNumber(learners.size))}
      </p>
      {learners && ordered.length === 0 && <Empty>{texts.empty}</Empty>}
      <ul className="learners">
        {ordered.slice(0, 200).map(learner => (
          <LearnerCard key={learner.sessionSid} exam={exam} learner={learner} />
        ))}
      </ul>
    </>
  )
}

const tones = { online: 'good', missing: 'bad', never: 'over' } as const

function LearnerCard({ exam, learner }: { exam: string; learner: Learner }) {
  const install = useInstallSid()
  const { firstName, lastName, connection, openIncidents, lastSeenAt, sessionSid } = learner
  const name = `${firstName} ${lastName}`
  return (
    <li className={openIncidents > 0 ? 'card bad' : connection === 'missing' ? 'card wait' : 'card'}>
      <Link
        to="/installs/$install/exams/$exam/sessions/$session"
        params={{ install, exam, session: sessionSid }}>
        {name}
      </Link>
      <span className="badges">
        <Badge tone={tones[connection]}>{texts.connections[connection]}</Badge>
        {openIncidents > 0 && <Badge tone="bad">{texts.incidents(formatNumber(openIncidents))}</Badge>}
      </span>
      <span className="quiet">
        {isSessionStatus(learner.status) ? texts.statuses[learner.status] : learner.status}{' '}
        {lastSeenAt !== null && <Time at={lastSeenAt} format="clock" />}
      </span>
      <MessageButton name={name} sessionSid={sessionSid} />
    </li>
  )
}

function MessageButton({ name, sessionSid }: { name: string; sessionSid: string }) {
  return (
    <div>
      <DialogButton
        kind="quiet"
        label={texts.message}
        name={texts.messageTo(name)}
        title={texts.messageTo(name)}>
        {close => <MessageForm sessionSid={sessionSid} onDone={close} />}
      </DialogButton>
    </div>
  )
}

function MessageForm({ sessionSid, onDone }: { sessionSid: string; onDone(): void }) {
  const me = useMe()
  const { state, publish } = useTopic(me?.applications[0]?.id, `session.${sessionSid}`, {
    published: () => {},
  })
  const send = useAction((text: string) => publish({ text }), texts.sent)
  return (
    <Form
      label={texts.message}
      problem={send.problem}
      onSubmit={({ text = '' }) => void send.run(text.trim()).then(isDone => isDone && onDone())}>
      <p role="status">{texts.states[state]}</p>
      <TextArea name="text" label={texts.message} rows={3} isRequired />
      <DialogFoot submit={texts.send} isPending={send.isPending} onCancel={onDone} />
    </Form>
  )
}
