import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { ApiProblem, type ClientOptions, createClient, sid } from '../../../src/client/index.ts'
import { projectFile } from '../../../tools/project.ts'
import { everyRoute, nameOf } from '../../support/routes.ts'

const hex = '0123456789abcdef'.repeat(2)
const installSid = sid('AI', `AI${hex}`)
const userSid = sid('US', `US${hex}`)
const users = '/v1/installs/{installSid}/users'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
  })

const busy = () => json({ code: 'database_busy', detail: 'Too busy.' }, 503, { 'retry-after': '0' })

/** A client whose requests are recorded, with the given responses in order. */
function talk(answers: Response[], options: Partial<ClientOptions> = {}) {
  const sent: Request[] = []
  const fetch: ClientOptions['fetch'] = (url, init) => {
    sent.push(new Request(url, init))
    const answer = answers.shift()
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('Nothing to answer'))
  }
  const client = createClient({
    baseUrl: 'https://api.example/',
    token: 'secret',
    installSid,
    fetch,
    ...options,
  })
  return { client, sent }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = []
  for await (const item of items) seen.push(item)
  return seen
}

const page = (results: unknown[], next: string | null) => json({ results, next })

test('a request has the path with its parameters, the query as text, the body as JSON, and a bearer', async () => {
  const { client, sent } = talk([json({}), json({})])
  await client.get(users, { query: { limit: 2, sortKeys: ['lastName', 'firstName'], adminUsers: false } })
  await client.post(users, { body: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' } })
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET https://api.example/v1/installs/${installSid}/users?limit=2&sortKeys=lastName&sortKeys=firstName&adminUsers=false`,
    `POST https://api.example/v1/installs/${installSid}/users`,
  ])
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(sent[0]?.headers.has('content-type')).toBe(false)
  expect(sent[1]?.headers.get('content-type')).toBe('application/json')
  expect(await sent[1]?.json()).toMatchObject({ firstName: 'Ada' })
})

test('an instant of a query is sent as on the wire', async () => {
  const { client, sent } = talk([json({})])
  const at = new Date('2026-11-21T09:30:00Z')
  await client.get('/v1/proctors/{proctorSid}/reports/examList', {
    params: { proctorSid: `PA${hex}` },
    query: { examWindowStart: at, examWindowEnd: at },
  })
  expect(new URL(sent[0]?.url ?? '').searchParams.get('examWindowStart')).toBe('2026-11-21T09:30:00.000Z')
})

test('a slash in a path parameter is escaped', async () => {
  const { client, sent } = talk([json({})])
  await client.get('/v1/installs/{installSid}/users/{userSid}/profile', { params: { userSid: 'US/../..' } })
  expect(sent[0]?.url).toContain('/users/US%2F..%2F../profile')
})

test.each(['', '.', '..'])(
  'the path parameter %j, which would change the path, is refused',
  async userSid => {
    const { client, sent } = talk([json({})])
    const profile = client.get('/v1/installs/{installSid}/users/{userSid}/profile', {
      params: { userSid } as never,
    })
    await expect(profile).rejects.toThrow('userSid')
    expect(sent).toEqual([])
  },
)

test('a token that no header can have is not in the error', async () => {
  const { client } = talk([json({})], { token: 'a secret\nin two lines' })
  const error = await client.get(users, {}).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(TypeError)
  expect(String(error)).not.toContain('secret')
})

test('a request can name another install than the client, and its own headers', async () => {
  const { client, sent } = talk([json({})], { headers: { 'x-application-id': 'one', 'x-more': '1' } })
  await client.get(users, {
    params: { installSid: `AI${'f'.repeat(32)}` },
    headers: { 'x-application-id': 'two' },
  })
  expect(sent[0]?.url).toContain('/AIffff')
  expect([sent[0]?.headers.get('x-application-id'), sent[0]?.headers.get('x-more')]).toEqual(['two', '1'])
})

test('a file is sent as its bytes', async () => {
  const { client, sent } = talk([json({})])
  await client.post('/v1/installs/{installSid}/provision/oneroster', {
    body: Uint8Array.of(80, 75),
    mediaType: 'application/zip',
  })
  expect(sent[0]?.headers.get('content-type')).toBe('application/zip')
  expect(await sent[0]?.bytes()).toEqual(Uint8Array.of(80, 75))
})

test('a response without a body is undefined', async () => {
  const { client } = talk([new Response(null, { status: 204 })])
  const params = { tokenSid: sid('TA', `TA${hex}`) }
  expect(await client.delete('/v1/installs/{installSid}/sts/tokens/{tokenSid}', { params })).toBeUndefined()
})

test('a refusal is thrown with all members of its problem', async () => {
  const errors = [{ path: 'email', code: 'required', message: 'Required.' }]
  const body = { code: 'invalid_request', detail: 'Wrong.', requestId: 'r1', errors, violations: [1] }
  const { client } = talk([json(body, 400, { 'retry-after': '7' })])
  const problem = await client.get(users).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({
    ...{ status: 400, code: 'invalid_request', detail: 'Wrong.', errors, requestId: 'r1' },
    ...{ retryAfterSeconds: 7, body: { violations: [1] } },
    message: `GET ${users}: 400 invalid_request. Wrong.`,
  })
})

test('a record that is unchanged since the tag of the caller is a refusal with its own code', async () => {
  const { client, sent } = talk([new Response(null, { status: 304, headers: { 'x-request-id': 'r1' } })])
  const headers = { 'if-none-match': '"1"' }
  const problem = await client.get(users, { headers }).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({ status: 304, code: 'not_modified', requestId: 'r1', errors: [], body: {} })
  expect(sent).toHaveLength(1)
})

test.each([
  ['a refusal', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a success', () => new Response('<h1>Sign in</h1>')],
])('%s of an intermediary is an unexpected response', async (_, answer) => {
  const { client } = talk([answer()])
  await expect(client.get(users)).rejects.toMatchObject({ code: 'unexpected_answer', errors: [] })
})

test('a read that was refused as too busy is sent again, up to a limit', async () => {
  const { client, sent } = talk([busy(), busy(), json({ total: 1 }), busy(), busy(), busy(), json({})])
  expect(await client.get(users)).toEqual({ total: 1 })
  await expect(client.get(users)).rejects.toMatchObject({ code: 'database_busy' })
  expect(sent).toHaveLength(6)
})

test('a response that takes too long is aborted, and so is an abandoned one', async () => {
  const fetch: ClientOptions['fetch'] = (_, { signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  const client = createClient({ baseUrl: 'https://api.example', installSid, fetch, timeoutMs: 20 })
  await expect(client.get(users)).rejects.toMatchObject({ name: 'TimeoutError' })
  const given = new AbortController()
  const asked = client.get(users, { signal: given.signal, timeoutMs: 60_000 })
  given.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('a list is paged by its links, at the address of the client and with the filters of the first page', async () => {
  const elsewhere = 'https://other.example/v1/users?limit=2&offset='
  const { client, sent } = talk([page(['a', 'b'], `${elsewhere}2`), page(['c'], null)])
  const seen = await all(client.items(users, { query: { limit: 2, lastName: 'l' } }))
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(sent.map(({ url }) => url.replace(/.*users/, ''))).toEqual([
    '?limit=2&lastName=l',
    '?limit=2&lastName=l&offset=2',
  ])
  expect(sent.every(({ url }) => url.startsWith('https://api.example/'))).toBe(true)
})

test('a list whose next page does not advance throws an error', async () => {
  const { client } = talk([
    page(['a'], 'https://x.example/?offset=1'),
    page(['b'], 'https://x.example/?offset=1'),
  ])
  await expect(all(client.pages(users))).rejects.toThrow('does not advance')
})

test('onResponse gets each response with its operation, and no personal data', async () => {
  const observed: unknown[] = []
  const { client } = talk([busy(), json({})], {
    onResponse: ({ headers: _, ...answer }) => observed.push(answer),
  })
  await client.get('/v1/installs/{installSid}/users/{userSid}/profile', { params: { userSid } })
  const path = '/v1/installs/{installSid}/users/{userSid}/profile'
  const durationMs = expect.any(Number)
  expect(observed).toEqual([
    { method: 'get', path, status: 503, durationMs },
    { method: 'get', path, status: 200, durationMs },
  ])
})

test('a text that is not a sid of its kind is refused before anything is sent', () => {
  expect(() => sid('US', installSid)).toThrow(TypeError)
  expect(() => sid('US', 'US12')).toThrow(TypeError)
  expect(() => sid('US', undefined)).toThrow(TypeError)
  expect(() => createClient({ baseUrl: 'https://api.example', installSid: 'mine' })).toThrow(TypeError)
})

test('only the reports can be downloaded as files', () => {
  const files = everyRoute.filter(({ csv }) => csv).map(nameOf)
  const reports = everyRoute.filter(({ path }) => path.includes('/reports/')).map(nameOf)
  expect(files.toSorted()).toEqual(reports.toSorted())
})

test('the client runs wherever there is fetch: it imports nothing from the areas, packages or Node', async () => {
  const { metafile } = await build({
    entryPoints: [projectFile('src/client/index.ts')],
    ...{ bundle: true, write: false, metafile: true, format: 'esm', platform: 'neutral' },
  })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.length).toBeGreaterThan(1)
  expect(inputs.filter(file => !file.includes('src/client/'))).toEqual([])
})
