// Shows what happened in a session.

import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { DeliveryStatus } from '../../components/delivery-status.tsx'
import { Badge, Empty, Loaded, Notice, ShortSid, type Tone } from '../../components/parts.tsx'
import { NamedPersonLink } from '../../components/person-name.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { formatList, formatNumber } from '../../i18n/format.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { type Delivery, useSessionPath, useTimeline } from './record.ts'
import { texts } from './texts.ts'
import {
  type Annotation,
  type Entry,
  type Event,
  entriesOf,
  keyOf,
  type Transition,
} from './timeline-entries.ts'

export function Timeline({ mails }: { mails: readonly string[] }) {
  const { history, events, annotations, deliveries } = useTimeline()
  return (
    <Loaded query={history}>
      {({ results }) => {
        const entries = entriesOf({
          transitions: results,
          events: events.data?.results ?? [],
          annotations: annotations.data?.results ?? [],
          mails,
          deliveries: deliveries.data ?? [],
        })
        // It is read again and again, and has no error meanwhile.
        const isIncomplete = [events, annotations, deliveries].some(
          ({ data, errorUpdateCount }) => data === undefined && errorUpdateCount > 0,
        )
        return (
          <>
            <div role="alert">{isIncomplete && <Notice tone="bad">{texts.incomplete}</Notice>}</div>
            {entries.length === 0 ? <Empty>{texts.noTimeline}</Empty> : <Entries entries={entries} />}
          </>
        )
      }}
    </Loaded>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="timeline">
      {entries.map(entry => (
        <li key={keyOf(entry)} className={entry.kind}>
          <Time at={entry.at} format="seconds" />
          <EntryContent entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function EntryContent({ entry }: { entry: Entry }) {
  if (entry.kind === 'event') return <EventEntry event={entry.record} />
  if (entry.kind === 'annotation') return <AnnotationEntry annotation={entry.record} />
  if (entry.kind === 'mail') return <MailEntry mail={entry.record.mail} />
  if (entry.kind === 'delivery') return <DeliveryEntry delivery={entry.record} />
  return <TransitionEntry transition={entry.record} />
}

function TransitionEntry({ transition }: { transition: Transition }) {
  const { from, to, trigger, reason, changes } = transition
  const caused = trigger === null ? texts.consequence : wordOf(texts.triggers, trigger)
  return (
    <div>
      <p>
        <strong>{from === null ? texts.created : caused}</strong>
        {from !== to && (
          <>
            {' · '}
            {from !== null && <>{texts.statuses[from]} → </>}
            {texts.statuses[to]}
          </>
        )}
        {reason !== null && <> · {wordOf(texts.reasons, reason)}</>}
      </p>
      <p className="quiet">
        <By actor={transition.actor} />
        {changes.length > 0 && (
          <> · {texts.changedFields(formatList(changes.map(name => wordOf(texts.members, name))))}</>
        )}
      </p>
    </div>
  )
}

/** Who caused a transition. Of people the name is known, of the others the id. */
function By({ actor }: Pick<Transition, 'actor'>) {
  if (actor === null) return texts.bySystem
  const { kind, sid, onBehalfOf } = actor
  if (kind === 'user' && sid !== null) return <NamedPersonLink person={sid} />
  return (
    <>
      {texts.by(texts.actors[kind])} {sid !== null && <ShortSid sid={sid} />}
      {onBehalfOf !== null && (
        <>
          {' '}
          (<NamedPersonLink person={onBehalfOf} />)
        </>
      )}
    </>
  )
}

function MailEntry({ mail }: { mail: string }) {
  return (
    <p>
      <strong>{texts.mailSent}</strong> · {wordOf(texts.mails, mail)}
    </p>
  )
}

/** A delivery, with the result of its newest attempt, if there is one. Its page has the others. */
function DeliveryEntry({ delivery }: { delivery: Delivery }) {
  const { id, application, status, statusCode, attempts, url } = delivery
  return (
    <div>
      <p>
        <DeliveryStatus status={status} />{' '}
        <Link to="/deliveries/$delivery" params={{ delivery: id }} search={{ application }}>
          {texts.delivery}
        </Link>
      </p>
      <p className="quiet said">
        {url}
        {attempts > 0 && <> · {texts.attempt(formatNumber(attempts))}</>}
        {statusCode > 0 && <> · {statusCode}</>}
      </p>
    </div>
  )
}

const tones: Record<Event['status'], Tone> = { Open: 'bad', Resolved: 'good', Dismissed: 'over' }

function EventEntry({ event }: { event: Event }) {
  const can = useCan()
  const path = useSessionPath()
  const change = useAction(
    (status: Event['status']) =>
      api.put('/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}/events/{eventSid}', {
        params: { ...path, eventSid: event.sid },
        body: { status },
      }),
    texts.eventChanged,
  )
  const button = (status: Event['status'], label: string) => (
    <Button
      isPending={change.isPending}
      label={`${label}: ${event.title}`}
      onPress={() => void change.run(status)}>
      {label}
    </Button>
  )
  return (
    <div>
      <p>
        <Badge tone={tones[event.status]}>{texts.eventStatuses[event.status]}</Badge>{' '}
        <strong>{event.title}</strong>
      </p>
      {event.details && <p className="said">{event.details}</p>}
      {event.correctiveActionDetails && <p className="quiet said">{event.correctiveActionDetails}</p>}
      <ProblemNotice problem={change.problem} />
      {can('sp:UpdateSessionEvent') && (
        <div className="page-actions">
          {event.status === 'Open' ? (
            <>
              {button('Resolved', texts.resolve)}
              {button('Dismissed', texts.dismiss)}
            </>
          ) : (
            button('Open', texts.reopen)
          )}
        </div>
      )}
    </div>
  )
}

/** A position in the recording, such as 12:34. */
function positionOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function AnnotationEntry({ annotation }: { annotation: Annotation }) {
  const { type, startOffsetMs, source, text, muted } = annotation
  return (
    <div>
      <p>
        <strong>
          {texts.annotation}: {type}
        </strong>{' '}
        {startOffsetMs !== null && texts.at(positionOf(startOffsetMs))}{' '}
        {muted && <Badge tone="over">{texts.muted}</Badge>}
      </p>
      <p className="quiet said">
        {texts.sources[source]}
        {text && <> · {text}</>}
      </p>
    </div>
  )
}
