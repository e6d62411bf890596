// Who signs in: an operator of an account, or a user of an install.

import { eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { SidOf } from '../../../db/sid.ts'

export type Subject =
  | { operatorSid: SidOf<'OP'>; userSid: null }
  | { operatorSid: null; userSid: SidOf<'US'> }

type Owned = { operatorSid: PgColumn; userSid: PgColumn }

/** The condition that a row is the subject's. */
export const isOf = (table: Owned, { operatorSid, userSid }: Subject): SQL =>
  operatorSid === null ? eq(table.userSid, userSid) : eq(table.operatorSid, operatorSid)

/** The subject's columns, of anything that holds more. */
export const subjectOf = ({ operatorSid, userSid }: Subject): Subject =>
  operatorSid === null ? { operatorSid, userSid } : { operatorSid, userSid }

/** The id that the subject is shown by. */
export const idOf = ({ operatorSid, userSid }: Subject): string => operatorSid ?? userSid

/** The subject of a row, of which the database holds that it has exactly one. */
export function subjectIn(row: { operatorSid: SidOf<'OP'> | null; userSid: SidOf<'US'> | null }): Subject {
  const { operatorSid, userSid } = row
  if (operatorSid !== null) return { operatorSid, userSid: null }
  if (userSid !== null) return { operatorSid, userSid }
  throw new Error('A row of nobody.')
}
