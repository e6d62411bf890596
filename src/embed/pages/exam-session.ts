// The learner's page: appointment, permitted items and available actions of an exam session.

import { prepare } from './exam-session/prepare.ts'
import { proctorMessages } from './exam-session/proctor-messages.ts'
import { sessionCard } from './exam-session/session-card.ts'
import { Failure } from './shared/api.ts'
import { browse } from './shared/browse.ts'
import { repeat } from './shared/clock.ts'
import { nothingToShow } from './shared/empty.ts'
import { type Frame, openFrame } from './shared/frame.ts'
import { connectLive } from './shared/live.ts'
import { newestOf } from './shared/newest.ts'
import { configurationPath } from './shared/paths.ts'
import type { Configuration, ShownSession, Status } from './shared/records.ts'
import { element } from './shared/view.ts'
import { t } from './text/texts.ts'

const pollInterval = 60_000 // milliseconds

openFrame('exam-session', async frame => {
  const { sessions } = frame.embed
  const first = nextOf(sessions)
  if (!first) return nothingToShow(frame)
  const live = connectLive(frame)
  const browser = browse(
    frame,
    sessions,
    async shown => {
      let configuration = await readConfiguration(frame, shown)
      const configurations = newestOf()
      /** Whether the configuration was read since the session changed. */
      let isConfigured = true
      let isLeft = false
      const preparation = element('div', { class: 'flow' }, ...(configuration ? prepare(configuration) : []))
      const messages = proctorMessages(frame, live, shown)
      const card = await sessionCard(frame, shown, () => configuration?.url ?? null, {
        changed(session) {
          browser.mark(session)
          messages.update(session)
          void frame.quietly(configure)
        },
        cancelled: () => openFollowUp(shown),
      })

      /** Reads the configuration again, because an instructor may have changed it while the learner waited. */
      async function configure(): Promise<void> {
        isConfigured = false
        const next = await configurations.read(() => readConfiguration(frame, shown))
        isConfigured = true
        if (!next || isLeft || JSON.stringify(next) === JSON.stringify(configuration)) return
        configuration = next
        preparation.replaceChildren(...prepare(next))
        card.render()
      }

      return {
        ...card,
        enter: () => messages.enter(card.current()),
        async refresh() {
          await card.refresh()
          if (!isConfigured) await configure()
        },
        leave() {
          isLeft = true
          card.leave()
          messages.leave()
        },
        content: [card.element, messages.element, card.facts, preparation],
      }
    },
    { invitation: t.list.chooseExam, linesOf: ({ examTitle }) => [examTitle] },
  )
  await browser.open(first)

  /** Opens the session that replaces a cancelled one, if the exam allows another. */
  async function openFollowUp({ sid, examSid }: ShownSession): Promise<void> {
    const now = await frame.verify()
    browser.update(now.sessions)
    const next = now.sessions.find(one => one.examSid === examSid && one.sid !== sid && isBookable(one))
    await (next ? browser.open(next) : browser.refresh())
  }

  const looks = newestOf()
  const look = async () => {
    const now = await looks.read(async () => {
      const verified = await frame.verify() // also synchronizes the clock
      await browser.refresh()
      return verified
    })
    if (now) browser.update(now.sessions)
  }
  repeat(frame.signal, pollInterval, () => void frame.quietly(look))
})

/** The order in which sessions are shown first. */
const order: readonly Status[] = [
  'Scheduled',
  'Pending Approval',
  'Needs Proctor',
  'Approval Denied',
  'Incident',
  'Processing',
  'Closed',
]

/** Returns the next session: the earliest one with the first status of the order. */
const nextOf = (sessions: readonly ShownSession[]): ShownSession | undefined =>
  [...sessions].sort(
    (one, other) =>
      order.indexOf(one.status) - order.indexOf(other.status) ||
      (one.appointmentDate ?? '').localeCompare(other.appointmentDate ?? ''),
  )[0]

const isBookable = ({ status }: ShownSession): boolean => status === 'Needs Proctor'

/** Reads the effective configuration. Returns undefined when the token covers only the session. */
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
