// A program of an integrator with @invigil/client, in its own project, against the running system.

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { uuidFromSid } from '../../db/sid.ts'
import { listenOnLoopback } from '../support/loopback-server.ts'
import { compile, projectWith, runIn } from '../support/packages.ts'
import { rounds } from '../support/rounds.ts'
import { makeWorld, type World } from '../support/world.ts'

const users = rounds({ quick: 3000, all: 10_000 })
let folder: string
let world: World
let errors: string[]

// Compiled together: most of the time of a compilation is for the types of the language and of the package.
beforeAll(async () => {
  folder = await projectWith('client')
  const files = Object.entries(programs).map(([name, text]) => [`${name}.ts`, `${opening}${text}`])
  errors = (await compile(folder, Object.fromEntries(files))).split('\n').filter(line => line !== '')
  world = await makeWorld()
  await world.stack.db.execute(sql`
    insert into users (sid, install_sid, first_name, last_name, email)
    select uuidv7(), ${uuidFromSid(world.installSid)}::uuid, 'Ada', 'Learner ' || n, n || '@school.example'
    from generate_series(1, ${users}) n`)
})

const opening = `
import { ApiProblem, createClient, sid, type Schemas } from '@invigil/client'

declare const process: { env: Record<string, string | undefined> }
const invigil = createClient({
  baseUrl: process.env['INVIGIL_URL'] ?? '',
  token: process.env['INVIGIL_CREDENTIAL'],
  installSid: sid('AI', process.env['INVIGIL_INSTALL']),
})
`

const pages = `
let pages = 0
const sids = new Set<Schemas['UserItem']['sid']>()
for await (const page of invigil.pages('/v1/installs/{installSid}/users')) {
  pages += 1
  for (const user of page.results) sids.add(user.sid)
}
let items = 0
for await (const user of invigil.items('/v1/installs/{installSid}/users')) items += sids.has(user.sid) ? 1 : 0
console.log(JSON.stringify([pages, sids.size, items]))`

const create = (lastName: string) => `
const body = { firstName: 'Ada', lastName: '${lastName}', email: '${lastName}@school.example' }
const user = await invigil.post('/v1/installs/{installSid}/users', { body })
console.log(JSON.stringify(user.sid))`

const refused = `
const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'nobody' }
const problem: unknown = await invigil.post('/v1/installs/{installSid}/users', { body }).catch(error => error)
if (!(problem instanceof ApiProblem)) throw problem
const { status, code, requestId, errors } = problem
console.log(JSON.stringify({ status, code, requestId, paths: errors.map(({ path }) => path) }))`

const wrong = `
await invigil.get('/v1/installs/{installSid}/user')
await invigil.get('/v1/installs/{installSid}/users', { query: { limits: 1 } })
await invigil.post('/v1/installs/{installSid}/users', { body: { firstName: 'Ada' } })
await invigil.get('/v1/installs/{installSid}/users/{userSid}/profile', { params: { userSid: sid('EX', '') } })`

const programs = {
  ...{ pages, refused, wrong },
  ...{ once: create('once'), broken: create('broken'), limited: create('limited') },
}

/** Runs the program against the system or a proxy of it. */
async function output(
  name: Exclude<keyof typeof programs, 'wrong'>,
  url = world.stack.baseUrl,
): Promise<unknown> {
  const env = { INVIGIL_URL: url, INVIGIL_CREDENTIAL: world.secret, INVIGIL_INSTALL: world.installSid }
  return JSON.parse(await runIn(folder, `${name}.js`, env))
}

test(`it reads ${users} users page by page, each once`, async () => {
  expect(await output('pages')).toEqual([users / 1000, users, users])
})

test('wrong requests do not compile, and nothing else is an error', () => {
  const lines = errors.map(error =>
    Number(/^wrong\.ts\((\d+),/.exec(error)?.[1] ?? (/^ /.test(error) ? 0 : -1)),
  )
  const first = opening.split('\n').length + 1
  expect(new Set(lines.filter(line => line !== 0))).toEqual(new Set([first, first + 1, first + 2, first + 3]))
})

type Fault = 'before' | 'after' | 'broken' | 'limited'

/** A proxy in front of the system that fails the first writes: before they reach it, or by losing its response. */
function faulty(faults: Fault[]) {
  const keys: (string | null)[] = []
  const busy = (status: number) =>
    new Response('Try again later.', { status, headers: { 'retry-after': '0' } })
  const forward = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? null : await request.text()
    const headers = new Headers(request.headers)
    headers.set('connection', 'close')
    headers.delete('content-length')
    return fetch(new URL(pathname + search, world.stack.baseUrl), { method: request.method, headers, body })
  }
  const server = listenOnLoopback(async request => {
    keys.push(request.headers.get('idempotency-key'))
    const fault = request.method === 'POST' ? faults.shift() : undefined
    if (fault === 'before') return busy(503)
    if (fault === 'limited') return busy(429)
    const response = await forward(request)
    if (fault === 'after') return busy(503)
    if (fault !== 'broken') return new Response(await response.text(), response)
    const { status, headers } = response
    return new Response(new ReadableStream({ pull: stream => stream.error(new Error('broken')) }), {
      status,
      headers,
    })
  })
  return { server, keys }
}

test.each([
  ['503 before and after the effect', 'once', ['before', 'after']],
  ['a connection that breaks within the response', 'broken', ['broken']],
  ['429', 'limited', ['limited', 'limited']],
] satisfies [string, 'once' | 'broken' | 'limited', Fault[]][])(
  'a write through %s has exactly one effect',
  async (_, name, faults) => {
    const attempts = faults.length + 1
    const { server, keys } = faulty([...faults])
    await using proxy = await server
    const made = await output(name, proxy.url)
    expect(keys).toEqual(Array.from({ length: attempts }, () => expect.stringMatching(/^[a-f0-9]{32}$/)))
    expect(new Set(keys).size).toBe(1)
    const found = await world.client.get('/v1/installs/{installSid}/users', { query: { lastName: name } })
    expect(found.results.map(({ sid }) => sid)).toEqual([made])
  },
)

test('a refusal is an ApiProblem with the id of the request', async () => {
  expect(await output('refused')).toEqual({
    ...{ status: 400, code: 'invalid_request', paths: ['email'] },
    requestId: expect.stringMatching(/^[\w-]{8,}$/),
  })
})
