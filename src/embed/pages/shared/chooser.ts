import type { Session, ShownSession } from './records.ts'
import { badge } from './status.ts'
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

/** The list of sessions to select from. */
export function chooser(
  sessions: readonly ShownSession[],
  linesOf: (session: ShownSession) => readonly string[],
  choose: (session: ShownSession) => Promise<void>,
): Chooser {
  const heading = element('h2', {}, 'Sessions')
  const list = element('ul', { class: 'chooser' })
  const none = element('p', { class: 'empty' }, 'There is no session here now.')
  const entries = new Map<string, HTMLElement>()
  let chosen: string | undefined
  let known: Session | undefined

  function entryOf(session: ShownSession): HTMLElement {
    const { sid, appointmentDate } = session
    const entry = button('', () => choose(session))
    entry.append(
      ...linesOf(session).map(line => element('span', {}, line)),
      element('span', {}, briefTimeOf(appointmentDate) ?? 'No appointment'),
      badge(known?.sid === sid ? known : session),
    )
    entries.set(sid, entry)
    return entry
  }

  function update(next: readonly ShownSession[]): void {
    const focused = [...entries].find(([, entry]) => entry === document.activeElement)?.[0]
    entries.clear()
    list.replaceChildren(...next.map(session => element('li', {}, entryOf(session))))
    none.hidden = next.length > 0
    showChosen()
    if (focused !== undefined) focusOn(entries.get(focused) ?? heading)
  }

  function showChosen(): void {
    for (const [sid, entry] of entries) {
      if (sid === chosen) entry.setAttribute('aria-current', 'true')
      else entry.removeAttribute('aria-current')
    }
  }

  update(sessions)
  return {
    element: element('nav', {}, section(heading, none, list)),
    update,
    choose(sid) {
      chosen = sid
      showChosen()
    },
    mark(session) {
      if (session.sid === chosen) known = session
      entries.get(session.sid)?.querySelector('.badge')?.replaceWith(badge(session))
    },
  }
}
