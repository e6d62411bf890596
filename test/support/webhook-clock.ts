import { sql } from 'drizzle-orm'
import type { Stack } from '../../tools/stack/stack.ts'

/** Makes every retry due for the database, if the time of QStash is simulated. */
export const retriesAreDue = ({ db }: Stack) =>
  db.execute(sql`update webhook_delivery set due_date = least(due_date, now() + interval '15 minutes')
    where status = 'pending'`)
