// The requests of the webhook bench.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Started } from '../test/support/start.ts'

export const secret = 'a secret of the bench'
export const eventType = 'document.updated'

/** The number of endpoints that an application may have in a system with high limits: the maximum of the setting. */
export const endpointLimit = 200

/** The environment of a measured system. Its limits are high, because the bench measures rates and not refusals. */
export const highLimits = {
  WEBHOOK_PUBLISH_PER_MINUTE: '1000000',
  WEBHOOK_ENDPOINT_LIMIT: String(endpointLimit),
}

/** How often an application may recover deliveries in a minute, which no setting changes. */
const recoveriesPerMinute = 10
const minuteMs = 60_000

type Request = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown; status: number }

export type Client = {
  /** Sends over a kept connection and returns the body. @throws Error for another status */
  send(request: Request): Promise<string>
  /** Creates an endpoint for events whose payload has these members. Returns its id. */
  createEndpoint(url: string, filter?: Record<string, unknown>): Promise<string>
  /** Waits until so many recoveries are within the rate limit. */
  waitForRecoveries(count: number): Promise<void>
  /** Sets the filter of an endpoint, and recovers the matching events since then. */
  recoverMatching(id: string, filter: Record<string, unknown>, since: Date): Promise<void>
  deleteEndpoint(id: string): Promise<void>
  /** Creates a user. Returns its path. */
  user(n: number): Promise<string>
}

const timeoutMs = 60_000

export function clientOf({ baseUrl, demo }: Pick<Started, 'baseUrl' | 'demo'>): Client {
  const headers = { token: demo['apiCredential'] ?? '', 'content-type': 'application/json' }
  async function send({ method, path, body, status }: Request): Promise<string> {
    const response = await fetch(baseUrl + path, {
      ...{ method, headers, signal: AbortSignal.timeout(timeoutMs) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== status) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return text
  }
  const recoveredAt: number[] = []
  return {
    send,
    async waitForRecoveries(count) {
      // The limit is reached when the last but so many recoveries are less than a minute ago.
      const last = recoveredAt.at(count - recoveriesPerMinute - 1)
      if (last !== undefined) await sleep(Math.max(0, last + minuteMs - Date.now()))
    },
    async createEndpoint(url, filter = {}) {
      const body = { url, secret, events: [eventType, 'database.event'], filter }
      const created: { id: string } = JSON.parse(
        await send({ method: 'POST', path: '/api/webhooks', body, status: 201 }),
      )
      return created.id
    },
    async recoverMatching(id, filter, since) {
      const path = `/api/webhooks/${id}`
      await send({ method: 'PUT', path, body: { filter }, status: 200 })
      recoveredAt.push(Date.now())
      await send({ method: 'POST', path: `${path}/recover`, body: { since }, status: 202 })
    },
    async deleteEndpoint(id) {
      await send({ method: 'DELETE', path: `/api/webhooks/${id}`, status: 204 })
    },
    async user(n) {
      const path = `/v1/installs/${demo['installSid']}/users`
      const body = { firstName: 'Ada', lastName: 'Renamed', email: `renamed-${n}@people.example` }
      const created: { sid: string } = JSON.parse(await send({ method: 'POST', path, body, status: 201 }))
      return `${path}/${created.sid}`
    },
  }
}

/** A filter that matches no event. */
export const matchNothing = { nobody: true }

/** Builds the request that publishes an event. The payload is about as large as that of a captured change. */
export const publishRequest = (payload: Record<string, unknown>): Request => ({
  method: 'POST',
  path: '/api/events',
  body: {
    topic: 'courses.syllabus',
    type: eventType,
    payload: { documentId: 'syllabus-7', title: 'Syllabus of the autumn term', ...payload },
  },
  status: 202,
})

/** Builds the request that changes a user. The change is captured if the name differs. */
export const renameRequest = (user: string, lastName: string): Request => ({
  method: 'PUT',
  path: user,
  body: { lastName },
  status: 200,
})
