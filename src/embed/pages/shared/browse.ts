import { t } from '../text/texts.ts'
import { chooser } from './chooser.ts'
import type { Frame } from './frame.ts'
import type { Session, ShownSession } from './records.ts'
import { button, element, focusOn, section } from './view.ts'

/** The view of one session. */
export type Shown = {
  content: Node[]
  /** The session at the last read. */
  current(): Session
  refresh(): Promise<void>
  /** Called when it is shown. */
  enter?(): void
  /** Called when it is not shown any more. */
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
  /** Returns the sid of the open session. */
  opened(): string | undefined
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
  { main, attempt }: Frame,
  sessions: readonly ShownSession[],
  show: (session: ShownSession) => Promise<Shown>,
  { invitation, linesOf = ({ learner, examTitle }) => [learner, examTitle], isQueue = false }: Options,
): Browser {
  const invite = element('p', { class: 'empty' }, invitation)
  const detail = element('div', { class: 'flow' }, invite)
  let opened = 0
  let isChoice = false
  let current: Shown | undefined
  let currentSid: string | undefined
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
      currentSid = session.sid
      const heading = element('h2', { dir: 'auto' }, session.examTitle)
      const back = isQueue ? button(t.live.overview, close) : undefined
      detail.replaceChildren(section(heading, back, ...shown.content))
      list.choose(session.sid)
      list.mark(shown.current())
      arrangeParts()
      shown.enter?.()
    } finally {
      main.removeAttribute('aria-busy')
    }
  }

  function close(): void {
    const sid = currentSid
    opened += 1
    current?.leave?.()
    current = undefined
    currentSid = undefined
    detail.replaceChildren(invite)
    list.choose(undefined)
    arrangeParts()
    if (sid !== undefined) list.focus(sid)
  }

  async function refresh(): Promise<void> {
    const shown = current
    await shown?.refresh()
    if (shown) list.mark(shown.current())
  }

  function update(next: readonly ShownSession[]): void {
    list.update(next)
    invite.hidden = next.length === 0
    isChoice = isQueue || next.length > 1
    arrangeParts()
    if (isChoice && !list.element.isConnected) main.prepend(list.element)
  }

  /** A proctor's list takes the whole width as long as no session is open. */
  function arrangeParts(): void {
    const isOverview = isQueue && current === undefined
    main.classList.toggle('overview', isOverview)
    main.classList.toggle('beside', isChoice && !isOverview)
  }

  main.replaceChildren(detail)
  update(sessions)
  return { open, refresh, update, mark: list.mark, opened: () => currentSid }
}
