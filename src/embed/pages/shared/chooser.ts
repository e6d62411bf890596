import { t } from '../text/texts.ts'
import { arrange, redraw } from './arrange.ts'
import { filterBar } from './filter-bar.ts'
import { livenessOf } from './liveness.ts'
import type { Session, ShownSession } from './records.ts'
import { badges } from './status.ts'
import { briefTimeOf } from './times.ts'
import { button, element, focusOn, section } from './view.ts'

type Chooser = {
  element: HTMLElement
  /** Marks the entry of the open session, if one is open. */
  choose(sid: string | undefined): void
  /** Updates an entry from a full read of its session, which is newer than the list. */
  mark(session: Session): void
  /** Replaces the entries. The focus and the scroll position stay. */
  update(sessions: readonly ShownSession[]): void
  /** Moves the focus to the entry of a session. */
  focus(sid: string): void
}

type Content = {
  sessions: readonly ShownSession[]
  linesOf(session: ShownSession): readonly string[]
  /** Adds a search and a filter. */
  isQueue: boolean
}

/** An entry of the list, and what it shows. */
type Entry = { item: HTMLElement; control: HTMLElement; session: ShownSession; drawn?: ShownSession }

/** The list of sessions to select from, in the given order. */
export function chooser(
  { sessions, linesOf, isQueue }: Content,
  choose: (session: ShownSession) => Promise<void>,
): Chooser {
  const heading = element('h2', {}, t.list.sessions)
  const list = element('ul', { class: 'chooser' })
  const none = element('p', { class: 'empty' })
  const entries = new Map<string, Entry>()
  const bar = isQueue ? filterBar(show) : undefined
  let all = sessions
  let chosen: string | undefined
  let known: Session | undefined

  function newEntry(session: ShownSession): Entry {
    const control = button('', () => choose(made.session))
    const made: Entry = { item: element('li', {}, control), control, session }
    entries.set(session.sid, made)
    return made
  }

  /** Returns the entry of a session. An entry whose session is the same object is not drawn again. */
  function entryOf(session: ShownSession): HTMLElement {
    const entry = entries.get(session.sid) ?? newEntry(session)
    entry.session = session
    if (entry.drawn !== session) draw(entry)
    return entry.item
  }

  function draw(entry: Entry): void {
    const { session } = entry
    const newest = known?.sid === session.sid ? known : session
    entry.drawn = session
    redraw(entry.control, [
      ...linesOf(session).map(line => element('span', { dir: 'auto' }, line)),
      ...(session.isPartial && newest === session ? [] : [appointmentOf(newest)]),
      badges(newest),
      ...livenessOf(session),
    ])
  }

  function show(): void {
    const shown = bar ? bar.filter(all) : all
    const focused = [...entries.values()].find(({ control }) => control === document.activeElement)
    const items = shown.map(entryOf)
    const staying = new Set(items)
    for (const [sid, { item }] of entries) {
      if (staying.has(item)) continue
      item.remove()
      entries.delete(sid)
    }
    arrange(list, items, focused?.item)
    none.hidden = shown.length > 0
    none.textContent = all.length > 0 ? t.list.noMatch : t.list.none
    showChosen()
    if (focused && !staying.has(focused.item)) focusOn(heading)
  }

  function showChosen(): void {
    for (const [sid, { control }] of entries) {
      if (sid === chosen) control.setAttribute('aria-current', 'true')
      else control.removeAttribute('aria-current')
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
      if (entry) draw(entry)
    },
    focus: sid => focusOn(entries.get(sid)?.control ?? heading),
  }
}

const appointmentOf = ({ appointmentDate }: Session | ShownSession): HTMLElement =>
  element('span', { class: 'appointment' }, briefTimeOf(appointmentDate) ?? t.list.noAppointment)
