import { expect, test, vi } from 'vitest'
import { type ClientOptions, createClient, sid } from '../../../src/client/index.ts'
import { sentOnce } from '../../../src/client/send.ts'
import { takesKey } from '../../../src/shared/http/idempotency-key.ts'
import { everyRoute } from '../../support/routes.ts'

const users = '/v1/installs/{installSid}/users'
const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }

const refusal = (code: string, status: number, retryAfter?: string) =>
  new Response(JSON.stringify({ code, detail: 'Not now.' }), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    },
  })

const busy = () => refusal('database_busy', 503, '0')
const done = () => new Response('{"sid": "US1"}')
const lost = () => {
  throw new TypeError('fetch failed')
}
/** Workers have an error of their own for a connection that fails. */
const lostInWorker = () => {
  throw Object.assign(new Error('Network connection lost.'), { retryable: true })
}
/** What a Worker throws for a name without an address. */
const unresolvedInWorker = () => {
  throw Object.assign(new Error('internal error; reference = hjo7ckie7stev013jfsll40e'), { remote: true })
}
const broken = () =>
  new Response(new ReadableStream({ pull: stream => stream.error(new TypeError('terminated')) }))

/** A client whose requests are recorded, with these outcomes in order. */
function talk(outcomes: (() => Response)[], options: Partial<ClientOptions> = {}) {
  const sent: Request[] = []
  const client = createClient({
    ...{ baseUrl: 'https://api.example', token: 'secret', installSid: sid('AI', `AI${'0'.repeat(32)}`) },
    async fetch(url, init) {
      sent.push(new Request(url, init))
      const outcome = outcomes.shift()
      if (!outcome) throw new Error('Nothing to answer')
      return await outcome()
    },
    ...options,
  })
  return { client, sent, keys: () => sent.map(({ headers }) => headers.get('idempotency-key')) }
}

const kinds: [string, () => Response][] = [
  ['503 with Retry-After', busy],
  ['429 with Retry-After', () => refusal('too_many_attempts', 429, '0')],
  ['a first request with the key in progress', () => refusal('idempotency_key_in_use', 409, '0')],
  ['503 of a proxy', () => new Response('<h1>Busy</h1>', { status: 503 })],
  ['a connection that fails', lost],
  ['a connection that fails in a Worker', lostInWorker],
  ['a name that a Worker cannot resolve', unresolvedInWorker],
  ['a connection that breaks within the response', broken],
]

test.each(kinds)('after %s, a read is sent again', async (_, outcome) => {
  const { client, sent, keys } = talk([outcome, done])
  expect(await client.get(users)).toEqual({ sid: 'US1' })
  expect(sent).toHaveLength(2)
  expect(keys()).toEqual([null, null])
})

test.each(kinds)(
  'after %s, a write is sent again with the same key and the same body',
  async (_, outcome) => {
    const { client, sent, keys } = talk([outcome, done])
    expect(await client.post(users, { body })).toEqual({ sid: 'US1' })
    expect(keys()).toEqual([expect.stringMatching(/^[a-f0-9]{32}$/), keys()[0]])
    expect(await Promise.all(sent.map(request => request.json()))).toEqual([body, body])
  },
)

test('two writes have different keys, and a request can name its own', async () => {
  const { client, keys } = talk([done, done, done, done])
  await client.post(users, { body })
  await client.post(users, { body })
  await client.post(users, { body, idempotencyKey: 'order 17' })
  await client.post(users, { body, headers: { 'Idempotency-Key': 'order 18' } })
  expect(new Set(keys()).size).toBe(4)
  expect(keys().slice(2)).toEqual(['order 17', 'order 18'])
})

test.each([
  ['a refusal that will not pass', () => refusal('invalid_request', 400)],
  ['a query that takes too long', () => refusal('too_slow', 503)],
  ['a limit that is over in more than a minute', () => refusal('too_many_attempts', 429, '61')],
  ['an internal error', () => refusal('internal', 500)],
  ['an error that is not of the network', () => Promise.reject(new Error('mine')) as never],
])('after %s, nothing is sent again', async (_, outcome) => {
  const { client, sent } = talk([outcome, done])
  await expect(client.post(users, { body })).rejects.toThrow()
  expect(sent).toHaveLength(1)
})

test.each([
  ['a response', done],
  ['a refusal that may pass', busy],
])('what onResponse throws at %s is thrown as it is, and nothing is sent again', async (_, outcome) => {
  const mine = new TypeError('log is not a function')
  const answer = outcome()
  const onResponse = () => {
    throw mine
  }
  const { client, sent } = talk([() => answer, done], { onResponse })
  expect(await client.post(users, { body }).catch((error: unknown) => error)).toBe(mine)
  expect(sent).toHaveLength(1)
  // Otherwise the connection remains in use.
  expect(answer.bodyUsed).toBe(true)
})

test('the number of retries is limited, and 0 means one attempt without a key', async () => {
  const { client, sent } = talk([busy, busy, busy, done])
  await expect(client.post(users, { body })).rejects.toMatchObject({ status: 503, retryAfterSeconds: 0 })
  expect(sent).toHaveLength(3)
  const once = talk([busy, done], { retries: 0 })
  await expect(once.client.post(users, { body })).rejects.toMatchObject({ status: 503 })
  expect(once.keys()).toEqual([null])
})

test('the pause is as long as Retry-After', async () => {
  vi.useFakeTimers()
  try {
    const { client, sent } = talk([() => refusal('database_busy', 503, '7'), done])
    const asked = client.get(users)
    await vi.advanceTimersByTimeAsync(6_990)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(sent).toHaveLength(2)
    await asked
  } finally {
    vi.useRealTimers()
  }
})

test('a request that is abandoned in a pause is not sent again', async () => {
  const { client, sent } = talk([() => refusal('database_busy', 503, '60'), done])
  const given = new AbortController()
  const asked = client.get(users, { signal: given.signal })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  given.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent).toHaveLength(1)
})

test('a sign-in is sent once: it has no caller whose key it could carry', async () => {
  const { client, keys } = talk([busy, done])
  const person = { email: 'ada@school.example', password: 'secret' }
  await expect(client.post('/api/auth/login', { body: person })).rejects.toMatchObject({ status: 503 })
  expect(keys()).toEqual([null])
})

test('exactly the writes without a key and with a further effect are sent once', () => {
  const once = everyRoute.filter(route => route.method !== 'get' && !takesKey(route) && !route.repeatable)
  expect([...sentOnce].toSorted()).toEqual(once.map(({ method, path }) => `${method} ${path}`).toSorted())
})
