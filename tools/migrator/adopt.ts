// Adopts databases of the 36 migrations before the baseline. 0000_baseline.sql and db/sql create the same schema.

import { createHash } from 'node:crypto'
import { type Connection, inTransaction } from './connection.ts'
import { type Migration, record } from './migrations.ts'

/** The earlier migrations: their number, the times of the first and the last one, and a digest of their hashes. */
const earlier = {
  count: 36,
  first: 1_795_232_158_471,
  last: 1_795_356_005_000,
  digest: 'aadcba71435c4c8e8f35beb0ccb4560c01096eb1349e767bcf3753fc1742c28c',
}

const command =
  'git checkout "$(git rev-list -n 1 HEAD -- db/migrations/0035_embed.sql)^" && npm ci && npm run db:migrate'

/**
 * Records the baseline in place of the earlier migrations, if the database has all of them. Its tables are those of the
 * baseline; db/sql replaces its functions, views and triggers.
 * @throws Error when the database has only some of them, or has other versions of them
 */
export async function adoptBaseline(connection: Connection, [baseline]: Migration[]): Promise<void> {
  const rows = await connection.rows<{ hash: string; at: string }>(
    'select hash, created_at::text as at from drizzle.__drizzle_migrations where created_at <= $1 order by created_at',
    [earlier.last],
  )
  if (!baseline || Number(rows[0]?.at) !== earlier.first) return
  if (rows.length < earlier.count)
    throw new Error(
      `This database has ${rows.length} of the ${earlier.count} migrations that preceded the baseline. Apply the others first: ${command}`,
    )
  const digest = createHash('sha256')
    .update(rows.map(({ hash }) => hash).join(''))
    .digest('hex')
  if (digest !== earlier.digest)
    throw new Error(
      `This database was created by other versions of the ${earlier.count} migrations that preceded the baseline, so its tables may differ. Start with an empty one.`,
    )
  await inTransaction(connection, baseline.tag, async () => {
    await connection.rows('delete from drizzle.__drizzle_migrations where created_at <= $1', [earlier.last])
    await record(connection, baseline)
  })
}

/**
 * Drops the functions and views of the earlier migrations that db/sql does not have. Runs before db/sql is applied for
 * the first time. The triggers are dropped with their functions.
 */
export const dropRetiredObjects = `
  drop view if exists token_state, effective_configuration, adjusted_window, assigned_exam, assignment_window;
  drop function if exists record_made_sessions, record_moved_sessions, refresh_session_pairs, adjust_by_accommodation,
    adjust_by_accommodation_given, adjust_by_assignment, adjust_by_section_assignment, adjust_by_section, fan_out_events
    cascade;
  drop function if exists settle_sessions, settle_provisioned, why_dead, take_turn, require_turn, return_turn, turn_wait,
    provision_row`
