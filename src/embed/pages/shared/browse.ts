import { chooser } from './chooser.ts'
import type { Frame } from './frame.ts'
import type { Session, ShownSession } from './records.ts'
import { element, focusOn, section } from './view.ts'

/** What a page shows of one session. */
export type Shown = {
  content: Node[]
  /** The session as it was read last. */
  current(): Session
  refresh(): Promise<void>
  /** Called when another session takes its place. */
  leave?(): void
}

export type Browser = {
  /** Opens a session. @throws Failure, and shows what was shown before */
  open(session: ShownSession): Promise<void>
  /** Reads the open session again. @throws Failure */
  refresh(): Promise<void>
  /** The sessions as they are now. */
  update(sessions: readonly ShownSession[]): void
  /** Says how a session stands now. */
  mark(session: Session): void
}

type Options = {
  invitation: string
  /** What tells a session from the others. */
  linesOf?: (session: ShownSession) => readonly string[]
  /** Whether there is a choice; one session alone needs none, unless others may come. */
  isChoice?: boolean
}

/** The sessions of the embed to choose from, and beside them the chosen one. */
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
      if (turn !== opened) return shown.leave?.() // somebody has chosen another one meanwhile
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
