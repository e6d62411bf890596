// The last statement of a write. It sees what the write has done.

import type { Outbox } from './context.ts'
import type { DirectQuery, DirectResult } from './direct-client.ts'

/** The accounts that `note_ended_account` has noted. */
const ended = `select nullif(current_setting('invigil.ended', true), '')`

// It reads one entry of the indexes `webhook_delivery_outbox` and `message_outbox`. The time is rounded like the column,
// because a delivery that is due at once can be due half a millisecond after `now()`.
const due = `exists (select from webhook_delivery where status = 'pending' and due_date <= now()::timestamptz(3))
    or exists (select from message where status = 'pending' and due_date <= now()::timestamptz(3))`

/**
 * Reads the accounts of which something has ended, and, for a Worker that publishes deliveries, whether deliveries or mails
 * are due: without any, the outboxes need not run.
 */
export const transactionEnd = ({ readsDue }: Pick<Outbox, 'readsDue'>): DirectQuery => ({
  text: readsDue ? `${ended}, ${due}` : ended,
  params: [],
  arrayMode: true,
})

/** Adds what `transactionEnd` read. */
export function noteEnd(outbox: Outbox, result: DirectResult | undefined): void {
  const row = result?.rows[0]
  if (!Array.isArray(row)) return
  const [accounts, isDue] = row
  outbox.isDue ||= isDue === true
  if (typeof accounts === 'string') for (const sid of accounts.split(',')) outbox.endedAccounts.add(sid)
}
