// Migrations and requests that wait for each other's locks.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type Connection, inTransaction } from '../../tools/migrator/connection.ts'
import { migrateUrl } from '../../tools/migrator/migrate.ts'
import { nextSchema } from '../support/next-build.ts'
import { migratedDatabase } from '../support/postgres.ts'
import { inAll } from '../support/rounds.ts'
import { someWait } from '../support/waiting.ts'

async function connected(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test.runIf(inAll('tools/migration-locks'))(
  'a migration that deadlocks with a request is repeated, and both complete',
  async () => {
    const url = await migratedDatabase()
    const next = await nextSchema({
      migrations: {},
      sql: {
        'views/adjusted_window': text =>
          text.replace('SELECT j.install_sid', 'SELECT 1 AS next_column, j.install_sid'),
        'triggers/users_captured': text =>
          text.replace('INSERT OR UPDATE OR DELETE', 'DELETE OR INSERT OR UPDATE'),
      },
    })
    const [request, observer] = [await connected(url), await connected(url)]
    // Of two transactions that wait for each other, Postgres ends the one that detects it: the migration.
    await request.query(`set deadlock_timeout = '1min'`)
    await request.query('begin')
    await request.query('lock table users in row exclusive mode')
    const migrated = migrateUrl(url, next)
    await someWait(observer) // The migration has dropped the view and waits for the table.
    await request.query('select count(*) from adjusted_window')
    await request.query('commit')
    await migrated
    const { rows } = await observer.query(
      `select (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks,
      (select count(*)::int from information_schema.columns
       where table_name = 'adjusted_window' and column_name = 'next_column') as columns`,
    )
    expect(rows).toEqual([{ deadlocks: 1, columns: 1 }])
  },
)

test('a migration that waits 2 s for a lock changes nothing and can be run again', async () => {
  const url = await migratedDatabase()
  const next = await nextSchema({
    migrations: { '0001_late': 'create table early (n int); alter table course add column late text' },
  })
  const request = await connected(url)
  await request.query('begin')
  await request.query('select count(*) from course')
  await expect(migrateUrl(url, next)).rejects.toThrow(
    '0001_late changed nothing: it waited 2 s for a lock that another transaction holds. Run it again.',
  )
  const made = `select to_regclass('early') is not null as made`
  expect((await request.query(made)).rows).toEqual([{ made: false }])
  await request.query('commit')
  await migrateUrl(url, next)
  expect((await request.query(made)).rows).toEqual([{ made: true }])
})

/** A connection that records its statements. */
function recorder() {
  const statements: string[] = []
  const connection: Connection = {
    execute: sql => Promise.resolve(statements.push(sql.replace(/;.*/, ''))),
    rows: () => Promise.resolve([]),
  }
  return { connection, statements }
}

test('a migration that deadlocks four times is rolled back each time and can be run again', async () => {
  const { connection, statements } = recorder()
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const wrapped = new Error('db/sql/views/a.sql', { cause: deadlock })
  await expect(inTransaction(connection, 'db/sql', () => Promise.reject(wrapped))).rejects.toThrow(
    'db/sql changed nothing: it deadlocked with other transactions 4 times. Run it again.',
  )
  expect(statements).toEqual(Array(4).fill(['begin', 'rollback']).flat())
})

test('another failure of a migration is rolled back, is not repeated and keeps its message', async () => {
  const { connection, statements } = recorder()
  const failure = Object.assign(new Error('division by zero'), { code: '22012' })
  await expect(inTransaction(connection, '0001', () => Promise.reject(failure))).rejects.toBe(failure)
  expect(statements).toEqual(['begin', 'rollback'])
})
