// Shows a past session. The page has no control that writes.

import { browse } from './shared/browse.ts'
import { nothingToShow } from './shared/empty.ts'
import { openFrame } from './shared/frame.ts'
import { recordDetail } from './shared/record-view.ts'
import { button } from './shared/view.ts'

openFrame('assessment-viewer', async frame => {
  const [first] = frame.embed.sessions
  if (!first) return nothingToShow(frame)
  const browser = browse(
    frame,
    async shown => {
      const record = await recordDetail(frame, shown)
      const refresh = button('Refresh', async () => {
        if (await frame.attempt(browser.refresh)) frame.say('The record is up to date.')
      })
      return { ...record, content: [record.head, refresh, record.marks] }
    },
    { invitation: 'Choose a session to read its record.' },
  )
  await browser.open(first)
})
