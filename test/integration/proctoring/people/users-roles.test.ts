// Nobody gives a user a role above the own one: an api token acts with the role of its user, and could raise itself.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../../db/schema/credential.ts'
import type { Answer, Call } from '../../../support/client.ts'
import { bundle } from '../../../support/one-roster.ts'
import { issueToken, staffUser } from '../../../support/tokens.ts'
import { allow, makeWorld, newPerson, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const policy = { version: '1', statements: allow(['sp:*'], ['*']) }
const headers = { 'content-type': 'application/zip' }
const course = { ids: { lms: 'course' }, title: 'Biology' }

/** Gives a role to the user with the sid and the sisId `sis`. */
const ways: Record<string, (call: Call, sid: string, sis: string, role: Role) => Promise<Answer>> = {
  'PUT …/users/{}': (call, sid, _, role) => call('PUT', world.path(`/users/${sid}`), { body: { role } }),
  'POST …/provision': (call, sid, _, role) =>
    call('POST', world.path('/provision'), {
      body: { course, user: { ids: { sid }, ...newPerson(), role } },
    }),
  'POST …/provision/oneroster': (call, _, sis, role) => {
    const users = [{ sourcedId: sis, role: role === 'admin' ? 'administrator' : role }]
    const body = new Blob([bundle({ users }, { mode: 'delta' })])
    return call('POST', world.path('/provision/oneroster'), { headers, body })
  },
}

const roleOf = async (sid: string) =>
  (await world.admin('GET', world.path(`/users/${sid}/profile`))).text('role')

describe.each(Object.entries(ways))('%s', (_, give) => {
  test.each(['proctor', 'instructor'] as const)(
    'gives no user a role above that of a token of the role %s',
    async role => {
      const sid = await staffUser(world, role)
      const sis = `sis-${sid}`
      const named = await world.admin('PUT', world.path(`/users/${sid}`), { body: { sisId: sis } })
      expect(named.status, named.raw).toBe(200)
      const { call } = await issueToken(world, { tokenType: 'api', targetUserSid: sid, policy })
      const answer = await give(call, sid, sis, 'admin')
      // A roster reports the row.
      const isRoster = answer.status === 200
      const [problem] = isRoster ? answer.list('errors') : [answer.body]
      expect(problem?.['code'], answer.raw).toBe('action_not_allowed')
      const text = problem?.[isRoster ? 'message' : 'detail']
      expect(text).toContain(`The role ${role} may not give users the role admin.`)
      expect(await roleOf(sid)).toBe(role)
      expect((await give(call, sid, sis, 'proctor')).status).toBe(200)
      expect(await roleOf(sid)).toBe('proctor')
      expect((await give(world.admin, sid, sis, 'admin')).status).toBe(200)
      expect(await roleOf(sid)).toBe('admin')
    },
  )
})

test('an item of a batch that gives a role above that of the caller is refused alone', async () => {
  const { call } = await world.credential(policy.statements, 'instructor')
  const items = (['admin', 'instructor'] as const).map(role => ({
    course,
    user: { ids: { lms: role }, ...newPerson(), role },
  }))
  const answer = await call('POST', world.path('/provision/batch'), { body: { items } })
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.list('results')).toMatchObject([
    { result: 'Refused', problem: { code: 'action_not_allowed' } },
    { result: 'Created' },
  ])
})
