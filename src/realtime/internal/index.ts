// The paths that the areas call. The edge does not route to them.

import { documentPaths } from '../../shared/documents/calls.ts'
import { failureMembers } from '../../shared/logging/failure.ts'
import { endedPath, monitorPath, type RealtimePath } from '../../shared/realtime/client.ts'
import { realtimePaths } from '../../shared/realtime/events.ts'
import { type ObjectEnv, readObjectEnv } from '../env.ts'
import { listDocuments, readDocument, removeDocument } from './documents.ts'
import { serveEnded } from './ended.ts'
import { serveEndpointChange } from './endpoints.ts'
import { serveMonitor } from './monitor.ts'
import { servePublications } from './publications.ts'

export const internalPrefix = '/internal/'

/** Serves a call. @throws Error, upon which the caller tries again */
type Handler = (body: unknown, env: ObjectEnv) => Promise<Response>

const handlers: Record<RealtimePath, Handler> = {
  [documentPaths.list]: listDocuments,
  [documentPaths.read]: readDocument,
  [documentPaths.remove]: removeDocument,
  [endedPath]: serveEnded,
  [monitorPath]: serveMonitor,
  [realtimePaths.endpoints]: serveEndpointChange,
  [realtimePaths.publications]: servePublications,
}

/** Serves a request of an area. A failure responds with 503, and is logged. */
export async function serveInternal(request: Request, bindings: unknown): Promise<Response> {
  const env = readObjectEnv(bindings)
  const { pathname } = new URL(request.url)
  const handler = Object.entries(handlers).find(([path]) => path === pathname)?.[1]
  if (!handler || request.method !== 'POST') return new Response(null, { status: 404 })
  try {
    return await handler(await request.json(), env)
  } catch (error) {
    env.log('error', pathname, () => failureMembers(error))
    return new Response(null, { status: 503 })
  }
}
