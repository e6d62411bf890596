// Sends the due messages of the outbox to learners.

import { batch, type Database } from '../../../db/client.ts'
import { uuidFromSid } from '../../../db/sid.ts'
import type { Log } from '../../shared/logging/log.ts'
import { withPause } from '../../shared/paced.ts'
import { Email } from '../../shared/values/email.ts'
import { MailRefused, type SendMail } from '../mail/sender.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { calendarAttachments } from './calendar.ts'
import { type ClaimedMessage, claimMessages, maxClaimed, recordResults } from './sql.ts'
import { textsOf } from './texts.ts'

export type MessageEnv = {
  db: Database
  log: Log
  mail: SendMail
  baseUrl: string
  MAIL_FROM?: string | undefined
}

/** The result of an attempt to send a message. */
type Result = {
  sid: string
  attempts: number
  fault: string | null
  is_final: boolean
  is_readdressed: boolean
}

export type Counts = { sent: number; failed: number; retried: number }

/**
 * Returns the sender that changes call. It sends the messages that are due now.
 * @returns the number of sent messages
 */
export function messageSenderOf(env: MessageEnv): () => Promise<number> {
  return oneAtATime(async hasTime => {
    const startedAt = Date.now()
    const counts = await sendMessages(env, null, hasTime)
    if (Object.values(counts).some(count => count > 0))
      env.log('info', 'mail-outbox', { ...counts, durationMs: Date.now() - startedAt })
    return counts.sent
  }, maxRunMs)
}

const maxRunMs = 30_000 // the time that Cloudflare allows a Worker to run after its response

/**
 * Sends due messages until none is left. Runs can overlap: each message is claimed by one. Ends early if the mail provider
 * accepts none of those that were claimed together, so that the others keep their attempts.
 * @param at the clock of a scheduled run; null: the current time
 * @param hasTime whether to claim more messages
 */
export async function sendMessages(
  env: MessageEnv,
  at: Date | null,
  hasTime: () => boolean,
): Promise<Counts> {
  const counts = { sent: 0, failed: 0, retried: 0 }
  let { due } = await batch(env.db, { due: claimMessages({ at }) })
  while (due.length > 0) {
    const results = await Promise.all(
      due.filter(({ isClaimed }) => isClaimed).map(message => attempt(env, message)),
    )
    const faults = results.filter(({ fault }) => fault !== null).length
    const isRefused = faults > 0 && faults === results.length
    const isLast = due.length < maxClaimed || isRefused || !hasTime()
    const record = () =>
      batch(env.db, {
        finished: recordResults({ at, results: { messages: results } }),
        ...(!isLast && { next: claimMessages({ at }) }),
      })
    const { finished, next = [] } = await (isLast ? record() : withPause(record))
    const failed = finished.filter(({ isFailed }) => isFailed)
    const lost = due.filter(({ isLost }) => isLost)
    for (const { sid, sessionSid, kind } of [...lost, ...failed])
      env.log('error', 'message-given-up', { sid, sessionSid, kind })
    counts.sent += results.length - faults
    counts.failed += lost.length + failed.length
    counts.retried += faults - failed.length
    due = next
  }
  return counts
}

/** Sends one message. A failure that another attempt cannot mend is final. */
async function attempt(env: MessageEnv, message: ClaimedMessage): Promise<Result> {
  const result = {
    sid: uuidFromSid(message.sid),
    attempts: message.attempts,
    is_final: false,
    is_readdressed: false,
  }
  if (!Email.safeParse(message.address).success)
    return { ...result, fault: 'invalid address', is_final: true }
  try {
    await env.mail(mailOf(env, message), message.sid)
    return { ...result, fault: null }
  } catch (error) {
    return { ...result, fault: faultOf(error), is_readdressed: message.isAddressNew && isUnsent(error) }
  }
}

/** Whether the provider certainly has not sent the mail. It may have sent one that it reports as a conflict or a timeout. */
const isUnsent = (error: unknown): boolean =>
  error instanceof MailRefused &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 409].includes(error.status)

/** Names the failure without the text of the provider, which can contain the mail. */
function faultOf(error: unknown): string {
  if (error instanceof MailRefused) return `status ${error.status}`
  return error instanceof Error ? error.name : 'unknown'
}

function mailOf({ baseUrl, MAIL_FROM }: MessageEnv, message: ClaimedMessage) {
  const { subject, text } = textsOf(message)
  const organizer = addressIn(MAIL_FROM ?? '') ?? `no-reply@${new URL(baseUrl).hostname}`
  const attachments = calendarAttachments({ message, summary: subject, description: text, organizer })
  return { to: message.address, subject, text, ...(attachments && { attachments }) }
}

/** Returns the address of a sender such as `Invigil <no-reply@id.example>`. */
const addressIn = (from: string): string | undefined => /[^<>\s]+@[^<>\s]+/.exec(from)?.[0]
