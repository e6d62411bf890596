// The proctor's page: assigned sessions with their records, and forms that add events and annotations. While the page is
// connected, the list shows the learners live, and the proctor exchanges messages with them.

import { type Inbox, openInbox } from './proctoring-session/inbox.ts'
import { watchMonitors } from './proctoring-session/monitors.ts'
import { canBeNoted, noteForms } from './proctoring-session/note-forms.ts'
import { newRoster, type Roster } from './proctoring-session/roster.ts'
import { browse, type Shown } from './shared/browse.ts'
import { repeat } from './shared/clock.ts'
import { canWrite } from './shared/conversation.ts'
import { type Frame, openFrame } from './shared/frame.ts'
import { connectLive } from './shared/live.ts'
import { messageBox } from './shared/message-box.ts'
import { newestOf } from './shared/newest.ts'
import { recordDetail } from './shared/record-view.ts'
import type { ShownSession } from './shared/records.ts'
import { button, element } from './shared/view.ts'
import { t } from './text/texts.ts'

// Milliseconds.
const pollInterval = 30_000
/** After a change of a status, the list is read again, at most this often. */
const lookDelay = 3_000

openFrame('proctoring-session', async frame => {
  const { embed, signal, clock } = frame
  const { sessions, resource, targetUserSid: userSid } = embed
  const roster = newRoster(isExam(resource))
  const looks = newestOf()
  roster.list(sessions, 0)
  const entries = () => roster.entries(clock())
  const live = connectLive(frame)
  const inbox = live && openInbox({ live, userSid, unread: sid => mark(sid, true) })
  const parts: Parts = { inbox, roster, mark, again: () => browser.refresh() }
  const browser = browse(frame, entries(), shown => detailOf(frame, shown, parts), {
    invitation: t.list.chooseSession,
    isQueue: true,
  })
  const monitors = live && watchMonitors({ live, roster, signal, changed })
  let isLookScheduled = false

  function mark(sid: string, isNew: boolean): void {
    roster.markMessage(sid, isNew)
    show()
  }

  function show(): void {
    const shown = entries()
    browser.update(shown)
    // Learners who have left may have written before.
    const present = ['online', 'missing'].flatMap(connection =>
      shown.filter(({ live }) => live?.connection === connection),
    )
    inbox?.watch(present.map(({ sid }) => sid))
  }

  /** The monitors do not have everything that the list shows, such as which sessions are running. */
  function changed(sids: ReadonlySet<string>): void {
    show()
    if (sids.size === 0) return
    if (sids.has(browser.opened() ?? '')) void frame.quietly(browser.refresh)
    if (isLookScheduled) return
    isLookScheduled = true
    setTimeout(() => {
      isLookScheduled = false
      if (!signal.aborted) void frame.quietly(look)
    }, lookDelay)
  }

  function watch(listed: readonly ShownSession[]): void {
    const exams = listed.map(({ examSid }) => examSid)
    monitors?.watch(isExam(resource) ? [resource, ...exams] : exams)
  }

  async function look(): Promise<void> {
    const version = roster.version()
    const now = await looks.read(async () => {
      // Returns the sessions that the proctor may see now.
      const verified = await frame.verify()
      await browser.refresh()
      return verified
    })
    if (!now) return
    roster.list(now.sessions, version)
    watch(now.sessions)
    show()
  }

  watch(sessions)
  if (sessions[0] && sessions.length === 1) await browser.open(sessions[0])
  repeat(signal, pollInterval, () => void frame.quietly(look))
})

const isExam = (resource: string): boolean => resource.startsWith('EX')

type Parts = {
  inbox: Inbox | undefined
  roster: Roster
  /** Marks whether the session has a new message. */
  mark(sid: string, isNew: boolean): void
  again(): Promise<void>
}

async function detailOf(
  frame: Frame,
  shown: ShownSession,
  { inbox, roster, mark, again }: Parts,
): Promise<Shown> {
  const record = await recordDetail(frame, shown)
  const [reporting, annotating] = [element('div'), element('div')]
  const refreshButton = button(t.list.refresh, async () => {
    if (await frame.attempt(again)) frame.say(t.list.sessionRefreshed)
  })
  const nameOf = (user: string | undefined) => {
    const learner = roster.learner(shown.sid)
    return learner && learner.userSid !== user ? t.messages.proctor : shown.learner
  }
  const messages = messageBox(frame, { label: t.messages.toLearner, none: t.messages.none, nameOf })
  let showMessages = () => {}
  let leave = () => {}

  /** The forms stay once they are shown, because the proctor may be typing. */
  function showForms(): void {
    const isShown = reporting.childElementCount + annotating.childElementCount > 0
    if (isShown || !canBeNoted(record.current())) return
    const { event, annotation } = noteForms(frame, shown, record.current, again)
    if (event) reporting.append(event)
    if (annotation) annotating.append(annotation)
  }

  async function refresh(): Promise<void> {
    await record.refresh()
    showForms()
    showMessages()
  }

  function enter(): void {
    mark(shown.sid, false)
    if (!inbox) return
    leave = inbox.show(shown.sid, conversation => {
      showMessages = () => messages.show(conversation, canWrite(record.current()))
      showMessages()
    })
  }

  showForms()
  const columns = element(
    'div',
    { class: 'columns' },
    element('div', { class: 'flow' }, record.events, reporting),
    element('div', { class: 'flow' }, record.annotations, annotating),
  )
  const content = [record.head, refreshButton, messages.element, columns]
  return { current: record.current, refresh, enter, leave: () => leave(), content }
}
