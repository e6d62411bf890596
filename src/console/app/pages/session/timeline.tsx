// What happened in a session, newest first: its transitions, the events that were reported, and annotations.

import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Badge, Empty, Loaded, ShortSid, type Tone } from '../../components/parts.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { useSessionPath, useTimeline } from './record.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/sessions/{sessionSid}'
type Transition = ItemOf<`${typeof path}/history`>
type Event = ItemOf<`${typeof path}/events`>
type Annotation = ItemOf<`${typeof path}/annotations`>

type Entry =
  | { kind: 'transition'; at: string; record: Transition }
  | { kind: 'event'; at: string; record: Event }
  | { kind: 'annotation'; at: string; record: Annotation }

const entriesOf = (
  transitions: readonly Transition[],
  events: readonly Event[],
  annotations: readonly Annotation[],
): Entry[] =>
  [
    ...transitions.map(record => ({ kind: 'transition', at: record.at, record }) as const),
    ...events.map(record => ({ kind: 'event', at: record.eventTime, record }) as const),
    ...annotations.map(record => ({ kind: 'annotation', at: record.createdDate, record }) as const),
  ].toSorted((one, other) => other.at.localeCompare(one.at))

/** Several transitions can happen at once, but only one of a trigger. */
const keyOf = ({ kind, at, record }: Entry): string =>
  `${kind} ${'sid' in record ? record.sid : `${at} ${record.trigger} ${record.to}`}`

export function Timeline() {
  const { history, events, annotations } = useTimeline()
  return (
    <Loaded query={history}>
      {({ results }) => {
        const entries = entriesOf(results, events.data?.results ?? [], annotations.data?.results ?? [])
        if (entries.length === 0) return <Empty>{texts.noTimeline}</Empty>
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
      }}
    </Loaded>
  )
}

function EntryContent({ entry }: { entry: Entry }) {
  if (entry.kind === 'event') return <EventEntry event={entry.record} />
  if (entry.kind === 'annotation') return <AnnotationEntry annotation={entry.record} />
  return <TransitionEntry transition={entry.record} />
}

function TransitionEntry({ transition }: { transition: Transition }) {
  const { from, to, trigger, actor, reason, changes } = transition
  return (
    <div>
      <p>
        <strong>{from === null ? texts.created : (trigger ?? texts.consequence)}</strong>
        {from !== to && (
          <>
            {' '}
            {from !== null && <>{texts.statuses[from]} → </>}
            {texts.statuses[to]}
          </>
        )}
        {reason !== null && <> · {reason}</>}
      </p>
      <p className="quiet">
        {actor === null ? texts.bySystem : texts.by(actor.kind)} {actor?.sid && <ShortSid sid={actor.sid} />}
        {changes.length > 0 && <> · {texts.changedFields(changes.join(', '))}</>}
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
        {source}
        {text && <> · {text}</>}
      </p>
    </div>
  )
}
