import { t } from '../text/texts.ts'
import type { Clock } from './clock.ts'
import { durationOf } from './times.ts'
import { element } from './view.ts'

const minute = 60_000

/** The remaining minutes that screen readers announce. */
const milestones = [60, 30, 15, 10, 5, 1]

// A countdown of seconds counts as motion for users who prefer reduced motion.
const isCalm = matchMedia('(prefers-reduced-motion: reduce)')

const minutesOf = (left: number): string =>
  left < minute ? t.stage.underMinute : durationOf(left - (left % minute))

/**
 * Shows the time until an instant. Updates each second in the last hour and each minute before. Screen readers announce
 * only the milestones.
 * @param reached called once, at the instant
 */
export function countdown(
  { label, until, clock }: { label: string; until: number; clock: Clock },
  signal: AbortSignal,
  reached: () => void,
): HTMLElement {
  const left = element('span', { class: 'left', role: 'timer', 'aria-live': 'off' })
  const aloud = element('span', { class: 'visually-hidden', role: 'status' })
  let before = until - clock()
  let timer = 0

  function tick(): void {
    const now = until - clock()
    if (now <= 0) {
      left.textContent = durationOf(0)
      reached()
      return
    }
    const isCoarse = isCalm.matches || now > 60 * minute
    left.textContent = isCoarse ? minutesOf(now) : durationOf(now)
    if (milestones.some(mark => before > mark * minute && now <= mark * minute))
      aloud.textContent = `${label} ${durationOf(Math.ceil(now / minute) * minute)}`
    before = now
    const step = isCoarse ? minute : 1000
    timer = setTimeout(tick, (now % step) + 1)
  }

  tick()
  signal.addEventListener('abort', () => clearTimeout(timer))
  return element('p', { class: 'countdown' }, `${label} `, left, aloud)
}
