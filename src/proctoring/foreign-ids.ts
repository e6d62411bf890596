// Ids of a record in other systems: request members, response members and list filters.

import { and, type Column } from 'drizzle-orm'
import { equals } from '../shared/http/filter.ts'
import { described } from '../shared/values/described.ts'
import { NullableText, optional, Text } from '../shared/values/text.ts'

const Id = Text(255)

export const foreignIds = {
  lmsId: { description: 'The id in the LMS, from the LTI launch.', example: '4f1c0d' },
  sisId: {
    description: 'The id in the student information system; the sourcedId of OneRoster.',
    example: 'S-10482',
  },
  apiId: { description: 'The id in the system that uses this API.', example: 'lms-10482' },
  externalId: { description: 'The id in any other system.', example: 'ext-10482' },
}

export const foreignIdInput = described(
  { lmsId: optional(Id), sisId: optional(Id), apiId: optional(Id), externalId: optional(Id) },
  foreignIds,
)

export const foreignIdOutput = described(
  { lmsId: NullableText, sisId: NullableText, apiId: NullableText, externalId: NullableText },
  foreignIds,
)

/** Filters of lists; ids match exactly. */
export const foreignIdFilter = described(
  { lmsId: Id.optional(), sisId: Id.optional(), apiId: Id.optional(), externalId: Id.optional() },
  foreignIds,
)

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
