// Area C, as the application of the demo account.

import { operation, type Part, type Place, prepared } from './all-operation.ts'
import { textOf } from './ask.ts'
import { clientOf, eventType, publishing, secret, silence } from './webhooks-client.ts'

// Nothing is sent to it: no event has what it asks for.
const endpoint = { url: 'https://lms.example.com/webhooks', secret, events: [eventType], filter: silence }

export async function platformOf(place: Place, session: string): Promise<Part> {
  const { apiCredential: token = '', otherCredential = '', applicationId } = place.demo
  const headers = { token }
  const webhook = await clientOf(place).listen(endpoint.url, silence)
  const wanted = { applicationId, permissions: [] }
  const jwt = await prepared(place, headers, {
    method: 'POST',
    path: '/auth/token',
    body: wanted,
    status: 200,
  })
  const { path, body, status } = publishing({})
  const read = { method: 'GET', headers, limit: 'select', status: 200 } as const
  const operations = await Promise.all([
    operation({ ...read, method: 'POST', path: '/auth/token', body: wanted, limit: 'selectSign' }),
    operation({ ...read, method: 'POST', path: '/auth/verify', body: { token: textOf(jwt, 'token') } }),
    operation({ ...read, path: '/api/auth/me', headers: { authorization: `Bearer ${session}` } }),
    operation({ ...read, path: '/api/webhooks' }),
    operation({ ...read, path: `/api/webhooks/${webhook}` }),
    // In another account, so that the events of this one are not held against them all.
    operation({
      ...{ method: 'POST', path: '/api/webhooks', headers: { token: otherCredential } },
      ...{ body: endpoint, limit: 'write', status: 201 },
    }),
    operation({ method: 'POST', path, headers, body, limit: 'write', status, note: 'nobody listens' }),
    operation({ ...read, path: '/api/webhooks/logs' }),
  ])
  return { name: 'JWTs and webhooks', operations: () => Promise.resolve(operations) }
}
