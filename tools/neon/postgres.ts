// A Postgres server as a backend of Neon's protocol.

import pg, { type PoolClient } from 'pg'
import { serialize } from 'pg-protocol'
import { type Backend, BackendLost, QueryError } from './backend.ts'
import { type Reply, session } from './session.ts'
import { collector, encode, type WireStatement } from './wire.ts'

// The server ignores the sync of the message while it waits for the data of a copy.
const noCopy = Buffer.concat([serialize.copyFail('Neon over HTTP has no COPY'), serialize.sync()])
const noop = () => {}

/** The time in which a connection opens, or else the database counts as lost. */
const openMs = 5_000

/** The time that a statement waits for a connection that others use: as long as a statement may take. A busy database is not lost. */
const waitMs = 30_000

class Client extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === 'object' ? config : {}), connectionTimeoutMillis: openMs })
  }
}

/** Serves the database at `url` over a pool. The time zone of the sessions is UTC, as on Neon. */
export function postgresBackend(
  url: string,
  { connections = 16 }: { connections?: number | undefined } = {},
): Backend {
  const sessions = new WeakMap<PoolClient, ReturnType<typeof session>>()
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 0, // a new session parses and plans all statements again
    async onConnect(client) {
      client.on('error', noop) // the query reports the error; without a handler the event would end the process
      await client.query("set time zone 'UTC'")
    },
  })
  pool.on('error', noop) // an idle connection was lost: the pool has removed it, and the next query opens another one

  function sessionOf(client: PoolClient) {
    const existing = sessions.get(client)
    if (existing) return existing
    const created = session(statements => exchange(client, statements))
    sessions.set(client, created)
    return created
  }

  return {
    async run(statements, mode, abandoned) {
      const client = await pool.connect().catch(error => {
        throw new BackendLost(error)
      })
      if (abandoned?.aborted) {
        client.release() // it has none of the statements
        throw new BackendLost(abandoned.reason)
      }
      const cancel = () => abandon(url, client)
      abandoned?.addEventListener('abort', cancel, { once: true })
      try {
        const results = await sessionOf(client).run(statements, mode)
        client.release()
        return results
      } catch (error) {
        client.release(!(error instanceof QueryError))
        throw error
      } finally {
        abandoned?.removeEventListener('abort', cancel)
      }
    },
    close: () => pool.end(),
  }
}

type Connected = PoolClient & { processID: number; connection: { stream: { destroy(): void } } }

/** Cancels the statement of the session, as the proxy of Neon does, and closes its connection, whose state is unknown. */
function abandon(url: string, client: PoolClient) {
  const { processID, connection } = client as Connected // missing in the types of `pg`
  connection.stream.destroy()
  const other = new Client({ connectionString: url })
  other.on('error', noop)
  other
    .connect()
    .then(() => other.query('select pg_cancel_backend($1)', [processID]))
    .catch(noop) // no response: the statement ends with its statement_timeout
    .finally(() => other.end().catch(noop))
}

/** Sends all statements in one round trip. The query object of `pg` syncs after each. */
function exchange(client: PoolClient, statements: WireStatement[]): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const collected = collector(statements)
    const isExplicit = statements[0]?.query.startsWith('begin') ?? false
    let parsed = 0
    let stopCounting = noop
    function finish(error?: Error) {
      stopCounting()
      // After an error an explicit transaction is still open, which `pg` does not report: roll back.
      const open = error ? isExplicit : client.getTransactionStatus() !== 'I'
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
      handleReadyForQuery: () => finish(),
      handleCopyInResponse: (connection: pg.Connection) => void connection.stream.write(noCopy),
      handleCopyData: noop,
      handleError: (error: Error) => finish(toError(error)),
    })
  })
}

function toError(error: Error) {
  if (!(error instanceof pg.DatabaseError)) return new BackendLost(error)
  // A FATAL error ends the connection: the server is stopping, or has terminated the session.
  if (error.severity === 'FATAL' || error.severity === 'PANIC') return new BackendLost(error)
  return new QueryError(error.message, error)
}
