// What the bench asks of the system.

import type { Started } from '../test/support/start.ts'

export const secret = 'a secret of the bench'
export const eventType = 'document.updated'

/** For the system's environment: what is measured is how fast events come in, and not when they are too many. */
export const unhurried = { WEBHOOK_PUBLISH_PER_MINUTE: '1000000' }

type Request = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown; status: number }

export type Client = {
  /** Sends over a connection that is kept and answers the body. @throws Error at another status */
  send(request: Request): Promise<string>
  /** Makes an endpoint that hears of the events whose payload has these members; answers its id. */
  listen(url: string, filter?: Record<string, unknown>): Promise<string>
  /** Lets an endpoint that has heard of nothing hear of what has these members, all that came since then included. */
  catchUp(id: string, filter: Record<string, unknown>, since: Date): Promise<void>
  forget(id: string): Promise<void>
  /** Makes a user and answers the path to it. */
  user(n: number): Promise<string>
}

const timeoutMs = 60_000

export function clientOf({ baseUrl, demo }: Pick<Started, 'baseUrl' | 'demo'>): Client {
  const headers = { token: demo['apiCredential'] ?? '', 'content-type': 'application/json' }
  async function send({ method, path, body, status }: Request): Promise<string> {
    const answer = await fetch(baseUrl + path, {
      ...{ method, headers, signal: AbortSignal.timeout(timeoutMs) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return text
  }
  return {
    send,
    async listen(url, filter = {}) {
      const body = { url, secret, events: [eventType, 'database.event'], filter }
      const made: { id: string } = JSON.parse(
        await send({ method: 'POST', path: '/api/webhooks', body, status: 201 }),
      )
      return made.id
    },
    async catchUp(id, filter, since) {
      const path = `/api/webhooks/${id}`
      await send({ method: 'PUT', path, body: { filter }, status: 200 })
      await send({ method: 'POST', path: `${path}/recover`, body: { since }, status: 202 })
    },
    async forget(id) {
      await send({ method: 'DELETE', path: `/api/webhooks/${id}`, status: 204 })
    },
    async user(n) {
      const path = `/v1/installs/${demo['installSid']}/users`
      const body = { firstName: 'Ada', lastName: 'Renamed', email: `renamed-${n}@people.example` }
      const made: { sid: string } = JSON.parse(await send({ method: 'POST', path, body, status: 201 }))
      return `${path}/${made.sid}`
    },
  }
}

/** What no event has. */
export const silence = { nobody: true }

/** The request that publishes an event; about as much is told as of a captured change. */
export const publishing = (payload: Record<string, unknown>): Request => ({
  method: 'POST',
  path: '/api/events',
  body: {
    topic: 'courses.syllabus',
    type: eventType,
    payload: { documentId: 'syllabus-7', title: 'Syllabus of the autumn term', ...payload },
  },
  status: 202,
})

/** The request that changes a user, which is captured when the name is another one than before. */
export const renaming = (user: string, lastName: string): Request => ({
  method: 'PUT',
  path: user,
  body: { lastName },
  status: 200,
})
