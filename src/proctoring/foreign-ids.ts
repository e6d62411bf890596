// The names that other systems know a record by: in bodies, in records, and as filters of lists.

import { and, type Column } from 'drizzle-orm'
import * as z from 'zod'
import { equals } from '../shared/filter.ts'
import { optional, Text } from '../shared/text.ts'

const Id = Text(255)
const text = z.string().nullable()

export const foreignIdInput = {
  lmsId: optional(Id),
  sisId: optional(Id),
  apiId: optional(Id),
  externalId: optional(Id),
}

export const foreignIdOutput = {
  lmsId: text.meta({ description: 'Id in the LMS, from the LTI launch.' }),
  sisId: text,
  apiId: text,
  externalId: text,
}

/** Identifiers match exactly. */
export const foreignIdFilter = {
  lmsId: Id.optional(),
  sisId: Id.optional(),
  apiId: Id.optional(),
  externalId: Id.optional(),
}

type Name = keyof typeof foreignIdFilter
type TextColumn = Column<{ data: string } & Column['_']>

export const ofForeignIds = (table: Record<Name, TextColumn>, query: { [K in Name]?: string | undefined }) =>
  and(
    equals(table.lmsId, query.lmsId),
    equals(table.sisId, query.sisId),
    equals(table.apiId, query.apiId),
    equals(table.externalId, query.externalId),
  )
