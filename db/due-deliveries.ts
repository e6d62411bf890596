import type { DirectQuery, DirectResult } from './direct-client.ts'

/**
 * Reads whether deliveries or mails are due, or events are to be published on topics. As the last statement of a write, it sees those that the write inserted: without
 * any, the outboxes need not run. It reads one entry of the indexes `webhook_delivery_outbox` and `message_outbox`, and of `live_event`. The
 * time is rounded like the column, because a delivery that is due at once can be due half a millisecond after `now()`.
 */
export const dueDeliveries: DirectQuery = {
  text: `select exists (select from webhook_delivery where status = 'pending' and due_date <= now()::timestamptz(3))
    or exists (select from message where status = 'pending' and due_date <= now()::timestamptz(3))
    or exists (select from live_event)`,
  params: [],
  arrayMode: true,
}

/** Returns what `dueDeliveries` read. */
export function areDue(result: DirectResult | undefined): boolean {
  const row = result?.rows[0]
  return Array.isArray(row) && row[0] === true
}
