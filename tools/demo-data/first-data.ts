// The demo data of the first `npm start`: data set S as new installs of the demo account.

import { getTableName } from 'drizzle-orm'
import { uuidFromSid } from '../../db/sid.ts'
import { tables } from './batch.ts'
import { installsOf } from './data-set.ts'
import { type Insert, insertOf } from './insert.ts'
import type { Owner } from './tenancy.ts'

/** Nobody chooses it for `npm run demo:data`, whose records would have the same sids. */
const seed = 3_141_592_653

/**
 * The statements that insert the data, for the transaction that creates the demo account.
 * @param reference the present of the data
 */
export function firstData(owner: Owner, reference: Date): Insert[] {
  const inserts: Insert[] = []
  for (const batch of installsOf({ size: 'S', seed, reference }, owner)) {
    if (batch.rows.length === 0) continue
    // The data has its own proctor types, with the codes of those with which an install starts.
    if (batch.table === 'proctorType') inserts.push(deleteTypes(batch.rows.map(row => row.installSid)))
    inserts.push(insertOf(batch))
  }
  return [
    ...inserts,
    { sql: 'select refill_unscheduled_learners()', params: [] },
    { sql: 'analyze', params: [] },
  ]
}

const deleteTypes = (installs: readonly `AI${string}`[]): Insert => ({
  sql: `delete from "${getTableName(tables.proctorType)}" where install_sid = any($1::uuid[])`,
  params: [`{${[...new Set(installs.map(uuidFromSid))]}}`],
})
