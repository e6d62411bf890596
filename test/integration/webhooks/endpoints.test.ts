// C11 to C16: the record of an endpoint, and its operations.
import { expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { type Answer, callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import { dumpOf } from '../../support/sts.ts'
import { rowsOf } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const secret = 'nobody-shows-this-again'
const create = {
  url: 'https://lms.example.com/webhooks?school=7',
  secret,
  events: ['database.event', 'document.updated'],
  filter: { installSid: 'AI1', version: 3, draft: false, parent: null },
}
const { secret: _, ...visible } = create

const createOne = ({ admin }: World, members: Record<string, unknown> = {}): Promise<Answer> =>
  admin('POST', '/api/webhooks', { body: { ...create, ...members } })

test('a created endpoint is returned completely, with 201, active and without its secret', async () => {
  const world = await makeWorld()
  const before = Date.now()
  const answer = await createOne(world)
  expect(answer.status, answer.raw).toBe(201)
  expect(answer.body).toEqual({
    ...visible,
    id: expect.stringMatching(/^WH[a-f0-9]{32}$/),
    active: true,
    applicationId: world.applicationSid,
    installSid: null,
    createdAt: expect.any(Number),
  })
  const createdAt = answer.count('createdAt')
  expect(Number.isInteger(createdAt)).toBe(true)
  // The clock of the database differs from ours.
  expect(Math.abs(createdAt - before)).toBeLessThan(60_000)
})

test('every operation that returns the record returns the same one', async () => {
  const world = await makeWorld()
  const { body } = await createOne(world)
  const at = `/api/webhooks/${body['id']}`
  const asked: [string, string, unknown?][] = [
    ['GET', at],
    ['PUT', at, {}],
    ['POST', `${at}/activate`],
    ['POST', `${at}/rotate-secret`, { secret: 'another secret' }],
  ]
  for (const [method, path, sent] of asked) {
    const answer = await world.admin(method, path, sent === undefined ? {} : { body: sent })
    expect(answer.status, `${method} ${path}: ${answer.raw}`).toBe(200)
    expect(answer.body).toEqual(body)
  }
  expect(rowsOf(await world.admin('GET', '/api/webhooks'))).toEqual([body])
})

test('the list is an array of the endpoints of the application, empty at first', async () => {
  const world = await makeWorld()
  expect(rowsOf(await world.admin('GET', '/api/webhooks'))).toEqual([])
  const made = [await createOne(world), await createOne(world), await createOne(world)]
  const listed = rowsOf(await world.admin('GET', '/api/webhooks'))
  expect(listed).toHaveLength(3)
  expect(listed).toEqual(expect.arrayContaining(made.map(({ body }) => body)))
})

test('an absent filter is returned as {}', async () => {
  const world = await makeWorld()
  expect((await createOne(world, { filter: undefined })).body['filter']).toEqual({})
  expect((await createOne(world, { filter: {} })).body['filter']).toEqual({})
})

test.each([
  { url: 'https://other.example.com/' },
  { events: ['socket.message'] },
  { filter: { a: 'b' } },
  { filter: {} },
  { secret: 'one that replaces it' },
  {},
  { url: 'https://both.example.com/', events: ['presence.updated', 'socket.connect'] },
])('an update changes the sent members only: %j', async change => {
  const world = await makeWorld()
  const { body } = await createOne(world)
  const answer = await world.admin('PUT', `/api/webhooks/${body['id']}`, { body: change })
  const { secret: __, ...shown } = { secret: undefined, ...change }
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.body).toEqual({ ...body, ...shown })
  expect((await world.admin('GET', `/api/webhooks/${body['id']}`)).body).toEqual(answer.body)
})

test('an update keeps an inactive endpoint inactive', async () => {
  const world = await makeWorld()
  const at = `/api/webhooks/${(await createOne(world)).text('id')}`
  await world.admin('POST', `${at}/deactivate`)
  const answer = await world.admin('PUT', at, { body: { url: 'https://other.example.com/' } })
  expect(answer.body['active']).toBe(false)
})

test('deactivate and activate return the record with 200, and the same when repeated', async () => {
  const world = await makeWorld()
  const { body } = await createOne(world)
  const at = `/api/webhooks/${body['id']}`
  for (const [operation, active] of [
    ['deactivate', false],
    ['deactivate', false],
    ['activate', true],
    ['activate', true],
  ] as const) {
    const answer = await world.admin('POST', `${at}/${operation}`)
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.body).toEqual({ ...body, active })
    expect(rowsOf(await world.admin('GET', '/api/webhooks'))).toEqual([{ ...body, active }])
  }
})

const operations: [string, string, unknown?][] = [
  ['GET', ''],
  ['PUT', '', { events: ['socket.message'] }],
  ['POST', '/activate'],
  ['POST', '/deactivate'],
  ['POST', '/test'],
  ['POST', '/rotate-secret', { secret: 'another secret' }],
  ['POST', '/recover', { since: '2026-01-01T00:00:00.000Z' }],
  ['DELETE', ''],
]

test('delete returns 204 without a body; then every operation on the endpoint is 404 and the list does not contain it', async () => {
  const world = await makeWorld()
  const kept = await createOne(world)
  const at = `/api/webhooks/${(await createOne(world)).text('id')}`
  const answer = await world.admin('DELETE', at)
  expect(answer.status).toBe(204)
  expect(answer.raw).toBe('')
  for (const [method, rest, body] of operations)
    problemOf(await world.admin(method, at + rest, body === undefined ? {} : { body }), 404)
  expect(rowsOf(await world.admin('GET', '/api/webhooks'))).toEqual([kept.body])
})

test.each(operations)('%s …%s of an unknown endpoint is 404', async (method, rest, body) => {
  const { admin } = await makeWorld()
  const path = `/api/webhooks/${newSid('WH')}${rest}`
  problemOf(await admin(method, path, body === undefined ? {} : { body }), 404)
})

test.each(['WH1', 'wh0123456789abcdef0123456789abcdef', 'US0123456789abcdef0123456789abcdef', '%00'])(
  'a malformed id in the path is 400 or 404: %s',
  async id => {
    const { admin } = await makeWorld()
    const answer = await admin('GET', `/api/webhooks/${id}`)
    problemOf(answer, answer.status === 400 ? 400 : 404)
  },
)

test('an unsupported method is 405 with the supported ones', async () => {
  const { admin } = await makeWorld()
  const answer = await admin('DELETE', '/api/webhooks')
  problemOf(answer, 405)
  expect(answer.headers.get('allow')).toMatch(/GET/)
  expect(answer.headers.get('allow')).toMatch(/POST/)
})

test('no row of the database contains a secret in plain text, base64 or hex', async () => {
  const world = await makeWorld()
  const [first, second, third] = ['first-secret-of-all', 'second-secret-of-all', 'third-secret-of-all']
  const { body } = await createOne(world, { secret: first })
  const at = `/api/webhooks/${body['id']}`
  await world.admin('PUT', at, { body: { secret: second } })
  await world.admin('POST', `${at}/rotate-secret`, { body: { secret: third } })
  const dump = await dumpOf(world.stack)
  expect(dump).toContain('lms.example.com')
  for (const text of [first, second, third])
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
      expect(dump.includes(Buffer.from(text).toString(encoding).toLowerCase()), text).toBe(false)
})

test('without a credential every operation is 401', async () => {
  const world = await makeWorld()
  const nobody = callerOf(world.stack)
  const at = `/api/webhooks/${(await createOne(world)).text('id')}`
  const all: [string, string][] = [
    ['GET', '/api/webhooks'],
    ['POST', '/api/webhooks'],
    ...operations.map(([method, rest]): [string, string] => [method, at + rest]),
    ['GET', '/api/webhooks/logs'],
    ['GET', '/api/webhooks/dead-letters'],
    ['GET', `/api/webhooks/deliveries/${newSid('WD')}`],
    ['POST', `/api/webhooks/deliveries/${newSid('WD')}/retry`],
  ]
  for (const [method, path] of all) {
    const answer = await nobody(method, path)
    problemOf(answer, 401)
    expect(answer.headers.get('www-authenticate')).toBeTruthy()
  }
})
