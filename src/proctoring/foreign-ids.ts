// Ids of a record in other systems: request members, response members and list filters.

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

/** Filters of lists; ids match exactly. */
export const foreignIdFilter = {
  lmsId: Id.optional(),
  sisId: Id.optional(),
  apiId: Id.optional(),
  externalId: Id.optional(),
}

type Name = keyof typeof foreignIdFilter
type TextColumn = Column<{ data: string } & Column['_']>

/** Returns the condition that a record has every id in the query. */
export const matchesForeignIds = (
  table: Record<Name, TextColumn>,
  query: { [K in Name]?: string | undefined },
) =>
  and(
    equals(table.lmsId, query.lmsId),
    equals(table.sisId, query.sisId),
    equals(table.apiId, query.apiId),
    equals(table.externalId, query.externalId),
  )
