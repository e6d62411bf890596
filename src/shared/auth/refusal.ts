// The refusal of a caller by its lookup (`admit_caller`), which has rolled the batch back.

import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { databaseError } from '../problems/failure.ts'

/** The key of `request_count` for a refused request, and its limit. */
type Counted = { caller: string; tenant: string; isWrite: boolean; limit: number }

/** Why a caller was refused, and what its request counts as; undefined if it is not counted. */
export type Refusal = { reason: string; counted: Counted | undefined }

/** Returns the refusal that a batch has failed with; undefined for other errors. */
export function refusalOf(error: unknown): Refusal | undefined {
  const { code, message = '', detail } = databaseError(error) ?? {}
  if (code !== 'IV007') return undefined
  return { reason: message, counted: detail ? JSON.parse(detail) : undefined }
}

/** Builds the statement that counts a refused request; does not execute it. It fails if the limit is reached. */
export const countRefused = (db: Database, { caller, tenant, isWrite, limit }: Counted) =>
  db
    .select({
      count: sql<string>`count_request(${caller}::text, ${tenant}::uuid, ${isWrite}::boolean, ${limit}::integer, 0)`,
    })
    .from(noTable)
