// The proctor's page: assigned sessions with their records, and forms that add events and annotations.

import { canBeNoted, noteForms } from './proctoring-session/note-forms.ts'
import { browse, type Shown } from './shared/browse.ts'
import { repeat } from './shared/clock.ts'
import { type Frame, openFrame } from './shared/frame.ts'
import { recordDetail } from './shared/record-view.ts'
import type { ShownSession } from './shared/records.ts'
import { button, element } from './shared/view.ts'

const pollInterval = 30_000 // milliseconds

openFrame('proctoring-session', async frame => {
  const { sessions } = frame.embed
  const browser = browse(frame, shown => detailOf(frame, shown, () => browser.refresh()), {
    invitation: 'Choose a session to see what happened in it.',
    isChoice: true,
  })
  if (sessions[0] && sessions.length === 1) await browser.open(sessions[0])
  const look = async () => {
    // Verifying the tokens again answers the sessions that are the proctor's now.
    const now = await frame.verify()
    await browser.refresh()
    browser.update(now.sessions)
  }
  repeat(frame.signal, pollInterval, () => void frame.quietly(look))
})

async function detailOf(frame: Frame, shown: ShownSession, again: () => Promise<void>): Promise<Shown> {
  const record = await recordDetail(frame, shown)
  const forms = element('div', { class: 'columns' })
  const refreshButton = button('Refresh', async () => {
    if (await frame.attempt(again)) frame.say('The session is up to date.')
  })

  /** The forms stay once they are shown, because the proctor may be typing. */
  function showForms(): void {
    if (forms.childElementCount === 0 && canBeNoted(record.current()))
      forms.replaceChildren(...noteForms(frame, shown, record.current, again))
  }

  async function refresh(): Promise<void> {
    await record.refresh()
    showForms()
  }

  showForms()
  return { current: record.current, refresh, content: [record.head, refreshButton, record.marks, forms] }
}
