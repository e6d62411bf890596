// Operators read, revoke and introspect the tokens of an install. They issue and refresh none.
import { beforeAll, expect, test } from 'vitest'
import { rowsFrom } from '../../support/audit.ts'
import type { Call } from '../../support/client.ts'
import { signedInAs } from '../../support/platform.ts'
import { problemOf } from '../../support/problem.ts'
import { audit } from '../../support/sts.ts'
import { type Issued, issueToken } from '../../support/tokens.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

let world: World
let developer: { call: Call; id: string }
beforeAll(async () => {
  world = await makeWorld()
  developer = await signedInAs(world, 'developer')
})

const issue = async (): Promise<Issued> => issueToken(world, { targetUserSid: await world.user() })
const tokenAt = ({ sid }: Issued, rest = '') => world.path(`/sts/tokens/${sid}${rest}`)

test('no role issues or refreshes a token', async () => {
  const token = await issue()
  const owner = await signedInAs(world, 'owner')
  const body = { elementType: 'exam-session', tokenType: 'element', targetUserSid: await world.user() }
  for (const answer of [
    await owner.call('POST', world.path('/sts/tokens'), { body }),
    await owner.call('POST', tokenAt(token, '/refresh'), { body: {} }),
  ]) {
    problemOf(answer, 403)
    expect([answer.text('code'), answer.text('detail')]).toEqual([
      'caller_not_accepted',
      'This operation takes: credential.',
    ])
  }
})

test('a revoked token ends at once, and its event and the audit name the operator', async () => {
  const token = await issue()
  const before = await audit(world)
  const rows = await rowsFrom(world, async () => {
    const answer = await developer.call('DELETE', tokenAt(token))
    expect(answer).toMatchObject({ status: 204, roundTrips: 2 })
    return answer
  })
  expect(rows).toMatchObject([{ actor: developer.id, actorKind: 'session', operation: 'revokeStsToken' }])
  problemOf(await token.call('GET', world.path('/users')), 401)
  const [event, ...more] = (await audit(world)).slice(before.length)
  expect(more).toEqual([])
  expect(event).toMatchObject({ event: 'revoked', tokenSid: token.sid, actorSid: developer.id })
})

test('the event of a revocation of many tokens names the operator', async () => {
  const token = await issue()
  const answer = await developer.call('POST', world.path('/sts/revocations'), { body: { all: true } })
  expect(answer).toMatchObject({ status: 204, roundTrips: 2 })
  problemOf(await token.call('GET', world.path('/users')), 401)
  const event = (await audit(world)).at(-1)
  expect(event).toMatchObject({ event: 'install_revoked', actorSid: developer.id })
})

test('the events of a revoked credential and an erased user name the operator', async () => {
  const admin = await signedInAs(world, 'admin')
  const [credential, userSid] = [await world.credential(allow(['sp:*'], ['*'])), await world.user()]
  for (const path of [`/credentials/${credential.sid}`, `/users/${userSid}`])
    expect((await admin.call('DELETE', world.path(path))).status).toBeLessThan(300)
  const events = (await audit(world)).slice(-2)
  expect(events.map(({ event, actorSid }) => [event, actorSid])).toEqual([
    ['credential_revoked', admin.id],
    ['user_revoked', admin.id],
  ])
})

test('a token is introspected and listed in one round trip', async () => {
  const token = await issue()
  const body = { token: token.secret }
  const seen = await developer.call('POST', world.path('/sts/introspect'), { body })
  expect(seen).toMatchObject({ status: 200, roundTrips: 1 })
  expect(seen.body).toMatchObject({ active: true, jti: token.sid })
  for (const path of [tokenAt(token), world.path('/sts/tokens?active=true'), world.path('/sts/audit')])
    expect(await developer.call('GET', path)).toMatchObject({ status: 200, roundTrips: 1 })
})

test('a simulation compares a policy with that of the role', async () => {
  const simulate = async (actions: string[]) => {
    const policy = { version: '1', statements: allow(actions, [`installs/${world.installSid}/*`]) }
    const answer = await developer.call('POST', world.path('/sts/simulate'), { body: { policy } })
    expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
    return answer.body['granted']
  }
  expect(await simulate(['sp:ReadSession'])).toBe(true)
  expect(await simulate(['sp:DeleteCourse'])).toBe(false)
})
