// The operations that pass a caller's authority on, from the route table.

import { everyRoute } from './routes.ts'

/** Response members that give access. */
const secrets = ['stsToken', 'elementToken', 'secret', 'token', 'sessionToken', 'mfaToken', 'recoveryCodes']

/** The names of all members of a schema, at any depth. A `url` that expires is a link. */
function membersOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  if (Array.isArray(schema)) return schema.flatMap(each => membersOf(each, seen))
  const { def = {} }: { def?: Record<string, unknown> } = schema
  const shape: Record<string, unknown> = { ...Object(def['shape']) }
  const link = 'url' in shape && 'expiresAt' in shape ? ['link'] : []
  const parts = ['element', 'innerType', 'in', 'out', 'valueType', 'left', 'right', 'options']
  const inner = [...Object.values(shape), ...parts.map(part => def[part])]
  return [...Object.keys(shape), ...link, ...inner.flatMap(each => membersOf(each, seen))]
}

/** The operations whose response gives access, and those that check a permission ceiling. */
export const authorityRoutes = everyRoute.filter(
  ({ returns, problems }) =>
    membersOf(returns).some(name => [...secrets, 'link'].includes(name)) ||
    problems?.includes('permission_ceiling_violation'),
)
