// Shows a past session. The page has no control that writes.

import { browse } from './shared/browse.ts'
import { nothingToShow } from './shared/empty.ts'
import { openFrame } from './shared/frame.ts'
import { recordDetail } from './shared/record-view.ts'
import { button, element } from './shared/view.ts'
import { t } from './text/texts.ts'

openFrame('assessment-viewer', async frame => {
  const [first] = frame.embed.sessions
  if (!first) return nothingToShow(frame)
  const browser = browse(
    frame,
    frame.embed.sessions,
    async shown => {
      const record = await recordDetail(frame, shown)
      const refresh = button(t.list.refresh, async () => {
        if (await frame.attempt(browser.refresh)) frame.say(t.list.recordRefreshed)
      })
      const columns = element('div', { class: 'columns' }, record.events, record.annotations)
      return { ...record, content: [record.head, refresh, columns] }
    },
    { invitation: t.list.chooseRecord },
  )
  await browser.open(first)
})
