// Responses that a proxy, a gateway or a captive portal sends in place of the API.
import { expect, test } from 'vitest'
import { ApiProblem, createClient, sid } from '../../../src/client/index.ts'
import { listenOnLoopback } from '../../support/loopback-server.ts'

const installSid = sid('AI', `AI${'0'.repeat(32)}`)
const install = '/v1/installs/{installSid}'
const users = `${install}/users` as const
const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }

/** A client that always gets this response, and the number of its requests. */
function talk(respond: () => Response) {
  const sent = { count: 0 }
  const fetch = () => {
    sent.count += 1
    return Promise.resolve(respond())
  }
  return { sent, client: createClient({ baseUrl: 'https://api.example', installSid, fetch }) }
}

const failureOf = (call: Promise<unknown>) => call.then(() => 'no error').catch((error: unknown) => error)

const problem = (text: string, type = 'application/problem+json') =>
  new Response(text, { status: 400, headers: { 'content-type': type } })

test.each(['', 'null', '[]', '"Wrong."', '{"code": "inv'])(
  'the refusal with the problem %j, which is none, is an ApiProblem and is not sent again',
  async text => {
    const { client, sent } = talk(() => problem(text))
    const failure = await failureOf(client.get(users))
    expect(failure).toBeInstanceOf(ApiProblem)
    expect(failure).toMatchObject({ status: 400, code: 'unexpected_answer', body: {} })
    expect(sent.count).toBe(1)
  },
)

test.each([
  { status: 503, title: 'Service Unavailable' },
  { code: 503, detail: null },
  { code: null, errors: { email: ['This is required.'] }, requestId: 7 },
])('the problem %j of a gateway has no members of the API, and is sent again after 503', async given => {
  const { client, sent } = talk(() => {
    const headers = { 'content-type': 'application/problem+json' }
    return sent.count === 1
      ? new Response(JSON.stringify(given), { status: 503, headers })
      : Response.json({})
  })
  expect(await client.get(users)).toEqual({})
  const refused = talk(() => problem(JSON.stringify(given)))
  const none = { code: 'unexpected_answer', detail: expect.any(String), errors: [], requestId: undefined }
  expect(await failureOf(refused.client.get(users))).toMatchObject({ ...none, status: 400, body: given })
})

test('the media type of a problem can have any case', async () => {
  const { client } = talk(() => problem('{"code": "invalid_request"}', 'Application/Problem+JSON'))
  expect(await failureOf(client.get(users))).toMatchObject({ code: 'invalid_request' })
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i is not followed: a write would become a read, and a body would leave the base URL',
  async status => {
    const received: string[] = []
    await using server = await listenOnLoopback(({ method, url }) => {
      const { pathname } = new URL(url)
      received.push(`${method} ${pathname}`)
      const isMoved = pathname.startsWith('/old/')
      const moved = new Response(null, { status, headers: { location: '/new' } })
      return Promise.resolve(isMoved ? moved : new Response('{}'))
    })
    const client = createClient({ baseUrl: `${server.url}/old`, installSid })
    const failure = await failureOf(client.post(users, { body }))
    expect(failure).toMatchObject({ status, code: 'unexpected_answer' })
    expect(received).toEqual([`POST /old/v1/installs/${installSid}/users`])
  },
)

test('a page in place of a report is an unexpected response', async () => {
  const html = { 'content-type': 'text/html' }
  const { client } = talk(() => new Response('<h1>Sign in</h1>', { headers: html }))
  const failure = await failureOf(client.csv(`${install}/reports/churn`))
  expect(failure).toMatchObject({ status: 200, code: 'unexpected_answer' })
})
