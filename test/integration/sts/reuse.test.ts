// A replaced secret is refused at once, its use is recorded once, and no other token is affected.
import { beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { problemOf } from '../../support/problem.ts'
import {
  askRefresh,
  audit,
  chainFrom,
  pairOf,
  record,
  refresh,
  revoke,
  statusesOf,
  verify,
} from '../../support/sts.ts'
import { type Issued, issueToken } from '../../support/tokens.ts'
import { makeWorld, type World } from '../../support/world.ts'

let world: World
let userSid: string
beforeAll(async () => {
  world = await makeWorld()
  userSid = await world.user()
})

const issue = (members: Record<string, unknown> = {}) =>
  issueToken(world, { targetUserSid: userSid, ...members })
const profile = () => world.path(`/users/${userSid}/profile`)
const statuses = (tokens: Issued[]) => statusesOf(world, userSid, tokens)
const reuses = (rootSid: string) => audit(world, { rootSid, event: 'reused' })

describe('the secret of a replaced token is refused at once', () => {
  test.each([
    ['the header token', (secret: string) => ({ token: secret })],
    ['Authorization: Bearer', (secret: string) => ({ authorization: `Bearer ${secret}` })],
  ])('in %s, for reading and writing', async (_, headersOf) => {
    const root = await issue({ elementType: 'proctoring-session' })
    await refresh(world, root)
    const nobody = callerOf(world.stack)
    const headers = headersOf(root.secret)
    for (const [method, path, body] of [
      ['GET', profile(), undefined],
      ['GET', world.path('/users'), undefined],
      ['POST', world.path('/users'), {}],
      ['POST', world.path('/sts/tokens'), {}],
      ['POST', world.path(`/sts/tokens/${root.sid}/refresh`), {}],
    ] as const) {
      const answer = await nobody(method, path, { headers, body })
      problemOf(answer, 401)
      expect(answer.headers.get('www-authenticate')).toMatch(/./)
    }
  })

  test('by the verification of embeds', async () => {
    const root = await issue()
    expect((await verify(world.stack, pairOf(root))).status).toBe(200)
    await refresh(world, root)
    problemOf(await verify(world.stack, pairOf(root)), 401)
  })

  test('of every generation', async () => {
    const chain = await chainFrom(world, await issue(), 5)
    expect(await statuses(chain)).toEqual([401, 401, 401, 401, 401, 200])
  })
})

describe('its use', () => {
  test('is recorded once as reused, however often and wherever it is sent', async () => {
    const [root = await issue(), middle = root, last = root] = await chainFrom(world, await issue(), 2)
    expect(await reuses(root.sid)).toEqual([])
    for (let n = 0; n < 3; n += 1) await root.call('GET', profile())
    await Promise.all(Array.from({ length: 10 }, () => root.call('GET', profile())))
    await verify(world.stack, pairOf(root))
    expect((await reuses(root.sid)).map(({ tokenSid }) => tokenSid)).toEqual([root.sid])
    await Promise.all(Array.from({ length: 10 }, () => middle.call('GET', profile())))
    expect((await reuses(root.sid)).map(({ tokenSid }) => tokenSid)).toEqual([root.sid, middle.sid])
    expect(await statuses([last])).toEqual([200])
  })

  test('is also recorded if only the verification sees it', async () => {
    const root = await issue()
    await refresh(world, root)
    await verify(world.stack, pairOf(root))
    expect(await reuses(root.sid)).toMatchObject([
      { tokenSid: root.sid, actorSid: null, targetUserSid: userSid },
    ])
  })

  test('keeps the newest token of its family and 20 sibling families of the same user and credential active', async () => {
    const siblings = await Promise.all(Array.from({ length: 20 }, () => issue()))
    const chain = await chainFrom(world, await issue(), 2)
    for (const { call } of chain.slice(0, 2)) problemOf(await call('GET', profile()), 401)
    expect(await statuses([...chain.slice(2), ...siblings])).toEqual(Array.from({ length: 21 }, () => 200))
    for (const sibling of siblings) expect((await askRefresh(world, sibling)).status).toBe(200)
    const next = await askRefresh(world, chain[2] ?? { sid: '' })
    expect(next.status).toBe(200)
  })

  test('is not recorded for active, revoked and unknown tokens', async () => {
    const [living, revoked] = [await issue(), await issue()]
    await revoke(world, revoked)
    const before = (await audit(world, { event: 'reused' })).length
    const unknown = callerOf(
      world.stack,
      `${living.secret.slice(0, -1)}${living.secret.endsWith('a') ? 'b' : 'a'}`,
    )
    for (const call of [living.call, revoked.call, unknown]) await call('GET', profile())
    expect(await audit(world, { event: 'reused' })).toHaveLength(before)
  })

  test('does not include a read of its record by the backend', async () => {
    const root = await issue()
    await refresh(world, root)
    await askRefresh(world, root)
    await record(world, root)
    await world.admin('POST', world.path('/sts/introspect'), { body: { token: root.secret } })
    expect(await reuses(root.sid)).toEqual([])
  })
})

describe('a backend that lost a response', () => {
  test('gets the sid of the replacement, and can continue from there', async () => {
    const root = await issue()
    const lost = await refresh(world, root)
    const again = await askRefresh(world, root)
    problemOf(again, 409)
    expect(again.body).toMatchObject({ code: 'token_not_active', replacedBy: lost.sid })
    expect(await statuses([lost])).toEqual([200])
    const found = await refresh(world, { sid: again.text('replacedBy') })
    expect(found.answer.text('previousSid')).toBe(lost.sid)
    expect(found.answer.text('absoluteExpiresAt')).toBe(root.answer.text('absoluteExpiresAt'))
    expect(await statuses([root, lost, found])).toEqual([401, 401, 200])
  })

  test('gets there step by step after several losses, and only a refresh returns a secret', async () => {
    const chain = await chainFrom(world, await issue(), 3)
    const successors: string[] = []
    for (let sid = chain[0]?.sid ?? ''; ; ) {
      const answer = await askRefresh(world, { sid })
      if (answer.status === 200) break
      expect(answer.body['stsToken']).toBeUndefined()
      sid = answer.text('replacedBy')
      successors.push(sid)
    }
    expect(successors).toEqual(chain.slice(1).map(({ sid }) => sid))
  })

  test('gets no replacement if the family was revoked meanwhile', async () => {
    const chain = await chainFrom(world, await issue(), 1)
    await revoke(world, chain[1] ?? { sid: '' })
    for (const token of chain) {
      const answer = await askRefresh(world, token)
      problemOf(answer, 409)
      expect(answer.text('code')).toBe('token_not_active')
    }
  })
})
