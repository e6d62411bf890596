// A run of retention that is stopped in the middle, so that a test can choose what it meets there.
import pg from 'pg'
import { expect } from 'vitest'
import { deleteRows } from '../../src/platform/retention/delete.ts'
import { migratedDatabase } from './postgres.ts'
import { openScene, ruleNames, rules } from './retention.ts'

const pauseKey = 7

/** A database with a scene in it, and another connection that holds locks for the test. Close it. */
export async function openRaces() {
  const url = await migratedDatabase()
  const scene = await openScene({ kind: 'server', url })
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(`create function pause() returns trigger language plpgsql as $$
    begin
      if current_query() like '%' || tg_argv[0] || '%' then perform pg_advisory_xact_lock_shared(${pauseKey}); end if;
      return null;
    end $$`)
  return {
    scene,
    other,
    async close() {
      await other.end()
      await scene.close()
    },
  }
}

export type Races = Awaited<ReturnType<typeof openRaces>>

/** Executes a whole run on the connection, whose transaction stays open. @returns the number of deleted rows */
export async function runOpen({ scene, other }: Races, now: Date): Promise<number> {
  let deleted = 0
  await other.query('begin')
  for (const name of ruleNames) {
    const { sql, params } = deleteRows(scene.db, rules[name], now).toSQL()
    deleted += (await other.query(sql, params)).rowCount ?? 0
  }
  return deleted
}

/** A statement that deletes from the table; of several, the one that contains `saying`. */
type Place = { table: string; saying?: string }

/**
 * Starts runs, calls `meanwhile` when all of them have reached the statement, and lets them continue. The statement waits
 * between its snapshot and the first row that it reads.
 */
export async function pausedAt<T>(
  { other }: Races,
  { table, saying = '' }: Place,
  runs: () => Promise<T>[],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<PromiseSettledResult<T>[]> {
  await other.query(
    `create trigger paused before delete on ${table} for each statement execute function pause(${pg.escapeLiteral(saying)})`,
  )
  await other.query(`select pg_advisory_lock(${pauseKey})`)
  try {
    const started = runs()
    const settled = Promise.allSettled(started)
    await expect.poll(() => waiting(other), { timeout: 20_000, interval: 10 }).toBe(started.length)
    await meanwhile()
    await other.query(`select pg_advisory_unlock(${pauseKey})`)
    return await settled
  } finally {
    await other.query('select pg_advisory_unlock_all()')
    await other.query(`drop trigger paused on ${table}`)
  }
}

async function waiting(other: pg.Client): Promise<number> {
  const { rows } = await other.query(
    `select count(*)::int as waiting from pg_locks join pg_database on oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`,
  )
  return rows[0].waiting
}
