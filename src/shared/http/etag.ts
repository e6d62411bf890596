import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isOpen, type Route } from './route.ts'

const tagsIn = (header: string | undefined): string[] => header?.match(/\*|(?:W\/)?"[^"]*"/g) ?? []

/** Whether a header `If-None-Match` contains the entity tag (RFC 9110, 13.1.2). Weak tags compare equal to strong ones. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  tagsIn(header).some(tag => tag === '*' || tag.replace(/^W\//, '') === etag)

/** Whether a header `If-Match` contains the entity tag (RFC 9110, 13.1.1). A weak tag matches nothing. */
export const matchesStrongly = (header: string, etag: string): boolean =>
  tagsIn(header).some(tag => tag === '*' || tag === etag)

const entityTag = '(?:W/)?"[^"]*"'
/** A list can have empty elements (RFC 9110, 5.6.1.2). */
const entityTags = new RegExp(`^(?:\\s*\\*\\s*|[\\s,]*${entityTag}(?:\\s*,[\\s,]*${entityTag})*[\\s,]*)$`)

/** Whether a header `If-Match` is `*` or a list of entity tags (RFC 9110, 13.1.1). */
export const isTagList = (header: string): boolean => entityTags.test(header)

/** Returns the strong entity tag of a response: a digest of its body. */
export const etagOfBody = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url')}"`

type Readable = Pick<Route, 'method' | 'returns' | 'action' | 'callers' | 'volatile'> & {
  etagOf?: unknown
  csv?: unknown
}

/** Whether an operation returns one record, whose entity tag is the digest of its body. */
export const isRecord = (route: Readable): boolean =>
  route.method === 'get' &&
  !(isOpen(route) || route.volatile || route.etagOf || route.csv) &&
  route.returns instanceof z.ZodObject &&
  !('results' in route.returns.shape)

/**
 * Returns the operation that reads the record of a PUT or a DELETE, if there is one.
 * @param routes the table of the area
 */
export function recordOf<R extends Readable & Pick<Route, 'path' | 'recordPath'>>(
  { method, path, recordPath = path }: R,
  routes: readonly R[],
): R | undefined {
  if (method !== 'put' && method !== 'delete') return undefined
  return routes.find(route => route.path === recordPath && isRecord(route))
}
