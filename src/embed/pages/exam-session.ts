// A learner's exam: when it is, what is allowed, and what can be done about it now.

import { prepare } from './exam-session/prepare.ts'
import { sessionCard } from './exam-session/session-card.ts'
import { Failure } from './shared/api.ts'
import { browse } from './shared/browse.ts'
import { repeat } from './shared/clock.ts'
import { nothingToShow } from './shared/empty.ts'
import { type Frame, openFrame } from './shared/frame.ts'
import { configurationPath } from './shared/paths.ts'
import type { Configuration, ShownSession, Status } from './shared/records.ts'

const glance = 60_000 // milliseconds between two looks at what has changed

openFrame('exam-session', async frame => {
  const { sessions } = frame.embed
  const first = nextOf(sessions)
  if (!first) return nothingToShow(frame)
  const browser = browse(
    frame,
    async shown => {
      const configuration = await readConfiguration(frame, shown)
      const examUrl = configuration?.url ?? null
      const card = await sessionCard(frame, shown, examUrl, session => browser.mark(session))
      return { ...card, content: [card.element, ...(configuration ? prepare(configuration) : [])] }
    },
    { invitation: 'Choose an exam.', linesOf: ({ examTitle }) => [examTitle] },
  )
  await browser.open(first)
  const look = async () => {
    await frame.verify() // also sets the clock by which time runs out
    await browser.refresh()
  }
  repeat(frame.signal, glance, () => void frame.quietly(look))
})

/** What a learner wants to see first. */
const order: readonly Status[] = [
  'Scheduled',
  'Pending Approval',
  'Needs Proctor',
  'Approval Denied',
  'Incident',
  'Processing',
  'Closed',
]

/** The session that comes next: of the first status there is the one that is soonest. */
const nextOf = (sessions: readonly ShownSession[]): ShownSession | undefined =>
  [...sessions].sort(
    (one, other) =>
      order.indexOf(one.status) - order.indexOf(other.status) ||
      (one.appointmentDate ?? '').localeCompare(other.appointmentDate ?? ''),
  )[0]

/** What is allowed and needed; undefined when the token is for the session alone. */
async function readConfiguration(
  { api, embed }: Frame,
  shown: ShownSession,
): Promise<Configuration | undefined> {
  if (!embed.actions.includes('sp:ReadEffectiveExamConfiguration')) return undefined
  try {
    return await api.read<Configuration>(configurationPath(embed, shown))
  } catch (error) {
    if (error instanceof Failure && error.code === 'action_not_allowed') return undefined
    throw error
  }
}
