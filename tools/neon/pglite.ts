// PGlite as a backend of Neon's protocol. It uses raw wire messages, because the query API of PGlite parses values and
// omits error fields.

import { messages, type PGlite } from '@electric-sql/pglite'
import { type Backend, BackendLost, QueryError } from './backend.ts'
import { type Reply, session } from './session.ts'
import { collector, encode, type WireStatement } from './wire.ts'

// PGlite has no checkpointer: 100 000 inserts leave 48 MB of log to replay after a kill. A checkpoint takes 20 ms.
const statementsPerCheckpoint = 20_000

/** Serves an open PGlite database. `close` closes the database. */
export function pgliteBackend(db: PGlite): Backend {
  const { run } = session(statements => exchange(db, statements))
  let sinceCheckpoint = 0

  async function checkpointWhenDue(count: number) {
    sinceCheckpoint += count
    if (sinceCheckpoint < statementsPerCheckpoint) return
    sinceCheckpoint = 0
    await exchange(db, [{ query: 'checkpoint', params: [] }])
  }

  return {
    async run(statements, mode) {
      if (!db.ready) throw new BackendLost(new Error('PGlite is closed'))
      return await db.runExclusive(async () => {
        await checkpointWhenDue(statements.length)
        return await run(statements, mode)
      })
    },
    close: () => db.close(),
  }
}

async function exchange(db: PGlite, statements: WireStatement[]): Promise<Reply> {
  // Both filesystems of PGlite write through, so `syncToFs` has no effect but halves the rate (11 k/s instead of 21 k/s).
  const replies = await db.execProtocolStream(encode(statements), { throwOnError: false, syncToFs: false })
  const collected = collector(statements)
  let parsed = 0
  let open = false
  let error: QueryError | undefined
  for (const reply of replies) {
    if (reply instanceof messages.DataRowMessage) collected.row(reply.fields)
    else if (reply instanceof messages.RowDescriptionMessage) collected.describe(reply.fields)
    else if (reply instanceof messages.CommandCompleteMessage) collected.complete(reply.text)
    else if (reply instanceof messages.DatabaseError) error ??= new QueryError(reply.message, reply)
    else if (reply instanceof messages.ReadyForQueryMessage) open = reply.status !== 'I'
    else if (reply.name === 'parseComplete') parsed++
    else if (reply.name === 'emptyQuery') collected.complete('')
  }
  return { results: collected.results, parsed, open, error }
}
