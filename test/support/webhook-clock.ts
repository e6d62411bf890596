import { sql } from 'drizzle-orm'
import type { Stack } from '../../tools/stack/stack.ts'

/** As if the time of every retry had come for the database too, where that of QStash is virtual. */
export const retriesAreDue = ({ db }: Stack) =>
  db.execute(sql`update webhook_delivery set due_date = least(due_date, now() + interval '15 minutes')
    where status = 'pending'`)
