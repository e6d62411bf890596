// One JSON line for each request and each delivery attempt, without personal data.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../../tools/project.ts'
import { callerOf } from '../../support/client.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { leaksIn, type Secrets } from '../../support/leaks.ts'
import { type Line, linesOf, lineWith } from '../../support/log-lines.ts'
import { sample } from '../../support/rounds.ts'
import { everyRoute, fill, nameOf } from '../../support/routes.ts'
import { type Running, startRunning } from '../../support/running.ts'
import { issueToken } from '../../support/tokens.ts'
import { arrived, endpointSecret, makeEndpoint, type Sink, startSink } from '../../support/webhooks.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let running: Running
let world: World
let sink: Sink
beforeAll(async () => {
  running = await startRunning(temporaryDirectory())
  world = await makeWorld(running.stack)
  sink = await startSink()
}, 120_000)
afterAll(async () => {
  await sink.close()
  await running.stop()
})

let requests = 0

/** Sends a request under a unique id, and waits for its line. */
async function lineOf(method: string, path: string, { secret = '', ...options }: Options = {}) {
  requests += 1
  const requestId = `log-${requests}`
  const headers = { ...options.headers, 'x-request-id': requestId }
  const call = callerOf(running.stack, secret || undefined)
  const answer = await call(method, path, { ...options, headers })
  return { answer, line: await lineWith(running, { requestId }) }
}
type Options = { secret?: string; body?: unknown; headers?: Record<string, string> }

type Document = { paths: Record<string, Record<string, { operationId: string }>> }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const routes = sample(everyRoute, 40)

test(`the line of each of ${routes.length} operations has the name of the OpenAPI document, and its path as a template`, async () => {
  const document: Document = JSON.parse((await world.admin('GET', '/openapi.json')).raw)
  const isNamed = async (route: (typeof everyRoute)[number]) => {
    const { method, path } = route
    const { answer, line } = await lineOf(method, fill(route, world.installSid))
    expect(line, nameOf(route)).toMatchObject({
      ...{ message: 'request', level: 'info', method: method.toUpperCase(), status: answer.status },
      ...{ operation: document.paths[path]?.[method]?.operationId, route: path, trips: answer.roundTrips },
      ...(path.includes('{installSid}') && { installSid: world.installSid }),
    })
  }
  for (let at = 0; at < routes.length; at += 10) await Promise.all(routes.slice(at, at + 10).map(isNamed))
})

test('the line of a read has the caller, the duration and the round trips', async () => {
  const { answer, line } = await lineOf('GET', world.path('/users?lastName=Lovelace'), world)
  expect(answer.roundTrips).toBe(1)
  expect(line).toEqual({
    ...{
      time: expect.stringMatching(/^\d{4}-.+Z$/),
      level: 'info',
      worker: 'proctoring',
      message: 'request',
    },
    ...{ requestId: `log-${requests}`, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) },
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    ...{ operation: 'listUsers', route: '/v1/installs/{installSid}/users', method: 'GET', status: 200 },
    ...{ durationMs: expect.any(Number), trips: 1, dbMs: expect.any(Number) },
    ...{ caller: 'credential', credentialSid: expect.stringMatching(/^AK/), accountSid: world.accountSid },
    ...{ applicationSid: world.applicationSid, installSid: world.installSid },
  })
  expect(line['durationMs']).toBeGreaterThanOrEqual(Number(line['dbMs']))
})

test('the sample of the page has the members of such a line', async () => {
  const page = readFileSync(projectFile('docs/observability.md'), 'utf8')
  const sample: Line = JSON.parse(/```text\n(\{.+?\})\n```/s.exec(page)?.[1] ?? '')
  const { line } = await lineOf('GET', world.path('/users'), world)
  const kinds = (of: Line) => Object.entries(of).map(([name, value]) => [name, typeof value])
  expect(kinds(sample)).toEqual(kinds(line))
})

test('a refusal has its code and, after authentication, the caller', async () => {
  const { secret, sid } = await world.credential(allow(['sp:ReadUserProfile'], ['*']))
  const { line } = await lineOf('GET', world.path('/users'), { secret })
  expect(line).toMatchObject({ status: 403, code: 'action_not_allowed', credentialSid: sid })
  const unknown = await lineOf('GET', world.path('/users'))
  expect(unknown.line).toMatchObject({ status: 401, code: 'credential_required', trips: 0 })
  expect(unknown.line).not.toHaveProperty('caller')
})

test('a line distinguishes a token from the credential that issued it', async () => {
  const userSid = await world.user()
  const token = await issueToken(world, { targetUserSid: userSid })
  const { line } = await lineOf('GET', world.path(`/users/${userSid}/profile`), { secret: token.secret })
  expect(line).toMatchObject({ caller: 'token', tokenSid: token.sid, installSid: world.installSid })
})

test('an unknown path is not logged, and a wrong method has the template only', async () => {
  for (const path of ['/v1/ada@school.example', '/ada@school.example?token=hidden']) {
    const { line } = await lineOf('GET', path)
    expect(line).toMatchObject({ status: 404, code: 'not_found' })
    expect(line).not.toHaveProperty('route')
  }
  const { line } = await lineOf('PATCH', world.path('/users'), world)
  expect(line).toMatchObject({ status: 405, route: '/v1/installs/{installSid}/users' })
  expect(line).not.toHaveProperty('operation')
})

test('a request without an area has a line of the edge', async () => {
  const { line } = await lineOf('GET', '/.well-known/jwks.json')
  expect(line).toMatchObject({ worker: 'edge', route: '/.well-known/jwks.json', status: 200, trips: 0 })
})

test('a delivery attempt has its delivery, endpoint and outcome', async () => {
  const { id } = await makeEndpoint(world, sink.receiver({ status: 503 }, { status: 204 }), {
    events: ['database.event'],
  })
  await world.user()
  const line = await lineWith(running, { message: 'delivery', endpointSid: id })
  expect(line).toMatchObject({
    ...{ worker: 'platform', applicationSid: world.applicationSid, attempt: 1 },
    ...{ outcome: 'retried', status: 503, fault: null },
    ...{ deliverySid: expect.stringMatching(/^WD/), eventSid: expect.stringMatching(/^EV/) },
    endpointMs: expect.any(Number),
  })
  expect(await lineWith(running, { message: 'relay', endpointSid: id })).toMatchObject({
    ...{ worker: 'platform', applicationSid: world.applicationSid, deliveries: 1 },
    ...{ durationMs: expect.any(Number), trips: 2 },
  })
  expect(await lineWith(running, { message: 'outbox' })).toMatchObject({ published: expect.any(Number) })
})

test('no line contains a name, an address, a secret, a query or a path with its values', async () => {
  const secrets: Secrets = new Map([
    ['credential', world.secret],
    ['first name', 'Gwendolyne'],
    ['last name', 'Quackenbush'],
    ['email', 'gwen.q@school.example'],
    ['password', 'Unl1kely#Passw0rd'],
    ['phone', '+1 555 010 9999'],
    ['webhook secret', endpointSecret],
  ])
  const { secret: endpoint, receiver } = await makeEndpoint(world, sink.receiver(), {
    events: ['database.event'],
  })
  secrets.set('secret of the endpoint', endpoint).set('address of the endpoint', receiver.url)
  const [firstName, lastName, email] = ['Gwendolyne', 'Quackenbush', 'gwen.q@school.example']
  const body = {
    firstName,
    lastName,
    email,
    password: 'Unl1kely#Passw0rd',
    mobilePhone: '+1 555 010 9999',
  }
  const created = await world.admin('POST', world.path('/users'), { body })
  expect(created.status, created.raw).toBe(201)
  const userSid = created.text('sid')
  secrets.set('user', userSid)
  const token = await issueToken(world, { targetUserSid: userSid })
  secrets.set('stsToken', token.secret).set('elementToken', token.answer.text('elementToken'))
  await token.call('GET', world.path(`/users/${userSid}/profile`))
  await lineOf('GET', world.path(`/users?lastName=${lastName}&firstName=${firstName}`), world)
  await lineOf('POST', world.path('/users'), {
    secret: world.secret,
    body: { ...body, email: [email], [lastName]: 1 },
  })
  await lineOf('POST', '/api/auth/login', { body: { email, password: 'Unl1kely#Passw0rd' } })
  await lineOf('GET', `/v1/installs/${lastName}/users?${email}=1`, world)
  await lineOf('GET', world.path(`/users/${email}/profile`), { headers: { traceparent: email } })
  await arrived(receiver, 1)
  await lineWith(running, { message: 'delivery', outcome: 'delivered' })
  const lines = linesOf(running)
  expect(lines.length).toBeGreaterThan(routes.length)
  expect(leaksIn(lines.map(line => JSON.stringify(line)).join('\n'), secrets)).toEqual([])
  expect(leaksIn(running.printed(), secrets)).toEqual([])
  for (const line of lines.filter(({ message }) => message === 'request'))
    expect(String(line['requestId'])).toMatch(/^log-\d+$/.test(String(line['requestId'])) ? /./ : uuid)
})
