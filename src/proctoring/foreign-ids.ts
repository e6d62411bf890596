// The names that other systems know a record by: in bodies, in records, and as filters of lists.

import { and, type Column } from 'drizzle-orm'
import { equals } from '../shared/http/filter.ts'
import { NullableText, optional, Text } from '../shared/values/text.ts'

const Id = Text(255)

export const foreignIdInput = {
  lmsId: optional(Id),
  sisId: optional(Id),
  apiId: optional(Id),
  externalId: optional(Id),
}

export const foreignIdOutput = {
  lmsId: NullableText.meta({ description: 'Id in the LMS, from the LTI launch.' }),
  sisId: NullableText,
  apiId: NullableText,
  externalId: NullableText,
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

/** The condition that a record has each of the ids that a query names. */
export const ofForeignIds = (table: Record<Name, TextColumn>, query: { [K in Name]?: string | undefined }) =>
  and(
    equals(table.lmsId, query.lmsId),
    equals(table.sisId, query.sisId),
    equals(table.apiId, query.apiId),
    equals(table.externalId, query.externalId),
  )
