// After a write, the platform is notified only if deliveries are due.
import { expect, test } from 'vitest'
import { delivery } from '../../../db/schema/webhook.ts'
import type { Bucket } from '../../../src/proctoring/bucket.ts'
import { routes } from '../../../src/proctoring/index.ts'
import { installAuthenticator } from '../../../src/shared/auth/install-authenticator.ts'
import { sealWith } from '../../../src/shared/crypto/seal.ts'
import { serve } from '../../../src/shared/http/serve.ts'
import { ownStack } from '../../support/stack.ts'
import { endpointSecret } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

/** Sends requests to the proctoring Worker in this process, and counts its notifications. */
function workerOf({ stack, secret }: World) {
  let notifications = 0
  const env = {
    db: stack.db,
    baseUrl: stack.baseUrl,
    showRoundTrips: false,
    PASSWORD_COST_LOG2: 10,
    log: () => {},
    sealed: sealWith([new Uint8Array(32)]),
    targets: { allowHosts: [], ownHosts: [] },
    bucket: {} as Bucket,
    realtime: undefined,
    ended: undefined,
    changed() {
      notifications += 1
      return Promise.resolve(new Response())
    },
  }
  const worker = serve('proctoring', routes, () => env, installAuthenticator)
  const execution = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} }
  return {
    async post(path: string, body: unknown) {
      const request = new Request(`http://proctoring${path}`, {
        method: 'POST',
        headers: { token: secret, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const response = await worker.fetch(request, { LOG_LEVEL: 'off' }, execution)
      return response.status
    },
    notifications: () => notifications,
  }
}

test('a write notifies the platform if its events are due for an endpoint', async () => {
  const stack = await ownStack({ kind: 'postgres' }) // due deliveries of other tests would count
  try {
    const world = await makeWorld(stack)
    const worker = workerOf(world)
    const user = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }
    const create = () => worker.post(world.path('/users'), user)
    expect(await create()).toBe(201)
    expect(worker.notifications(), 'no endpoint matches').toBe(0)

    const body = { url: 'https://lms.example/hook', secret: endpointSecret, events: ['database.event'] }
    const endpoint = await world.admin('POST', '/api/webhooks', { body })
    expect(endpoint.status, endpoint.raw).toBe(201)
    for (let created = 1; created <= 20; created += 1) {
      await stack.db.delete(delivery)
      expect(await create()).toBe(201)
      expect(worker.notifications(), 'its delivery is due at once').toBe(created)
    }
    expect(await worker.post(world.path('/users'), {})).toBe(400)
    expect(worker.notifications(), 'a refused write').toBe(20)
  } finally {
    await stack.close()
  }
})
