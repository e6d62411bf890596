// The part of the learner's page that depends on the session's status and on the time.

import { countdown } from '../shared/countdown.ts'
import type { Frame } from '../shared/frame.ts'
import { newestOf } from '../shared/newest.ts'
import { sessionPath } from '../shared/paths.ts'
import { courseOf } from '../shared/record-view.ts'
import type { Session, ShownSession } from '../shared/records.ts'
import { badges } from '../shared/status.ts'
import { durationOf, timeOf } from '../shared/times.ts'
import { button, element, facts, focusOn } from '../shared/view.ts'
import { t } from '../text/texts.ts'
import { appointment } from './appointment.ts'
import { confirmed } from './confirm.ts'
import { uploads } from './files.ts'
import { link } from './prepare.ts'
import { endOf, isTaking, opensAt, sentence } from './stage.ts'
import { systemCheck } from './system-check.ts'

type Card = {
  element: HTMLElement
  /** The times of the session. */
  facts: HTMLElement
  current(): Session
  /** Shows the session again, with the current URL of the exam. */
  render(): void
  refresh(): Promise<void>
  /** Stops its timers. */
  leave(): void
}

type Events = {
  /** Called with the session after each read. */
  changed(session: Session): void
  /** The learner has cancelled the session. */
  cancelled(): Promise<void>
}

const maxTimer = 2 ** 31 - 1 // milliseconds; browsers run a longer timer at once

/**
 * @param examUrl returns the URL of the exam
 */
export async function sessionCard(
  frame: Frame,
  shown: ShownSession,
  examUrl: () => string | null,
  { changed, cancelled }: Events,
): Promise<Card> {
  const { api, embed, attempt, say, clock } = frame
  const path = sessionPath(embed, shown)
  const card = element('div', { class: 'card' })
  const times = element('div')
  const check = systemCheck(frame, path, () => refresh())
  const booking = appointment(frame, path, { changed: acted, cancelled, render: () => render() })
  const files = uploads(frame, shown.sid, () => refresh())
  let session = await api.read<Session>(path)
  let timers = new AbortController()
  const newest = newestOf()

  const may = (action: string) => embed.actions.includes(action)

  async function refresh(): Promise<void> {
    const next = await newest.read(() => api.read<Session>(path))
    // An unchanged text is not set again, so that screen readers do not repeat it.
    if (next && JSON.stringify(next) !== JSON.stringify(session)) show(next)
  }

  /** Shows the response of an action. */
  function acted(next: Session): void {
    newest.overtake()
    show(next)
  }

  function show(next: Session): void {
    session = next
    changed(session)
    render()
  }

  const act = (transition: 'start' | 'end', done: string) => async () => {
    await attempt(async () => {
      acted(await api.write<Session>(`${path}/${transition}`))
      say(done)
    })
  }

  function controls(): HTMLElement[] {
    const { sessionInfo } = session
    const made: HTMLElement[] = []
    const canStart = sessionInfo.allowedActions.includes('start') && !sessionInfo.running
    if (may('sp:StartSession') && canStart && clock() >= opensAt(session))
      made.push(
        button(t.take.start, act('start', t.take.started), {
          class: 'primary',
          'data-control': 'start',
        }),
      )
    const url = examUrl()
    if (isTaking(session) && url !== null)
      made.push(link(url, t.take.open, { class: 'button primary', 'data-control': 'exam' }))
    if (may('sp:EndSession') && sessionInfo.allowedActions.includes('end'))
      made.push(
        button(
          t.take.end,
          async () => {
            const { endTitle: title, endText: text, endYes: yes, endNo: no } = t.take
            if (await confirmed({ title, text, yes, no })) await act('end', t.take.ended)()
          },
          { 'data-control': 'end' },
        ),
      )
    return made
  }

  function count(signal: AbortSignal): HTMLElement | undefined {
    const isRunning = isTaking(session)
    const begins = session.status === 'Scheduled' && session.appointmentDate
    const until = isRunning ? endOf(session) : begins ? Date.parse(begins) : undefined
    if (until === undefined || until <= clock()) return undefined
    return countdown({ label: isRunning ? t.stage.left : t.stage.startsIn, until, clock }, signal, () => {
      say(isRunning ? t.stage.leftOver : t.stage.begins)
      render()
    })
  }

  function render(): void {
    timers.abort()
    timers = new AbortController()
    const line = element('p', { class: 'line' }, badges(session), sentence(session, clock()))
    const made = controls()
    const left = count(timers.signal)
    keepFocus(card, line, () =>
      card.replaceChildren(
        line,
        ...(left ? [left] : []),
        ...(made.length > 0 ? [element('div', { class: 'controls' }, ...made)] : []),
        ...booking.elements(session),
        ...(check.isOffered(session) ? [check.element(session)] : []),
        ...files.elements(session),
      ),
    )
    times.replaceChildren(sessionFacts(session))
    renderAgainAt(opensAt(session), timers.signal)
  }

  function renderAgainAt(instant: number, signal: AbortSignal): void {
    const ahead = instant - clock()
    if (!(ahead > 0 && Number.isFinite(ahead))) return
    const timer = setTimeout(render, Math.min(ahead + 1, maxTimer))
    signal.addEventListener('abort', () => clearTimeout(timer))
  }

  const leave = () => timers.abort()
  frame.signal.addEventListener('abort', leave)
  render()
  return { element: card, facts: times, current: () => session, render, refresh, leave }
}

/** Keeps the focus, restores it to the same control, or moves it to the status text when the control is gone. */
function keepFocus(card: HTMLElement, line: HTMLElement, render: () => void): void {
  const focused = card.contains(document.activeElement) ? document.activeElement : null
  const control = focused?.getAttribute('data-control')
  render()
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
  else if (focused) focusOn(card.querySelector<HTMLElement>(`[data-control="${control}"]`) ?? line)
}

const sessionFacts = (session: Session): HTMLElement =>
  facts([
    [t.facts.course, courseOf(session)],
    [t.facts.appointment, timeOf(session.appointmentDate)],
    [t.facts.ends, timeOf(session.appointmentEndDate)],
    [t.facts.started, timeOf(session.inProgressDate)],
    [t.facts.duration, session.duration === null ? null : durationOf(session.duration * 60_000)],
    [t.facts.place, session.location?.name ?? null],
    [t.facts.openFrom, timeOf(session.examConfiguration?.examOpenDate ?? null)],
    [t.facts.openUntil, timeOf(session.examConfiguration?.examCloseDate ?? null)],
  ])
