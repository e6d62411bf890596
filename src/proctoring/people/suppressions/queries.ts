import { and, desc, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Database } from '../../../../db/client.ts'
import { suppression } from '../../../../db/schema/suppression.ts'
import type { SidOf } from '../../../../db/sid.ts'
import { orderOf, paged } from '../../../shared/http/page.ts'
import type { SuppressionQuery } from './schema.ts'

type Path = { installSid: SidOf<'AI'>; suppressionSid: SidOf<'SU'> }

const columns = { sid: suppression.sid, createdDate: suppression.createdDate }

export const listSuppressionRows = (
  db: Database,
  installSid: SidOf<'AI'>,
  query: z.output<typeof SuppressionQuery>,
) =>
  paged(
    db,
    () => db.select(columns).from(suppression).where(eq(suppression.installSid, installSid)).$dynamic(),
    orderOf(query, { createdDate: suppression.createdDate }, ['createdDate'], suppression.sid),
    query,
  )

/** The most suppressions that a lookup returns: people can share an address. */
const maxFound = 100

/** Builds the statement that selects the suppressions with one of the hashes, newest first. */
export const findSuppressions = (db: Database, installSid: SidOf<'AI'>, hashes: string[]) =>
  db
    .select(columns)
    .from(suppression)
    .where(
      and(eq(suppression.installSid, installSid), sql`${suppression.hashes} && ${sql.param(hashes)}::text[]`),
    )
    .orderBy(desc(suppression.createdDate), desc(suppression.sid))
    .limit(maxFound)

export const deleteSuppressionRow = (db: Database, { installSid, suppressionSid }: Path) =>
  db
    .delete(suppression)
    .where(and(eq(suppression.installSid, installSid), eq(suppression.sid, suppressionSid)))
    .returning({ sid: suppression.sid })
