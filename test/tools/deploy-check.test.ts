// The checks of `npm run deploy` after a deployment.
import { expect, test } from 'vitest'
import { checkDeployment, type Get } from '../../tools/deploy/check.ts'

const version = '1.2.3'
const good = new Map([
  ['/healthz', { status: 200, text: '{"status":"ok"}' }],
  ['/readyz', { status: 200, text: '{"status":"ready"}' }],
  ['/openapi.json', { status: 200, text: JSON.stringify({ info: { version } }) }],
])
const getFrom =
  (responses: typeof good): Get =>
  async path =>
    responses.get(path) ?? Promise.reject(new TypeError('fetch failed', { cause: new Error('no such host') }))
const polling = { timeoutMs: 20, pauseMs: 5 }

test('pass when the system is healthy, ready and of this version', async () => {
  expect(await checkDeployment(getFrom(good), version, polling)).toEqual([])
})

test('name the check of /readyz that failed, another version, and a path without a response', async () => {
  const notReady = JSON.stringify({ code: 'not_ready', check: 'migrations' })
  const bad = new Map([
    ['/readyz', { status: 503, text: notReady }],
    ['/openapi.json', { status: 200, text: JSON.stringify({ info: { version: '1.2.2' } }) }],
  ])
  expect(await checkDeployment(getFrom(bad), version, polling)).toEqual([
    '/healthz: no response (no such host).',
    '/readyz: not_ready (migrations).',
    '/openapi.json: version 1.2.2 instead of 1.2.3.',
  ])
})

test('are repeated until the new version has arrived', async () => {
  let calls = 0
  const get: Get = path => {
    calls += 1
    return getFrom(calls > 4 ? good : new Map())(path)
  }
  expect(await checkDeployment(get, version, { timeoutMs: 10_000, pauseMs: 1 })).toEqual([])
  expect(calls).toBe(9)
})
