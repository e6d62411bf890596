// Shows a session with its events and annotations, for proctors and reviewers.

import type { Frame } from './frame.ts'
import { readList, sessionPath } from './paths.ts'
import type { Annotation, Page, Session, SessionEvent, ShownSession } from './records.ts'
import { badge, reasonOf } from './status.ts'
import { briefTimeOf, durationOf, offsetOf, timeOf } from './times.ts'
import { element, facts, section } from './view.ts'

/** A session with the events and annotations that the token permits. */
type Detail = {
  head: HTMLElement
  marks: HTMLElement
  /** The session at the last read. */
  current(): Session
  /** Reads the record again. Other elements of the page, such as forms, do not change. */
  refresh(): Promise<void>
}

/** @throws Failure */
export async function recordDetail({ api, embed }: Frame, shown: ShownSession): Promise<Detail> {
  const path = sessionPath(embed, shown)
  const head = element('div', { class: 'flow' })
  const marks = element('div', { class: 'columns' })
  let session: Session

  async function refresh(): Promise<void> {
    const [read, events, annotations] = await Promise.all([
      api.read<Session>(path),
      readList<SessionEvent>(api, `${path}/events`, 'eventTime'),
      readList<Annotation>(api, `${path}/annotations`, 'startOffsetMs'),
    ])
    session = read
    head.replaceChildren(...sessionHead(shown, session))
    marks.replaceChildren(eventList(events, embed.eventTypes), annotationList(annotations))
  }

  await refresh()
  return { head, marks, refresh, current: () => session }
}

/** Returns the heading of a session: learner, exam and status. */
function sessionHead({ learner }: ShownSession, session: Session): HTMLElement[] {
  const reason = reasonOf(session)
  return [
    element('p', { class: 'line' }, badge(session), reason),
    facts([
      ['Learner', learner],
      ['Course', courseOf(session)],
      ['Exam', `${session.exam.title} (${session.exam.type.toLowerCase()})`],
      ['Appointment', timeOf(session.appointmentDate)],
      ['Until', timeOf(session.appointmentEndDate)],
      ['Duration', session.duration === null ? null : durationOf(session.duration * 60_000)],
      ['Started', timeOf(session.inProgressDate)],
      ['Place', session.location?.name ?? null],
      ['Review due', session.reviewCompletedDate ? null : timeOf(session.reviewByDate)],
      ['Reviewed', timeOf(session.reviewCompletedDate)],
      ['Reports', session.sessionReportCount === 0 ? null : String(session.sessionReportCount)],
      ['Notes', session.notes],
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
      element('h4', {}, event.title),
      element(
        'p',
        { class: 'line' },
        element('span', { class: `badge ${tones[event.status]}` }, event.status),
        names.get(event.eventTypeSid),
        briefTimeOf(event.eventTime),
      ),
      said(event.subject),
      said(event.details),
    ),
  )
  return listed('Events', items, total, 'No events were reported.')
}

/** Lists the annotations. */
function annotationList({ results, total }: Page<Annotation>): HTMLElement {
  const items = results.map(({ type, startOffsetMs, endOffsetMs, severity, source, text, muted }) => {
    const end = endOffsetMs === null ? '' : ` to ${offsetOf(endOffsetMs)}`
    return element(
      'li',
      { class: 'boxed' },
      element('h4', {}, type),
      element(
        'p',
        { class: 'line' },
        element('span', {}, `At ${offsetOf(startOffsetMs)}${end}`),
        severity === null ? undefined : element('span', {}, `Severity ${Math.round(severity * 100)} %`),
        element('span', {}, source === 'system' ? 'By the system' : 'By a proctor'),
        muted ? element('span', {}, 'Muted') : undefined,
      ),
      said(text),
    )
  })
  return listed('Annotations', items, total, 'Nothing is annotated.')
}

const said = (text: string | null) => (text ? element('p', { class: 'said' }, text) : undefined)

function listed(title: string, items: HTMLElement[], total: number | null, none: string): HTMLElement {
  const isCut = total !== null && total > items.length
  return section(
    element('h3', {}, items.length === 0 ? title : `${title} (${total ?? items.length})`),
    items.length === 0 ? element('p', { class: 'empty' }, none) : element('ol', { class: 'marks' }, ...items),
    isCut ? element('p', {}, `The first ${items.length} are shown.`) : undefined,
  )
}
