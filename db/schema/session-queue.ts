// The indexes of the queue of all exams (src/proctoring/sessions/read/queue-queries.ts).

import { type AnyPgColumn, index } from 'drizzle-orm/pg-core'

type Columns = Record<
  'installSid' | 'status' | 'appointmentDate' | 'createdDate' | 'sid' | 'userSid',
  AnyPgColumn
>

/** Returns indexes in the orders of the queue. They contain the person, who may be erased. */
export const queueIndexes = (table: Columns) => [
  index('exam_session_queue')
    .on(table.installSid, table.appointmentDate, table.sid, table.userSid)
    .concurrently(),
  index('exam_session_queue_of_status')
    .on(table.installSid, table.status, table.appointmentDate, table.sid, table.userSid)
    .concurrently(),
  index('exam_session_queue_by_creation')
    .on(table.installSid, table.createdDate, table.sid, table.userSid)
    .concurrently(),
]
