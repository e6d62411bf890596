// The calls to the Worker `realtime`, which has the documents.

import {
  type DocumentCall,
  type DocumentListCall,
  DocumentListing,
  DocumentRemoval,
  documentPaths,
} from '../../shared/documents/calls.ts'
import type { Service } from '../../shared/env.ts'
import { Problem } from '../../shared/problems/problem.ts'
import { callRealtime } from '../../shared/realtime/client.ts'
import type { DocumentContent } from './schema.ts'

type Env = { realtime: Service | undefined }

/** @throws Problem `not_ready` if the Worker is not available */
async function call(
  { realtime }: Env,
  operation: keyof typeof documentPaths,
  body: object,
): Promise<Response> {
  try {
    if (!realtime) throw new Error('The binding REALTIME is missing.')
    return await callRealtime(realtime, documentPaths[operation], body)
  } catch (cause) {
    throw new Problem('not_ready', 'The documents are not available.', { cause })
  }
}

/** Returns a page of the documents of an application. */
export const callList = async (env: Env, query: DocumentListCall): Promise<DocumentListing> =>
  DocumentListing.parse(await (await call(env, 'list', query)).json())

/** Returns a document, without its content if the client has it. @throws Problem `not_found` */
export async function callRead(env: Env, document: DocumentCall): Promise<DocumentContent> {
  const response = await call(env, 'read', document)
  const etag = response.headers.get('etag')
  if (etag === null) throw notFound()
  return { etag, content: response.status === 204 ? {} : Object(await response.json()) }
}

/** Deletes a document. @throws Problem `not_found` */
export async function callRemove(env: Env, document: DocumentCall): Promise<void> {
  const response = await call(env, 'remove', document)
  if (!DocumentRemoval.parse(await response.json()).removed) throw notFound()
}

const notFound = () => new Problem('not_found', 'There is no such document.')
