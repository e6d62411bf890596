// The subject of a sign-in: an operator of an account, or a user of an install.

import { eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { SidOf } from '../../../db/sid.ts'

export type Subject =
  | { operatorSid: SidOf<'OP'>; userSid: null }
  | { operatorSid: null; userSid: SidOf<'US'> }

type Owned = { operatorSid: PgColumn; userSid: PgColumn }

/** The condition that a row belongs to the subject. */
export const isOf = (table: Owned, { operatorSid, userSid }: Subject): SQL =>
  operatorSid === null ? eq(table.userSid, userSid) : eq(table.operatorSid, operatorSid)

/** Returns only the subject columns of an object. */
export const subjectOf = ({ operatorSid, userSid }: Subject): Subject =>
  operatorSid === null ? { operatorSid, userSid } : { operatorSid, userSid }

/** Returns the sid of the operator or user. */
export const idOf = ({ operatorSid, userSid }: Subject): string => operatorSid ?? userSid

/** Returns the subject of a row. A check constraint requires exactly one of the two columns. */
export function subjectIn(row: { operatorSid: SidOf<'OP'> | null; userSid: SidOf<'US'> | null }): Subject {
  const { operatorSid, userSid } = row
  if (operatorSid !== null) return { operatorSid, userSid: null }
  if (userSid !== null) return { operatorSid, userSid }
  throw new Error('The row has no subject.')
}
