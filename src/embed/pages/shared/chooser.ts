import { t } from '../text/texts.ts'
import { filterBar } from './filter-bar.ts'
import type { Session, ShownSession } from './records.ts'
import { badges } from './status.ts'
import { briefTimeOf } from './times.ts'
import { button, element, focusOn, section } from './view.ts'

type Chooser = {
  element: HTMLElement
  /** Marks the entry of the open session. */
  choose(sid: string): void
  /** Updates an entry from a full read of its session, which is newer than the list. */
  mark(session: Session): void
  /** Replaces the entries and keeps the focus. */
  update(sessions: readonly ShownSession[]): void
}

type Content = {
  sessions: readonly ShownSession[]
  linesOf(session: ShownSession): readonly string[]
  /** Adds a search and a filter. */
  isQueue: boolean
}

/** The list of sessions to select from, in the order of the service. */
export function chooser(
  { sessions, linesOf, isQueue }: Content,
  choose: (session: ShownSession) => Promise<void>,
): Chooser {
  const heading = element('h2', {}, t.list.sessions)
  const list = element('ul', { class: 'chooser' })
  const none = element('p', { class: 'empty' })
  const entries = new Map<string, HTMLElement>()
  const bar = isQueue ? filterBar(show) : undefined
  let all = sessions
  let chosen: string | undefined
  let known: Session | undefined

  function entryOf(session: ShownSession): HTMLElement {
    const { sid } = session
    const newest = known?.sid === sid ? known : session
    const entry = button('', () => choose(session))
    entry.append(
      ...linesOf(session).map(line => element('span', { dir: 'auto' }, line)),
      appointmentOf(newest),
      badges(newest),
    )
    entries.set(sid, entry)
    return entry
  }

  function show(): void {
    const shown = bar ? bar.filter(all) : all
    const focused = [...entries].find(([, entry]) => entry === document.activeElement)?.[0]
    entries.clear()
    list.replaceChildren(...shown.map(session => element('li', {}, entryOf(session))))
    none.hidden = shown.length > 0
    none.textContent = all.length > 0 ? t.list.noMatch : t.list.none
    showChosen()
    if (focused !== undefined) focusOn(entries.get(focused) ?? heading)
  }

  function showChosen(): void {
    for (const [sid, entry] of entries) {
      if (sid === chosen) entry.setAttribute('aria-current', 'true')
      else entry.removeAttribute('aria-current')
    }
  }

  show()
  return {
    element: element('nav', {}, section(heading, bar?.element, none, list)),
    update(next) {
      all = next
      show()
    },
    choose(sid) {
      chosen = sid
      showChosen()
    },
    mark(session) {
      if (session.sid === chosen) known = session
      const entry = entries.get(session.sid)
      entry?.querySelector('.appointment')?.replaceWith(appointmentOf(session))
      entry?.querySelector('.badges')?.replaceWith(badges(session))
    },
  }
}

const appointmentOf = ({ appointmentDate }: Session | ShownSession): HTMLElement =>
  element('span', { class: 'appointment' }, briefTimeOf(appointmentDate) ?? t.list.noAppointment)
