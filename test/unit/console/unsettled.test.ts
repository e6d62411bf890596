// The idempotency keys of changes that an operator sends again.

import { expect, test } from 'vitest'
import { unsettledChanges } from '../../../src/console/app/api/unsettled.ts'

const lost = 'lost'
type Outcome = number | typeof lost

/** Sends changes one after another, each with its own key. Returns the keys that were sent. */
async function keysOf(changes: { outcome: Outcome; body?: string; headers?: Record<string, string> }[]) {
  const send = unsettledChanges()
  const keys: (string | null)[] = []
  for (const [at, { outcome, body = '{}', headers: given }] of changes.entries()) {
    const headers = new Headers({ 'idempotency-key': `key-${at}`, ...given })
    const url = new URL('https://invigil.example/v1/courses')
    const attempt = () => {
      keys.push(headers.get('idempotency-key'))
      return outcome === lost
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(null, { status: outcome }))
    }
    await send(url, { method: 'POST', headers, body }, attempt).catch(() => {})
  }
  return keys
}

test.each<Outcome>([lost, 500, 503, 429, 401, 409])(
  'after %s the same change has the same key',
  async outcome => {
    expect(await keysOf([{ outcome: lost }, { outcome }, { outcome: 201 }])).toEqual([
      'key-0',
      'key-0',
      'key-0',
    ])
  },
)

test.each<Outcome>([200, 201, 204, 400, 403, 404, 412, 422])(
  'after %s the next change has a new key',
  async outcome => {
    expect(await keysOf([{ outcome: lost }, { outcome }, { outcome: 201 }])).toEqual([
      'key-0',
      'key-0',
      'key-2',
    ])
  },
)

test('a change with another body or another precondition has another key', async () => {
  const changes = [{ body: '{}' }, { body: '{"a":1}' }, { headers: { 'if-match': '"2"' } }]
  expect(await keysOf(changes.map(change => ({ ...change, outcome: lost })))).toEqual([
    'key-0',
    'key-1',
    'key-2',
  ])
})
