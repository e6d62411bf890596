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
  /** Whether the list is shown. A single session needs none, unless more sessions can appear. */
  isChoice?: boolean
}

/** Shows the list of sessions and the selected one beside it. */
export function browse(
  { main, embed: { sessions }, attempt }: Frame,
  show: (session: ShownSession) => Promise<Shown>,
  {
    invitation,
    linesOf = ({ learner, examTitle }) => [learner, examTitle],
    isChoice = sessions.length > 1,
  }: Options,
): Browser {
  const detail = element('div', { class: 'flow' }, element('p', { class: 'empty' }, invitation))
  let opened = 0
  let current: Shown | undefined
  const list = chooser(sessions, linesOf, async session => {
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
      detail.replaceChildren(section(element('h2', {}, session.examTitle), ...shown.content))
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

  main.classList.toggle('beside', isChoice)
  main.replaceChildren(...(isChoice ? [list.element] : []), detail)
  return { open, refresh, update: list.update, mark: list.mark }
}
