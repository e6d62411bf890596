// When the learner can change an appointment: by the window of the exam, and by the cancellation policy.

import type { Session } from '../shared/records.ts'
import { momentOf } from '../shared/times.ts'
import { numberOf, t } from '../text/texts.ts'

/** Returns when appointments can be changed, if the exam limits it, without a beginning that is over. */
export function policyOf({ examConfiguration }: Session, now: number): string | undefined {
  const { scheduleOpenDate = null, scheduleCloseDate = null } = examConfiguration ?? {}
  const [open, close] = [scheduleOpenDate, scheduleCloseDate].map(date =>
    date ? Date.parse(date) : undefined,
  )
  const from = open !== undefined && open > now ? momentOf(open) : undefined
  const to = close === undefined ? undefined : momentOf(close)
  if (from && to) return t.book.policy(from, to)
  return from ? t.book.policyFrom(from) : to && t.book.policyTo(to)
}

/** What the cancellation policy leaves of an appointment, and the sentences about it. */
type Changes = { isMovable: boolean; isCancellable: boolean; text: string | undefined }

/** Returns what the learner can still change of the appointment. Without a policy, everything. */
export function remainingChanges({ sessionInfo }: Session, now: number): Changes {
  const policy = sessionInfo.cancellationPolicy
  if (policy?.changeableUntil == null) return { isMovable: true, isCancellable: true, text: undefined }
  const { reschedulesLeft, changeableUntil } = policy
  const until = Date.parse(changeableUntil)
  if (now > until)
    return { isMovable: false, isCancellable: false, text: t.book.changesOver(momentOf(until)) }
  const moves =
    reschedulesLeft === null
      ? []
      : [reschedulesLeft === 0 ? t.book.noMovesLeft : t.book.movesLeft(numberOf(reschedulesLeft))]
  return {
    ...{ isMovable: reschedulesLeft !== 0, isCancellable: true },
    text: [t.book.changesUntil(momentOf(until)), ...moves].join(' '),
  }
}
