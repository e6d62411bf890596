// The operations of area C, with the application of the demo account.

import * as z from 'zod'
import { type MeasuredSystem, operation, type Part, setupRequest } from './all-operation.ts'
import { textOf } from './get.ts'
import {
  clientOf,
  endpointLimit,
  eventType,
  matchNothing,
  publishRequest,
  secret,
} from './webhooks-client.ts'
import { sendConcurrently } from './webhooks-load.ts'

// It receives nothing: no event matches its filter.
const endpoint = {
  url: 'https://lms.example.com/webhooks',
  secret,
  events: [eventType],
  filter: matchNothing,
}

export async function platformOf(system: MeasuredSystem, session: string): Promise<Part> {
  const { apiCredential: token = '', otherCredential = '', applicationId } = system.demo
  const headers = { token }
  const webhook = await clientOf(system).createEndpoint(endpoint.url, matchNothing)
  const jwtInput = { applicationId, permissions: [] }
  const jwt = await setupRequest(system, headers, {
    method: 'POST',
    path: '/auth/token',
    body: jwtInput,
    status: 200,
  })
  const { path, body, status } = publishRequest({})
  const read = { method: 'GET', headers, limit: 'select', status: 200 } as const
  const operations = await Promise.all([
    operation({ ...read, method: 'POST', path: '/auth/token', body: jwtInput, limit: 'selectSign' }),
    operation({ ...read, method: 'POST', path: '/auth/verify', body: { token: textOf(jwt, 'token') } }),
    operation({ ...read, path: '/api/auth/me', headers: { authorization: `Bearer ${session}` } }),
    operation({ ...read, path: '/api/webhooks' }),
    operation({ ...read, path: `/api/webhooks/${webhook}` }),
    // Created in another account, so that events of this account are not matched with all of them.
    operation({
      ...{ method: 'POST', path: '/api/webhooks', headers: { token: otherCredential } },
      ...{ body: endpoint, limit: 'write', status: 201, maxRequests: endpointLimit },
      reset: () => deleteEndpoints(system.baseUrl, otherCredential),
    }),
    operation({
      method: 'POST',
      path,
      headers,
      body,
      limit: 'write',
      status,
      note: 'without a matching endpoint',
    }),
    operation({ ...read, path: '/api/webhooks/logs' }),
  ])
  return { name: 'JWTs and webhooks', operations: () => Promise.resolve(operations) }
}

/** Deletes all endpoints of an application, so that it can have others. */
async function deleteEndpoints(baseUrl: string, token: string): Promise<void> {
  const client = clientOf({ baseUrl, demo: { apiCredential: token } })
  const path = `/api/webhooks?limit=${endpointLimit}`
  const endpoints = Endpoints.parse(JSON.parse(await client.send({ method: 'GET', path, status: 200 })))
  await sendConcurrently(endpoints.length, 16, at => client.deleteEndpoint(endpoints[at]?.id ?? ''))
}

const Endpoints = z.array(z.object({ id: z.string() }))
