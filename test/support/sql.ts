// Tests of SQL functions, called from SQL: on a database of the fork, each test in a transaction that is rolled back.

import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { migratedPglite } from '../../tools/neon/snapshot.ts'
import { cacheFolder, schemaFolder } from '../../tools/project.ts'
import { migratedOverSocket } from './postgres.ts'
import { rounds } from './rounds.ts'
import type { StackKind } from './stack.ts'

type Row = Record<string, unknown>
type Refused = { code: string; message: string; detail: string | undefined }

/** The uuid of a number, for the rows of a test. */
export const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Rows that most tests use: one of each kind, by the names of their tables. */
export const sids = {
  account: id(1),
  application: id(2),
  install: id(3),
  credential: id(4),
  course: id(5),
  users: id(6),
  enrollment: id(7),
  exam: id(8),
  configuration: id(9),
  session: id(10),
}

/** The inserts of the rows of `sids`. */
export const scene = `
  insert into account (sid, name) values ('${id(1)}', 'Account');
  insert into application (sid, account_sid, name) values ('${id(2)}', '${id(1)}', 'Application');
  insert into install (sid, account_sid, application_sid, name) values ('${id(3)}', '${id(1)}', '${id(2)}', 'Install');
  insert into api_credential (sid, account_sid, application_sid, install_sid, name, role, policy, secret_hash)
    values ('${id(4)}', '${id(1)}', '${id(2)}', '${id(3)}', 'Credential', 'admin', '{}', '\\x01');
  insert into course (sid, install_sid, title) values ('${id(5)}', '${id(3)}', 'Course');
  insert into users (sid, install_sid, first_name, last_name, email, enabled)
    values ('${id(6)}', '${id(3)}', 'Ada', 'Learner', 'ada@school.example', true);
  insert into enrollment (sid, install_sid, course_sid, user_sid) values ('${id(7)}', '${id(3)}', '${id(5)}', '${id(6)}');
  insert into exam (sid, install_sid, course_sid, title) values ('${id(8)}', '${id(3)}', '${id(5)}', 'Exam');
  insert into exam_configuration (sid, install_sid, exam_sid, type, approved, duration)
    values ('${id(9)}', '${id(3)}', '${id(8)}', 'primary', true, 60);`

/** The insert of the session of the learner in the exam. */
export const insertSession = `
  insert into exam_session (sid, install_sid, course_sid, exam_sid, enrollment_sid, user_sid, access_key)
    values ('${id(10)}', '${id(3)}', '${id(5)}', '${id(8)}', '${id(7)}', '${id(6)}', 'key')`

/** A connection to a database. */
type Connection = {
  /** Executes one or more statements. */
  exec(statements: string): Promise<unknown>
  query(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

declare global {
  var invigilSql: Map<StackKind, Promise<Connection>> | undefined
}

const openPglite = (): Promise<Connection> => migratedPglite(undefined, { schemaFolder, cacheFolder })

/** Integers of 64 bits are numbers, as those of PGlite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type)),
}

/** A new database on the server of the fork. Its queries are planned once. */
async function openPostgres(): Promise<Connection> {
  const client = new pg.Client({ connectionString: await migratedOverSocket(), types })
  client.on('error', () => {}) // the server can end before the connection
  await client.connect()
  await client.query('set statement_timeout = 0') // some statements check every character
  const nameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
  return {
    exec: statements => client.query(statements),
    query: (text, values) => client.query<Row>({ name: nameOf(text), text, values }),
  }
}

/** The database with the rows above, opened by the first file of the fork that needs it. Never closed. */
function sharedDatabase(kind: StackKind): Promise<Connection> {
  globalThis.invigilSql ??= new Map()
  const known = globalThis.invigilSql.get(kind)
  if (known) return known
  const opened = (kind === 'memory' ? openPglite() : openPostgres()).then(async db => {
    // Statements are planned once, while the tables are nearly empty.
    await db.exec('set enable_seqscan = off')
    await db.exec(scene)
    return db
  })
  globalThis.invigilSql.set(kind, opened)
  return opened
}

/**
 * Begins a transaction whose `now()` is rounded down when it is stored, in ms: what a test ends at `now()` has ended. The clock
 * of PGlite has whole milliseconds.
 */
async function begin(db: Connection): Promise<void> {
  for (;;) {
    await db.exec('begin')
    const { rows } = await db.query('select extract(microseconds from now())::int % 1000 < 500 as ok', [])
    if (rows[0]?.['ok']) return
    await db.exec('rollback')
  }
}

/** A PGlite takes seconds to start. */
const usualKind = rounds<StackKind>({ quick: 'postgres', all: 'memory' })

/** The database with the rows above for the tests of a file. Postgres is faster for many statements. */
export function sqlDatabase(kind = usualKind) {
  let db: Connection
  beforeAll(async () => {
    db = await sharedDatabase(kind)
  }, 120_000)
  beforeEach(() => begin(db))
  afterEach(async () => void (await db.exec('rollback')))

  const rows = async (query: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.query(query, values)).rows

  return {
    rows,
    /** Executes one or more statements. */
    run: (statements: string) => db.exec(statements),
    /** The one value of a query. */
    async value(query: string, values: unknown[] = []): Promise<unknown> {
      const [row = {}] = await rows(query, values)
      return Object.values(row)[0]
    },
    /** The error of a statement that must fail. It is rolled back. */
    async refused(query: string, values: unknown[] = []): Promise<Refused> {
      await db.exec('savepoint before')
      try {
        await db.query(query, values)
      } catch (error) {
        await db.exec('rollback to before; release before')
        const { code, message, detail } = error as Refused
        return { code, message, detail }
      }
      throw new Error(`Not refused: ${query}`)
    },
  }
}
