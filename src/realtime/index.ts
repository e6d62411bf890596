// The Worker `realtime`: passes each WebSocket to a shard or a document. Start reading here; then shard/socket-shard.ts
// holds the sockets, topic/topic.ts the topics, and document/document.ts a document with its sockets.

import { requestIdOf } from '../shared/http/request-id.ts'
import { guard } from '../shared/http/security-headers.ts'
import { metricsPath, metricsResponse } from '../shared/metrics/serve.ts'
import { toProblem } from '../shared/problems/failure.ts'
import { noSuchPath, Problem } from '../shared/problems/problem.ts'
import { stubOf } from './contract/objects.ts'
import { acceptDocument, documentsPrefix } from './document/accept.ts'
import { readObjectEnv } from './env.ts'
import { internalPrefix, serveInternal } from './internal/index.ts'
import { shardHeader } from './shard/socket-shard.ts'
import { Spread } from './spread.ts'

const path = '/connection/websocket'
/** One for each region, because the shards of a region do not fill those of another one. */
const spreads = new Map<string, Spread>()
const maxAttempts = 12

/** Serves an upgrade to a WebSocket, or a request of an area. */
export async function serveRealtime(request: Request, bindings: unknown): Promise<Response> {
  const { pathname } = new URL(request.url)
  try {
    if (pathname === metricsPath) return metricsResponse('realtime', Object(bindings))
    if (pathname.startsWith(internalPrefix)) return await serveInternal(request, bindings)
    const isDocument = pathname.startsWith(documentsPrefix)
    if (pathname !== path && !isDocument) throw noSuchPath(pathname)
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket')
      throw new Problem('upgrade_required', 'Expected an upgrade to a WebSocket.', {
        headers: { upgrade: 'websocket', connection: 'Upgrade' },
      })
    return isDocument
      ? await acceptDocument(request, readObjectEnv(bindings))
      : await accept(request, bindings)
  } catch (error) {
    const requestId = requestIdOf(request.headers)
    const { status, headers, body } = toProblem(error).toResponse(requestId)
    const response = new Response(body, { status, headers: { ...headers, 'x-request-id': requestId } })
    guard(response.headers, baseUrlIn(bindings))
    return response
  }
}

const baseUrlIn = (bindings: unknown): string => String(Object(bindings)['BASE_URL'] ?? '')

/** Passes the socket to a shard with room for it. */
async function accept(request: Request, bindings: unknown): Promise<Response> {
  const { shards } = readObjectEnv(bindings)
  const region = String(Object(Object(request)['cf'])['continent'] ?? 'any')
  const spread = spreads.get(region) ?? new Spread()
  spreads.set(region, spread)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const shard = spread.pick(Math.random(), Date.now())
    const name = `${region}-${shard}`
    const passed = new Request(request)
    passed.headers.set(shardHeader, name)
    const response = await stubOf(shards, name).fetch(passed)
    if (response.status === 101) return response
    spread.full(shard, Date.now(), attempt)
  }
  throw new Problem('too_busy')
}
