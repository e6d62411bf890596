// Shows a session with its events and annotations, for proctors and reviewers.

import { numberOf, percentOf, t } from '../text/texts.ts'
import type { Frame } from './frame.ts'
import { newestOf } from './newest.ts'
import { readList, sessionPath } from './paths.ts'
import type { Annotation, Page, Session, SessionEvent, ShownSession } from './records.ts'
import { badges, reasonOf } from './status.ts'
import { briefTimeOf, durationOf, offsetOf, timeOf } from './times.ts'
import { element, facts, section } from './view.ts'

/** A session with the events and annotations that the token permits. */
type Detail = {
  head: HTMLElement
  events: HTMLElement
  annotations: HTMLElement
  /** The session at the last read. */
  current(): Session
  /** Reads the record again. Other elements of the page, such as forms, do not change. */
  refresh(): Promise<void>
}

/** @throws Failure */
export async function recordDetail({ api, embed }: Frame, shown: ShownSession): Promise<Detail> {
  const path = sessionPath(embed, shown)
  const head = element('div', { class: 'flow' })
  const events = element('div')
  const annotations = element('div')
  const newest = newestOf()
  let session: Session

  async function refresh(): Promise<void> {
    const record = await newest.read(() =>
      Promise.all([
        api.read<Session>(path),
        readList<SessionEvent>(api, `${path}/events`, 'eventTime'),
        readList<Annotation>(api, `${path}/annotations`, 'startOffsetMs'),
      ]),
    )
    if (!record) return
    const [read, eventPage, annotationPage] = record
    session = read
    head.replaceChildren(...sessionHead(shown, session))
    events.replaceChildren(eventList(eventPage, embed.eventTypes))
    annotations.replaceChildren(annotationList(annotationPage))
  }

  await refresh()
  return { head, events, annotations, refresh, current: () => session }
}

/** Returns the heading of a session: learner, exam and status. */
function sessionHead({ learner }: ShownSession, session: Session): HTMLElement[] {
  const reason = reasonOf(session)
  return [
    element('p', { class: 'line' }, badges(session), reason),
    facts([
      [t.facts.learner, learner],
      [t.facts.course, courseOf(session)],
      [t.facts.exam, `${session.exam.title} (${session.exam.type.toLowerCase()})`],
      [t.facts.appointment, timeOf(session.appointmentDate)],
      [t.facts.ends, timeOf(session.appointmentEndDate)],
      [t.facts.duration, session.duration === null ? null : durationOf(session.duration * 60_000)],
      [t.facts.started, timeOf(session.inProgressDate)],
      [t.facts.place, session.location?.name ?? null],
      [t.facts.reviewDue, session.reviewCompletedDate ? null : timeOf(session.reviewByDate)],
      [t.facts.reviewed, timeOf(session.reviewCompletedDate)],
      [t.facts.reports, session.sessionReportCount === 0 ? null : numberOf(session.sessionReportCount)],
      [t.facts.notes, session.notes],
    ]),
  ]
}

/** Returns the title of the session's course, with its code if it has one. */
export const courseOf = ({ course: { title, code } }: Session): string =>
  code === null ? title : `${title} (${code})`

/** Lists the events. Known event types have labels. */
function eventList(
  { results, total }: Page<SessionEvent>,
  types: readonly { sid: string; name: string }[],
): HTMLElement {
  const names = new Map(types.map(({ sid, name }) => [sid, name]))
  const tones = { Open: 'bad', Resolved: 'good', Dismissed: 'over' } as const
  const items = results.map(event =>
    element(
      'li',
      { class: 'boxed' },
      element('h4', { dir: 'auto' }, event.title),
      element(
        'p',
        { class: 'line' },
        element('span', { class: `badge ${tones[event.status]}` }, t.record[event.status]),
        names.get(event.eventTypeSid),
        briefTimeOf(event.eventTime),
      ),
      said(event.subject),
      said(event.details),
    ),
  )
  return listed(t.record.events, items, total, t.record.noEvents)
}

/** Lists the annotations. */
function annotationList({ results, total }: Page<Annotation>): HTMLElement {
  const items = results.map(({ type, startOffsetMs, endOffsetMs, severity, source, text, muted }) => {
    const from = offsetOf(startOffsetMs)
    const place = endOffsetMs === null ? t.record.at(from) : t.record.between(from, offsetOf(endOffsetMs))
    return element(
      'li',
      { class: 'boxed' },
      element('h4', { dir: 'auto' }, type),
      element(
        'p',
        { class: 'line' },
        element('span', {}, place),
        severity === null ? undefined : element('span', {}, t.record.severity(percentOf(severity))),
        element('span', {}, source === 'system' ? t.record.bySystem : t.record.byProctor),
        muted ? element('span', {}, t.record.muted) : undefined,
      ),
      said(text),
    )
  })
  return listed(t.record.annotations, items, total, t.record.noAnnotations)
}

const said = (text: string | null) => (text ? element('p', { class: 'said', dir: 'auto' }, text) : undefined)

function listed(title: string, items: HTMLElement[], total: number | null, none: string): HTMLElement {
  const isCut = total !== null && total > items.length
  return section(
    element('h3', {}, items.length === 0 ? title : `${title} (${numberOf(total ?? items.length)})`),
    items.length === 0 ? element('p', { class: 'empty' }, none) : element('ol', { class: 'marks' }, ...items),
    isCut ? element('p', {}, t.record.first(numberOf(items.length))) : undefined,
  )
}
