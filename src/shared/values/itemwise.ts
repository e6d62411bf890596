import * as z from 'zod'

/**
 * An item of a batch that is validated alone: an invalid item does not make the body invalid. The value is the result of
 * `safeParse`. The OpenAPI document shows the schema of the item.
 */
export const itemwise = <T extends z.ZodType>(schema: T) => {
  const { $schema, ...documented } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return z
    .custom<z.input<T>>(() => true)
    .meta(documented)
    .transform(value => schema.safeParse(value, { reportInput: true }))
}
