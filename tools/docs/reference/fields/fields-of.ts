import type * as z from 'zod'

/** The operations that set a field, by their operationIds. */
export type Setters = readonly [string, ...string[]]

/** The setters of every member of a record. A member without a row does not compile. */
export type FieldsOf<S extends z.ZodObject> = { readonly [K in keyof S['shape']]: Setters }

/** A record of the API and the operations that set its fields. */
export type RecordFields = { schema: z.ZodObject; fields: Readonly<Record<string, Setters>> }

/** A record whose map the compiler has checked. */
export const fieldsOf = <S extends z.ZodObject>(schema: S, fields: FieldsOf<S>): RecordFields => ({
  schema,
  fields,
})

/** The same setters for several fields. */
export const each = <K extends string>(names: readonly K[], ...setters: Setters): Record<K, Setters> =>
  Object.fromEntries(names.map(name => [name, setters])) as Record<K, Setters>

/** The ids of a record in other systems. */
export const foreignIdNames = ['lmsId', 'sisId', 'apiId', 'externalId'] as const
