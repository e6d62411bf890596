import type * as z from 'zod'

/** What the OpenAPI document contains about a member: what it is for, and an example unless its values are listed. */
export type Descriptions = Record<string, { description: string; example?: unknown }>

/** The members that records of all areas have. */
const common: Descriptions = {
  createdDate: { description: 'When the record was created.' },
  editDate: { description: 'When the record was last changed.' },
  createdAt: { description: 'When the record was created.' },
}

/**
 * Adds the description and the example of each member by its name. What the schema of a member declares itself
 * has precedence.
 */
export const described = <S extends Record<string, z.ZodType>>(
  shape: S,
  descriptions: Descriptions = {},
): S =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      const text = descriptions[name] ?? common[name]
      const { id, ...own } = schema.meta() ?? {}
      // The metadata of a component describes the component, not the member.
      return [name, text ? schema.meta({ ...text, ...(id === undefined && own) }) : schema]
    }),
  ) as S
