// `POST /__local/cron` of the local stack: the scheduled work on request.
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../tools/stack/stack.ts'
import { inState, setRow } from '../../support/session-steps.ts'
import { sharedStack } from '../../support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack()
})

const json = { 'content-type': 'application/json' }
const cron = (body: unknown, headers: Record<string, string> = json) =>
  fetch(new URL('/__local/cron', stack.baseUrl), {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test.each(['proctoring', 'platform'])('runs the scheduled work of %s and responds with 200', async worker => {
  const at = '2026-01-01T00:00:00.000Z'
  const response = await cron({ worker, at })
  expect([response.status, await response.json()]).toEqual([200, { worker, at }])
})

test('has ended the work when it responds, with at as its time, which is now by default', async () => {
  const world = await inState('Scheduled')
  await setRow(world, world.sessionSid, { appointmentEndDate: new Date(Date.now() - 14 * 60_000) })
  expect((await cron({ worker: 'proctoring' })).status).toBe(200)
  expect((await world.read()).body).toMatchObject({ status: 'Scheduled' })
  const at = new Date(Date.now() + 120_000).toISOString()
  expect((await cron({ worker: 'proctoring', at })).status).toBe(200)
  expect((await world.read()).body).toMatchObject({ status: 'Closed', statusReason: 'no-show' })
})

test.each([
  [{}, 'worker'],
  [{ worker: 'sts' }, 'worker'],
  [{ worker: 'proctoring', at: 'soon' }, 'at'],
  [{ worker: 'proctoring', at: null }, 'at'],
  [{ worker: 'proctoring', at: '2150-01-01T00:00:00.000Z' }, 'at'],
  [{ worker: 'proctoring', now: true }, 'now'],
])('%j is 400 and names %s', async (body, path) => {
  const response = await cron(body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_request', errors: [{ path }] })
})

test('malformed JSON is 400, more than 1000 characters too, and a body that is not declared as JSON is 415', async () => {
  expect((await cron('{')).status).toBe(400)
  expect((await cron(`{"worker":"proctoring"${' '.repeat(1000)}}`)).status).toBe(400)
  expect((await cron({ worker: 'proctoring' }, { 'content-type': 'text/plain' })).status).toBe(415)
})

test('does not exist for a request that a proxy has forwarded', async () => {
  for (const header of ['x-forwarded-for', 'forwarded'])
    expect((await cron({ worker: 'proctoring' }, { ...json, [header]: '203.0.113.1' })).status).toBe(404)
})
