// The process of the bare server that `sweep.ts` measures beside the system: HTTP, one connection to Postgres, and a statement.
// Its slowest request shows how long the machine itself lets a request wait.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const [databaseUrl, rows] = process.argv.slice(2)

const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
await client.query(`create table if not exists bare_row (id integer primary key, at timestamptz)`)
await client.query(
  `insert into bare_row select n from generate_series(0, $1::integer - 1) n on conflict do nothing`,
  [rows],
)

const statements = {
  GET: { name: 'read', text: 'select id, at from bare_row where id = $1' },
  PUT: { name: 'write', text: 'update bare_row set at = clock_timestamp() where id = $1 returning id, at' },
}

/** `GET /n` reads a row, `PUT /n` changes it and waits for the commit. */
const server = createServer(({ method, url }, response) => {
  const statement = method === 'PUT' ? statements.PUT : statements.GET
  client.query({ ...statement, values: [Number(url?.slice(1))] }).then(
    ({ rows: [row] }) => response.end(JSON.stringify(row)),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}`)
})
process.once('disconnect', () => process.exit())
