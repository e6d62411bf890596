// The calls of the platform to the documents of an application, in the Worker `realtime`.

import * as z from 'zod'
import type { RealtimePath } from '../realtime/client.ts'
import { Sid } from '../values/sid.ts'

export const documentPaths = {
  list: '/internal/documents/list',
  read: '/internal/documents/read',
  remove: '/internal/documents/remove',
} as const satisfies Record<string, RealtimePath>

/** The orders of the list. */
export const documentSortKeys = ['name', 'createdAt', 'updatedAt'] as const

/** The body of `list`. */
export const DocumentListCall = z.object({
  applicationSid: Sid('AP'),
  offset: z.int(),
  limit: z.int(),
  sortKeys: z.array(z.enum(documentSortKeys)),
  sortOrder: z.enum(['ASC', 'DESC']),
})
export type DocumentListCall = z.output<typeof DocumentListCall>

/** A document in the list. Times are in milliseconds since 1970. */
export const ListedDocument = z.object({
  name: z.string(),
  version: z.int(),
  size: z.int(),
  createdAt: z.int(),
  updatedAt: z.int(),
})
export type ListedDocument = z.output<typeof ListedDocument>

/** The response of `list`. */
export const DocumentListing = z.object({ documents: z.array(ListedDocument), total: z.int() })
export type DocumentListing = z.output<typeof DocumentListing>

/**
 * The body of `read` and `remove`. `read` responds with the content as JSON and its entity tag; with 204 and the entity tag
 * if `ifNoneMatch` contains it; and with 204 without one if there is no such document. `remove` responds with
 * `DocumentRemoval`.
 */
export const DocumentCall = z.object({
  applicationSid: Sid('AP'),
  name: z.string(),
  ifNoneMatch: z.string().optional(),
})
export type DocumentCall = z.output<typeof DocumentCall>

export const DocumentRemoval = z.object({ removed: z.boolean() })
