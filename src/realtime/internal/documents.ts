// The calls of the platform to documents.

import type * as z from 'zod'
import {
  DocumentCall,
  DocumentListCall,
  type DocumentListing,
  type DocumentRemoval,
} from '../../shared/documents/calls.ts'
import { nameOfDocument } from '../contract/documents.ts'
import { stubOf } from '../contract/objects.ts'
import { jsonOf } from '../document/json.ts'
import type { ObjectEnv } from '../env.ts'

/** Responds with a page of the documents of an application. */
export async function listDocuments(body: unknown, { documentLists }: ObjectEnv): Promise<Response> {
  const { applicationSid, ...query } = DocumentListCall.parse(body)
  const listing: DocumentListing = await stubOf(documentLists, applicationSid).page(query)
  return Response.json(listing)
}

const documentOf = ({ documents }: ObjectEnv, { applicationSid, name }: DocumentCall) =>
  stubOf(documents, nameOfDocument({ applicationSid, name }))

/** Responds with the content of a document. The object only encodes it; the JSON is made here. */
export async function readDocument(body: unknown, env: ObjectEnv): Promise<Response> {
  const call = DocumentCall.parse(body)
  const content = await documentOf(env, call).read(call.ifNoneMatch)
  if (!content) return new Response(null, { status: 204 })
  const { etag, update } = content
  const headers = { etag, 'content-type': 'application/json' }
  return update ? new Response(jsonOf(update), { headers }) : new Response(null, { status: 204, headers })
}

/** Deletes a document. */
export async function removeDocument(body: unknown, env: ObjectEnv): Promise<Response> {
  const removed = await documentOf(env, DocumentCall.parse(body)).remove()
  return Response.json({ removed } satisfies z.output<typeof DocumentRemoval>)
}
