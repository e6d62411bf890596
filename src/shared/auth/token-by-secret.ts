import { type Param, Subquery, sql } from 'drizzle-orm'
import { getViewConfig } from 'drizzle-orm/pg-core'
import { tokenState } from '../../../db/schema/sts.ts'

/** The row of `token_state` with this secret, in place of the view. It has the columns that `token_by_secret` returns. */
export const tokenBySecret = (secretHash: Param) =>
  new Subquery(
    sql`select * from token_by_secret(${secretHash})`,
    {},
    getViewConfig(tokenState).name,
  ) as unknown as typeof tokenState
