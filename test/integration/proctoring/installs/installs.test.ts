import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { install } from '../../../../db/schema/tenancy.ts'
import { newSid, type SidOf } from '../../../../db/sid.ts'
import { callerOf } from '../../../support/client.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

// POST /v1/installs

const create = ({ admin }: World, body: unknown) => admin('POST', '/v1/installs', { body })

const installCount = ({ stack, accountSid }: World) =>
  stack.db.$count(install, eq(install.accountSid, accountSid as SidOf<'AC'>))

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }

test('an install is created from its name with 201, a sid and at most 2 round trips', async () => {
  const world = await makeWorld()
  const created = await create(world, { name: 'Zoë’s College 🦊' })
  expect(created.status).toBe(201)
  expect(created.roundTrips).toBeLessThanOrEqual(2)
  expect(created.text('sid')).toMatch(/^AI[a-f0-9]{32}$/)
  expect(created.text('name')).toBe('Zoë’s College 🦊')
  expect(await installCount(world)).toBe(2)
})

test('dates of the record have milliseconds and Z', async () => {
  const { body } = await create(await makeWorld(), { name: 'College' })
  const dates = Object.entries(body).filter(([member]) => member.endsWith('Date'))
  for (const [, date] of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('its creator can use it at once: users, and credentials that are limited to it', async () => {
  const world = await makeWorld()
  const path = `/v1/installs/${(await create(world, { name: 'College' })).text('sid')}`
  const user = await world.admin('POST', `${path}/users`, { body: ada })
  expect(user.status).toBe(201)
  const body = { name: 'Own', role: 'admin', policy: { version: '1', statements: allow(['sp:*'], ['*']) } }
  const credential = await world.admin('POST', `${path}/credentials`, { body })
  expect(credential.status).toBe(201)
  const own = callerOf(world.stack, credential.text('secret'))
  expect((await own('GET', `${path}/users`)).count('total')).toBe(1)
  problemOf(await own('GET', world.path('/users')), 404)
  problemOf(await world.admin('GET', world.path(`/users/${user.text('sid')}/profile`)), 404)
})

test('another account gets 404 for it', async () => {
  const path = `/v1/installs/${(await create(await makeWorld(), { name: 'College' })).text('sid')}`
  const { admin } = await makeWorld()
  problemOf(await admin('GET', `${path}/users`), 404)
  problemOf(await admin('GET', `${path}/credentials`), 404)
  problemOf(await admin('POST', `${path}/users`, { body: ada }), 404)
})

test.each([
  ['name', {}],
  ['name', { name: null }],
  ['name', { name: 5 }],
  ['name', { name: 'a\u0000b' }],
  ['name', { name: 'a\ud800b' }],
  ['nickname', { name: 'College', nickname: 'C' }],
  ['sid', { name: 'College', sid: newSid('AI') }],
  ['accountSid', { name: 'College', accountSid: newSid('AC') }],
])('400 names %s for the body %j, and nothing is written', async (path, body) => {
  const world = await makeWorld()
  expect(badPaths(await create(world, body))).toEqual([path])
  expect(await installCount(world)).toBe(1)
})

test.each(['', '{', '[]', 'null', '"College"'])('the body %j is 400, and nothing is written', async body => {
  const world = await makeWorld()
  problemOf(await create(world, body), 400)
  expect(await installCount(world)).toBe(1)
})

test('a body that is not JSON by its content type is 415', async () => {
  const { admin } = await makeWorld()
  const headers = { 'content-type': 'text/plain' }
  problemOf(await admin('POST', '/v1/installs', { body: '{"name":"College"}', headers }), 415)
})

test('a body over 1 MiB is 413', async () => {
  problemOf(await create(await makeWorld(), { name: 'a'.repeat(1024 * 1024) }), 413)
})

test('an unknown query parameter is 400 and is named', async () => {
  const world = await makeWorld()
  const answer = await world.admin('POST', '/v1/installs?dryRun=true', { body: { name: 'College' } })
  expect(badPaths(answer)).toEqual(['dryRun'])
  expect(await installCount(world)).toBe(1)
})

test('a credential whose policy is limited to its install gets 403, which names the action and the resource', async () => {
  const world = await makeWorld()
  const { call } = await world.credential(allow(['sp:*'], [`installs/${world.installSid}/*`]))
  const answer = await call('POST', '/v1/installs', { body: { name: 'College' } })
  problemOf(answer, 403)
  expect(answer.raw).toMatch(/sp:[A-Z]\w*Install/)
  expect(answer.raw).toMatch(/\binstalls\b/)
  expect(await installCount(world)).toBe(1)
})

test('an anonymous caller gets 401 in 0 round trips', async () => {
  const world = await makeWorld()
  const answer = await callerOf(world.stack)('POST', '/v1/installs', { body: { name: 'College' } })
  problemOf(answer, 401)
  expect(answer.headers.get('www-authenticate')).toMatch(/./)
  expect(answer.roundTrips).toBe(0)
})

test('a credential of one install cannot create another: 403, which names the action and the resource', async () => {
  const world = await makeWorld()
  const { call } = await world.credential(allow(['sp:*'], ['*']))
  const answer = await call('POST', '/v1/installs', { body: { name: 'Second' } })
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ action: 'sp:CreateInstall', resource: 'installs' })
})
