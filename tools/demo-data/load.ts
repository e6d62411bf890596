// Loads a data set into a Postgres database in one transaction.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { uuidFromSid } from '../../db/sid.ts'
import type { Batch, Row } from './batch.ts'
import { copyOf } from './copy.ts'
import type { DataSetChoice } from './data-set.ts'
import { tenancyOf } from './tenancy.ts'

/** Whether the database contains the data set of this size and seed, with any reference date. */
export async function isLoaded(client: pg.Client, { size, seed }: DataSetChoice): Promise<boolean> {
  const sid = uuidFromSid(tenancyOf(size, seed).accountSid)
  const { rowCount } = await client.query('select from account where sid = $1', [sid])
  return rowCount === 1
}

/** Deletes the proctor types with which the installs started: the data set has its own, with the same codes. */
async function deleteFirstTypes(client: pg.Client, rows: readonly Row<'proctorType'>[]): Promise<void> {
  const installs = [...new Set(rows.map(({ installSid }) => uuidFromSid(installSid)))]
  await client.query('delete from proctor_type where install_sid = any($1)', [installs])
}

/**
 * Copies the batches in one transaction, then does what the cron and autovacuum would do later.
 * @param onRows is called after each batch with its number of rows
 */
export async function load(
  client: pg.Client,
  batches: Iterable<Batch>,
  onRows: (count: number) => void,
): Promise<void> {
  await client.query('set statement_timeout = 0') // the timeout of the role is for requests
  await client.query('begin')
  try {
    for (const batch of batches) {
      if (batch.rows.length === 0) continue
      if (batch.table === 'proctorType') await deleteFirstTypes(client, batch.rows)
      const { statement, text } = copyOf(batch)
      await pipeline(Readable.from([text]), client.query(copyFrom(statement)))
      onRows(batch.rows.length)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('select refill_unscheduled_learners()')
  await client.query('vacuum analyze')
}
