// PUT /v1/installs/{installSid}: the name of an install.
import { beforeEach, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { issueToken } from '../../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

const rename = (body: object, by = world.admin) => by('PUT', world.path(''), { body })

test('an administrator renames an install, and its settings stay, in at most 2 round trips', async () => {
  const settings = await world.admin('GET', world.path('/settings'))
  const before = await world.admin('GET', world.path(''))
  const renamed = await rename({ name: 'Zoë’s College' })
  expect(renamed.status, renamed.raw).toBe(200)
  expect(renamed.roundTrips).toBeLessThanOrEqual(2)
  expect(renamed.body).toEqual({ ...before.body, name: 'Zoë’s College', editDate: expect.any(String) })
  expect((await world.admin('GET', world.path(''))).body).toEqual(renamed.body)
  expect((await world.admin('GET', world.path('/settings'))).body).toEqual(settings.body)
})

test('an administrator of the install alone renames it too', async () => {
  const { call } = await world.credential(allow(['sp:UpdateInstall'], ['*']))
  expect((await rename({ name: 'Own' }, call)).body).toMatchObject({ name: 'Own' })
})

test.each(['instructor', 'proctor', 'learner'] as const)('the role %s gets 403', async role => {
  const { call } = await world.credential(allow(['sp:*'], ['*']), role)
  problemOf(await rename({ name: 'Own' }, call), 403)
})

test('a token gets 403', async () => {
  const { call } = await issueToken(world, {
    tokenType: 'api',
    policy: { version: '1', statements: allow(['sp:UpdateInstall'], ['*']) },
  })
  problemOf(await rename({ name: 'Own' }, call), 403)
})

test.each([
  ['name', {}],
  ['name', { name: '' }],
  ['name', { name: null }],
  ['name', { name: 'x'.repeat(201) }],
  ['defaultTimezone', { name: 'College', defaultTimezone: 'UTC' }],
  ['sid', { name: 'College', sid: newSid('AI') }],
])('400 names %s of the body %j', async (path, body) => {
  expect(badPaths(await rename(body))).toEqual([path])
})

test('an install of another account is 404 and keeps its name', async () => {
  const other = await makeWorld()
  problemOf(await world.admin('PUT', other.path(''), { body: { name: 'Ours' } }), 404)
  expect((await other.admin('GET', other.path(''))).text('name')).toBe('Test install')
})
