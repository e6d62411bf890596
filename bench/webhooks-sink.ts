// The receiver of the bench's deliveries, in a separate process. It responds at once and records the arrival times.
// `POST /<group>/<endpoint>` returns 204, or never responds if the group begins with `hang`. `GET /<group>` returns the record.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

/** The deliveries of a group: distinct ones, and repetitions. Instants and lags are in ms. */
export type Arrived = {
  count: number
  repeats: number
  /** Epoch ms. */
  lastAt: number
  /** The time from the event's transaction to the arrival. */
  lags: number[]
  last?: { body: string; headers: Record<string, string> }
}

type Group = Arrived & { seen: Set<string> }

const Envelope = z.object({ id: z.string(), metadata: z.object({ timestamp: z.number() }) })

const groups = new Map<string, Group>()

function groupOf(name: string): Group {
  const existing = groups.get(name)
  if (existing) return existing
  const created = { count: 0, repeats: 0, lastAt: 0, lags: [], seen: new Set<string>() }
  groups.set(name, created)
  return created
}

function record(group: Group, endpoint: string, body: string, { headers }: IncomingMessage): void {
  const now = Date.now()
  const { id, metadata } = Envelope.parse(JSON.parse(body))
  const key = `${endpoint} ${id}`
  if (group.seen.has(key)) {
    group.repeats += 1
    return
  }
  group.seen.add(key)
  group.count += 1
  group.lastAt = now
  group.lags.push(now - metadata.timestamp)
  group.last = {
    body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  }
}

const server = createServer(async (request, response) => {
  const [, name = '', endpoint = ''] = request.url?.split('/') ?? []
  if (request.method === 'GET') {
    const { seen: _, ...arrived } = groupOf(name)
    response.end(JSON.stringify(arrived))
    return
  }
  record(groupOf(name), endpoint, await text(request), request)
  if (!name.startsWith('hang')) response.writeHead(204).end()
})
server.keepAliveTimeout = 0 // the sender closes idle connections, so that no connection is reset while it is reused
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(port)
})
process.once('disconnect', () => process.exit())
