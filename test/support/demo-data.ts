import { createHash } from 'node:crypto'
import type { Batch, Row, TableName } from '../../tools/demo-data/batch.ts'
import { copyOf } from '../../tools/demo-data/copy.ts'
import { dataSet } from '../../tools/demo-data/data-set.ts'
import { newTenant, unlimited } from '../../tools/ops/tenant.ts'

/** The reference date of the sets. */
export const reference = new Date('2026-11-21T00:00:00Z')
const tenant = newTenant('Demo data', 'Demo data', unlimited)

/** The smallest data set. */
export const small = (seed = 1, now = reference) => [...dataSet({ size: 'S', seed, reference: now }, tenant)]

type Of<T extends TableName> = { table: T; rows: Row<T>[] }
/** All rows of a table. */
export const rowsOf = <T extends TableName>(batches: readonly Batch[], table: T): Row<T>[] =>
  batches.filter((batch): batch is Batch & Of<T> => batch.table === table).flatMap(({ rows }) => rows)

/** The same for equal rows, regardless of how they were copied. */
export const digestOf = (batches: readonly Batch[]) =>
  batches.reduce((hash, batch) => hash.update(copyOf(batch).text), createHash('sha256')).digest('hex')
