// Any Postgres server behind Neon's protocol.

import pg, { type PoolClient } from 'pg'
import { serialize } from 'pg-protocol'
import { type Backend, BackendLost, QueryError } from './backend.ts'
import { type Reply, session } from './session.ts'
import { collector, encode, type WireStatement } from './wire.ts'

// The server ignores the message's own sync while it waits for the data to copy.
const noCopy = Buffer.concat([serialize.copyFail('Neon over HTTP has no COPY'), serialize.sync()])
const ignore = () => {}

/** Serves the database at `url` over a pool. The session's time zone is UTC, as it is on Neon. */
export function postgresBackend(
  url: string,
  { connections = 16 }: { connections?: number | undefined } = {},
): Backend {
  const sessions = new WeakMap<PoolClient, ReturnType<typeof session>>()
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    async onConnect(client) {
      client.on('error', ignore) // who uses it is told by the query; unheard, the event would end the process
      await client.query("set time zone 'UTC'")
    },
  })
  pool.on('error', ignore) // an idle connection died: the pool has dropped it, and the next query opens another

  function sessionOf(client: PoolClient) {
    const known = sessions.get(client)
    if (known) return known
    const made = session(statements => exchange(client, statements))
    sessions.set(client, made)
    return made
  }

  return {
    async run(statements, mode, abandoned) {
      const client = await pool.connect().catch(error => {
        throw new BackendLost(error)
      })
      const giveUp = () => abandon(url, client)
      if (abandoned?.aborted) giveUp()
      else abandoned?.addEventListener('abort', giveUp, { once: true })
      try {
        const results = await sessionOf(client).run(statements, mode)
        client.release()
        return results
      } catch (error) {
        client.release(!(error instanceof QueryError))
        throw error
      } finally {
        abandoned?.removeEventListener('abort', giveUp)
      }
    },
    close: () => pool.end(),
  }
}

type Connected = PoolClient & { processID: number; connection: { stream: { destroy(): void } } }

/** Cancels what the session runs, as Neon's proxy does, and drops its connection: nobody knows in which state it is. */
function abandon(url: string, client: PoolClient) {
  const { processID, connection } = client as Connected // the types of `pg` leave both out
  connection.stream.destroy()
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  other.on('error', ignore)
  other
    .connect()
    .then(() => other.query('select pg_cancel_backend($1)', [processID]))
    .catch(ignore) // it does not answer: what it runs ends with its statement_timeout
    .finally(() => other.end().catch(ignore))
}

/** Sends all statements in one round trip. `pg`'s own query object cannot: it syncs after each. */
function exchange(client: PoolClient, statements: WireStatement[]): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const collected = collector()
    let parsed = 0
    let stopCounting = ignore
    function settle(error?: Error) {
      stopCounting()
      // An error may leave the transaction that the message began, and its end is not reported to us: ask for a rollback.
      const open = error ? statements.length > 1 : client.getTransactionStatus() !== 'I'
      if (error instanceof BackendLost) reject(error)
      else resolve({ results: collected.results, parsed, open, error })
    }
    client.query({
      submit(connection: pg.Connection) {
        const count = () => parsed++
        connection.on('parseComplete', count)
        stopCounting = () => connection.off('parseComplete', count)
        connection.stream.write(encode(statements))
      },
      handleRowDescription: (message: { fields: Parameters<typeof collected.describe>[0] }) =>
        collected.describe(message.fields),
      handleDataRow: (message: { fields: (string | null)[] }) => collected.row(message.fields),
      handleCommandComplete: (message: { text: string }) => collected.complete(message.text),
      handleEmptyQuery: () => collected.complete(''),
      handleReadyForQuery: () => settle(),
      handleCopyInResponse: (connection: pg.Connection) => void connection.stream.write(noCopy),
      handleCopyData: ignore,
      handleError: (error: Error) => settle(refusal(error)),
    })
  })
}

function refusal(error: Error) {
  if (!(error instanceof pg.DatabaseError)) return new BackendLost(error)
  // A FATAL error ends the connection: the server is stopping, or somebody terminated us.
  if (error.severity === 'FATAL' || error.severity === 'PANIC') return new BackendLost(error)
  return new QueryError(error.message, error)
}
