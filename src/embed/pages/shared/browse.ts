import { chooser } from './chooser.ts'
import type { Frame } from './frame.ts'
import type { Session, ShownSession } from './records.ts'
import { element, focusOn, section } from './view.ts'

/** The view of one session. */
export type Shown = {
  content: Node[]
  /** The session at the last read. */
  current(): Session
  refresh(): Promise<void>
  /** Called when another session is opened. */
  leave?(): void
}

export type Browser = {
  /** Opens a session. @throws Failure, and keeps the previous view */
  open(session: ShownSession): Promise<void>
  /** Reads the open session again. @throws Failure */
  refresh(): Promise<void>
  /** Replaces the list of sessions. */
  update(sessions: readonly ShownSession[]): void
  /** Updates the list entry of a session. */
  mark(session: Session): void
}

type Options = {
  invitation: string
  /** The lines of a list entry, which distinguish it from others. */
  linesOf?: (session: ShownSession) => readonly string[]
  /** Whether the list is always shown, with a search and a filter. Otherwise, a single session needs none. */
  isQueue?: boolean
}

/** Shows the list of sessions and the selected one beside it. */
export function browse(
  { main, embed: { sessions }, attempt }: Frame,
  show: (session: ShownSession) => Promise<Shown>,
  { invitation, linesOf = ({ learner, examTitle }) => [learner, examTitle], isQueue = false }: Options,
): Browser {
  const invite = element('p', { class: 'empty' }, invitation)
  const detail = element('div', { class: 'flow' }, invite)
  let opened = 0
  let current: Shown | undefined
  const list = chooser({ sessions, linesOf, isQueue }, async session => {
    if (await attempt(() => open(session))) focusOn(detail.querySelector('h2') ?? detail)
  })

  async function open(session: ShownSession): Promise<void> {
    opened += 1
    const turn = opened
    main.setAttribute('aria-busy', 'true')
    try {
      const shown = await show(session)
      if (turn !== opened) return shown.leave?.() // another session was selected meanwhile
      current?.leave?.()
      current = shown
      detail.replaceChildren(section(element('h2', { dir: 'auto' }, session.examTitle), ...shown.content))
      list.choose(session.sid)
      list.mark(shown.current())
    } finally {
      main.removeAttribute('aria-busy')
    }
  }

  async function refresh(): Promise<void> {
    const shown = current
    await shown?.refresh()
    if (shown) list.mark(shown.current())
  }

  function update(next: readonly ShownSession[]): void {
    list.update(next)
    invite.hidden = next.length === 0
    const isChoice = isQueue || next.length > 1
    main.classList.toggle('beside', isChoice)
    if (isChoice && !list.element.isConnected) main.prepend(list.element)
  }

  main.replaceChildren(detail)
  update(sessions)
  return { open, refresh, update, mark: list.mark }
}
