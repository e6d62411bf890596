// The proctor's page: assigned sessions with their records, and forms that add events and annotations.

import { canBeNoted, noteForms } from './proctoring-session/note-forms.ts'
import { browse, type Shown } from './shared/browse.ts'
import { repeat } from './shared/clock.ts'
import { type Frame, openFrame } from './shared/frame.ts'
import { recordDetail } from './shared/record-view.ts'
import type { ShownSession } from './shared/records.ts'
import { button, element } from './shared/view.ts'
import { t } from './text/texts.ts'

const pollInterval = 30_000 // milliseconds

openFrame('proctoring-session', async frame => {
  const { sessions } = frame.embed
  const browser = browse(frame, shown => detailOf(frame, shown, () => browser.refresh()), {
    invitation: t.list.chooseSession,
    isQueue: true,
  })
  if (sessions[0] && sessions.length === 1) await browser.open(sessions[0])
  const look = async () => {
    // Returns the sessions that the proctor may see now.
    const now = await frame.verify()
    await browser.refresh()
    browser.update(now.sessions)
  }
  repeat(frame.signal, pollInterval, () => void frame.quietly(look))
})

async function detailOf(frame: Frame, shown: ShownSession, again: () => Promise<void>): Promise<Shown> {
  const record = await recordDetail(frame, shown)
  const [reporting, annotating] = [element('div'), element('div')]
  const refreshButton = button(t.list.refresh, async () => {
    if (await frame.attempt(again)) frame.say(t.list.sessionRefreshed)
  })

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
  }

  showForms()
  const columns = element(
    'div',
    { class: 'columns' },
    element('div', { class: 'flow' }, record.events, reporting),
    element('div', { class: 'flow' }, record.annotations, annotating),
  )
  return { current: record.current, refresh, content: [record.head, refreshButton, columns] }
}
