// Each kind of revocation closes the connections that it concerns, and no others, within a second of its response.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create, made, remove, rotate } from '../../support/account-credentials.ts'
import type { Answer, Call } from '../../support/client.ts'
import { disconnectDocuments, syncedWith } from '../../support/documents.ts'
import { inTime, repeatedIfLate, withinASecond } from '../../support/late.ts'
import { addMfa, forgetCodes, resetLink, signedInAs, signIn } from '../../support/platform.ts'
import { disconnectAll, rawSocket } from '../../support/realtime.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { refresh } from '../../support/sts.ts'
import { issueToken } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await makeSession()
})
afterAll(disconnectAll)
afterAll(disconnectDocuments)

type Socket = Awaited<ReturnType<typeof rawSocket>>

async function connectedWith(of: SessionWorld, token: string): Promise<Socket> {
  const socket = await rawSocket(of.stack.baseUrl)
  socket.send({ id: 1, connect: { token } }, { id: 2, subscribe: { channel: `session.${of.sessionSid}` } })
  await socket.reply(1).toHaveProperty('connect')
  await socket.reply(2).toHaveProperty('subscribe')
  return socket
}

/** The connection with a JWT that the caller issues. */
async function jwtConnection(call: Call, of = world): Promise<Socket> {
  const body = { applicationId: of.applicationSid, permissions: ['subscribe'] }
  const answer = await call('POST', '/auth/token', { body })
  expect(answer.status, answer.raw).toBe(200)
  return await connectedWith(of, answer.text('token'))
}

/**
 * Ends something, which closes the first connection within a second. Returns the close codes: null for a connection that is
 * open after that second.
 */
async function closesAfter(end: () => Promise<Answer>, ...sockets: [Socket, ...Socket[]]) {
  const answer = await end()
  expect(answer.status, answer.raw).toBeLessThan(300)
  const second = sleep(1000)
  const codes = sockets.map(({ closed }) => closed.then(([code]) => code))
  await withinASecond(sockets[0].closed)
  await second
  const result = await Promise.all(codes.map(code => Promise.race([code, null])))
  for (const socket of sockets) socket.close()
  return result
}

const owner = () => signedInAs(world, 'owner')
const operatorsPath = (id: string, rest = '') => `/api/operators/${id}${rest}`

describe('a connection of an operator is closed by', repeatedIfLate, () => {
  const kinds: Record<string, (person: Awaited<ReturnType<typeof owner>>, by: Call) => Promise<Answer>> = {
    'sign-out': ({ call }) => call('POST', '/api/auth/logout', { body: {} }),
    'the end of its session from another session': async person => {
      const { call } = await signIn(person)
      const sessions = (await call('GET', '/api/auth/sessions')).list('results')
      const other = sessions.find(({ current }) => current === false)
      return call('DELETE', `/api/auth/sessions/${String(other?.['id'])}`)
    },
    'a changed password': async person => {
      const { call } = await signIn(person)
      const body = { currentPassword: person.password, password: `${person.password}New9` }
      return call('POST', '/api/auth/change-password', { body })
    },
    'a reset password': async person => {
      const token = await resetLink(person)
      const body = { token, password: `${person.password}New9` }
      return person.anyone('POST', '/api/auth/reset-password', { body })
    },
    'disabling the operator': ({ id }, by) => by('POST', operatorsPath(id, '/disable'), { body: {} }),
    'a role that may not issue JWTs': ({ id }, by) =>
      by('PUT', operatorsPath(id), { body: { role: 'viewer' } }),
    'the removal of the operator': ({ id }, by) => by('DELETE', operatorsPath(id)),
  }

  test.each(Object.entries(kinds))('%s', async (_, end) => {
    const [person, { call }] = [await owner(), await owner()]
    const sockets = [await jwtConnection(person.call), await jwtConnection(call)] as const
    expect(await closesAfter(() => end(person, call), ...sockets)).toEqual([3500, null])
  })

  test('a required second factor, unless the operator has one, and by its removal', async () => {
    const of = await makeSession()
    const [person, other] = [await signedInAs(of, 'owner'), await signedInAs(of, 'owner')]
    await addMfa(person.call)
    const enforced = [await jwtConnection(other.call, of), await jwtConnection(person.call, of)] as const
    const requireMfa = () => person.call('PUT', '/api/account', { body: { requireMfa: true } })
    expect(await closesAfter(requireMfa, ...enforced)).toEqual([3500, null])
    await addMfa(other.call)
    await forgetCodes(person)
    const sockets = [await jwtConnection(person.call, of), await jwtConnection(other.call, of)] as const
    const removal = () => person.call('DELETE', '/api/auth/mfa', { body: { password: person.password } })
    expect(await closesAfter(removal, ...sockets)).toEqual([3500, null])
  })
})

describe('a connection of a credential is closed by', repeatedIfLate, () => {
  const all = () => world.credential(allow(['sp:*'], ['*']))
  const accountWide = async () => made(await create(world.admin), world)
  const path = (sid: string) => world.path(`/credentials/${sid}`)
  const kinds: [string, typeof accountWide, (sid: string) => Promise<Answer>][] = [
    ['the revocation of a credential of an install', all, sid => world.admin('DELETE', path(sid))],
    ['the revocation of a credential of the account', accountWide, sid => remove(world.admin, sid)],
    ['its rotation without an overlap', accountWide, sid => rotate(world.admin, sid, { overlapSeconds: 0 })],
  ]

  test.each(kinds)('%s', async (_, make, end) => {
    const [ended, other] = [await make(), await make()]
    const sockets = [await jwtConnection(ended.call), await jwtConnection(other.call)] as const
    expect(await closesAfter(() => end(ended.sid), ...sockets)).toEqual([3500, null])
  })

  test('its expiry', async () => {
    const expiresAt = new Date(Date.now() + 7000).toISOString()
    const { call } = made(await create(world.admin, { expiresAt }), world)
    expect(await (await jwtConnection(call)).closed).toEqual([3005, 'connection expired'])
  })
})

describe('a connection of an stsToken is closed by', repeatedIfLate, () => {
  const issue = (targetUserSid: string, by?: Call) =>
    issueToken(world, { elementType: 'proctoring-session', targetUserSid, resource: world.sessionSid }, by)
  const revocation = (body: object) => () => world.admin('POST', world.path('/sts/revocations'), { body })

  test('its revocation, also if another token of its family is revoked', async () => {
    const user = await world.user()
    const [token, other] = [await issue(user), await issue(user)]
    const sockets = [
      await connectedWith(world, token.secret),
      await connectedWith(world, other.secret),
    ] as const
    const { sid } = await refresh(world, token)
    const revoke = () => world.admin('DELETE', world.path(`/sts/tokens/${sid}`))
    expect(await closesAfter(revoke, ...sockets)).toEqual([3500, null])
  })

  test('the revocation of the tokens of its user, and the erasure of its user', async () => {
    const users = [await world.user(), await world.user(), await world.user()] as const
    const sockets: Socket[] = []
    for (const user of users) sockets.push(await connectedWith(world, (await issue(user)).secret))
    const [first, second, third] = sockets as [Socket, Socket, Socket]
    expect(await closesAfter(revocation({ targetUserSid: users[0] }), first)).toEqual([3500])
    const erase = () => world.admin('DELETE', world.path(`/users/${users[1]}`))
    expect(await closesAfter(erase, second, third)).toEqual([3500, null])
  })

  test('the end of its credential, of the tokens of its credential, or of another that narrowed it', async () => {
    const user = await world.user()
    const all = () => world.credential(allow(['sp:*'], [`installs/${world.installSid}/*`]))
    const [revoked, epoch, narrowed, kept] = [await all(), await all(), await all(), await all()]
    const connect = async (by: Call) => connectedWith(world, (await issue(user, by)).secret)
    const keptSocket = await connect(kept.call)
    const remove = () => world.admin('DELETE', world.path(`/credentials/${revoked.sid}`))
    expect(await closesAfter(remove, await connect(revoked.call))).toEqual([3500])
    expect(await closesAfter(revocation({ credentialSid: epoch.sid }), await connect(epoch.call))).toEqual([
      3500,
    ])
    const token = await issue(user, narrowed.call)
    const socket = await connectedWith(world, token.secret)
    const learner = await world.credential(allow(['sp:*'], [`installs/${world.installSid}/*`]), 'learner')
    await refresh(world, token, learner.call)
    const channel = `session.${world.sessionSid}`
    const unsubscribe = { code: 2000, reason: 'permission denied' }
    const narrowedAt = performance.now()
    await expect.poll(() => socket.lines).toContainEqual({ push: { channel, unsubscribe } })
    inTime(performance.now() - narrowedAt, 1000)
    expect(await closesAfter(revocation({ all: true }), keptSocket)).toEqual([3500])
  })
})

test(
  'a connection to a document is closed with 4401 by the end of its token, and no other',
  repeatedIfLate,
  async () => {
    const [ended, other] = [await owner(), await owner()]
    const body = { applicationId: world.applicationSid, permissions: ['subscribe', 'publish'] }
    const open = async (call: Call) => {
      const token = (await call('POST', '/auth/token', { body })).text('token')
      return await syncedWith(world.stack.baseUrl, 'revoked', token)
    }
    const [first, second] = [await open(ended.call), await open(other.call)]
    expect((await ended.call('POST', '/api/auth/logout', { body: {} })).status).toBe(204)
    expect(await withinASecond(first.closed)).toMatchObject({ code: 4401 })
    expect(second.provider.wsconnected).toBe(true)
  },
)
