// Which topics the stsTokens of embeds and backends may use.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../support/client.ts'
import { disconnectAll, jwtOf, rawSocket } from '../../support/realtime.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { refresh, revoke } from '../../support/sts.ts'
import { issueApiToken, issueToken, staffUser } from '../../support/tokens.ts'
import { allow, sisterOf } from '../../support/world.ts'

let world: SessionWorld
/** A session of another application. */
let foreign: SessionWorld
let staff: string
beforeAll(async () => {
  ;[world, foreign] = await Promise.all([makeSession(), makeSession()])
  staff = await staffUser(world)
})
afterAll(disconnectAll)

/** A raw socket that is connected with the token. */
async function socketWith(token: string) {
  const socket = await rawSocket(world.stack.baseUrl)
  socket.send({ id: 1, connect: { token } })
  await socket.reply(1).toHaveProperty('connect')
  return socket
}

/** What the token may do with each topic: `s` subscribe, `p` publish. */
async function rightsOf(token: string, topics: Record<string, string>): Promise<Record<string, string>> {
  const socket = await socketWith(token)
  const rights: Record<string, string> = {}
  for (const [at, [name, channel]] of Object.entries(topics).entries()) {
    const [subscribe, publish] = [2 * at + 2, 2 * at + 3]
    socket.send({ id: subscribe, subscribe: { channel } }, { id: publish, publish: { channel, data: {} } })
    await socket.reply(publish).toBeTruthy()
    await socket.reply(subscribe).toBeTruthy()
    const granted = (id: number) => {
      const reply = socket.lines.find(line => line['id'] === id)
      if (reply && 'error' in reply) expect(reply).toMatchObject({ error: { code: 103 } })
      return reply && !('error' in reply)
    }
    rights[name] = (granted(subscribe) ? 's' : '') + (granted(publish) ? 'p' : '')
  }
  socket.close()
  return rights
}

const topicsOf = ({ sessionSid, examSid, installSid }: SessionWorld) => ({
  own: `session.${sessionSid}`,
  presence: `presence.session.${sessionSid}`,
  monitor: `monitor.${examSid}`,
  foreign: `session.${foreign.sessionSid}`,
  foreignMonitor: `monitor.${foreign.examSid}`,
  missing: `session.ES${'0'.repeat(32)}`,
  malformed: 'session.x',
  room: 'room.1',
  ofInstall: `installs.${installSid}.room`,
  changes: `installs.${installSid}.proctoring.users`,
})
const none = {
  ...{ own: '', presence: '', monitor: '', foreign: '', foreignMonitor: '', missing: '', malformed: '' },
  ...{ room: '', ofInstall: '', changes: '' },
}

const elementToken = async (members: object) => (await issueToken(world, { ...members })).secret

describe('an element', () => {
  test('exam-session uses the topic of a session of its own learner, and nothing else', async () => {
    const own = await elementToken({ targetUserSid: world.userSid, resource: world.sessionSid })
    expect(await rightsOf(own, topicsOf(world))).toEqual({ ...none, own: 'sp', presence: 's' })
    const other = await elementToken({ targetUserSid: await world.user(), resource: '*' })
    expect(await rightsOf(other, topicsOf(world))).toEqual(none)
  })

  test('proctoring-session uses the topics of the sessions that it may read, and monitors the exam', async () => {
    const of = (resource: string) =>
      elementToken({ elementType: 'proctoring-session', targetUserSid: staff, resource })
    const ofExam = { ...none, own: 'sp', presence: 's', monitor: 's' }
    expect(await rightsOf(await of('*'), topicsOf(world))).toEqual(ofExam)
    expect(await rightsOf(await of(world.examSid), topicsOf(world))).toEqual(ofExam)
    const ofSession = { ...none, own: 'sp', presence: 's' }
    expect(await rightsOf(await of(world.sessionSid), topicsOf(world))).toEqual(ofSession)
  })

  test('assessment-viewer only subscribes to the sessions of its learner', async () => {
    const of = (targetUserSid: string) =>
      elementToken({ elementType: 'assessment-viewer', targetUserSid, resource: world.sessionSid })
    const reads = { ...none, own: 's', presence: 's' }
    expect(await rightsOf(await of(world.userSid), topicsOf(world))).toEqual(reads)
    expect(await rightsOf(await of(await world.user()), topicsOf(world))).toEqual(none)
  })
})

describe('an api token', () => {
  const topics = (rest: string) => [`installs/${world.installSid}/topics/${rest}`]
  const of = async (actions: string[], resources: string[], members: object = {}, by?: Call) => {
    const policy = { version: '1', statements: allow(actions, resources) }
    return (await issueToken(world, { tokenType: 'api', policy, ...members }, by)).secret
  }

  test('uses the topics of its install by its actions on them', async () => {
    const both = await of(['sp:SubscribeTopic', 'sp:PublishTopic'], topics('*'))
    const all = { own: 'sp', presence: 's', monitor: 's', ofInstall: 'sp', changes: 's' }
    expect(await rightsOf(both, topicsOf(world))).toEqual({ ...none, ...all })
    const one = await of(['sp:SubscribeTopic'], topics(`session/${world.sessionSid}`))
    expect(await rightsOf(one, topicsOf(world))).toEqual({ ...none, own: 's', presence: 's' })
    const room = await of(['sp:PublishTopic'], topics(`installs/${world.installSid}/room`))
    expect(await rightsOf(room, topicsOf(world))).toEqual({ ...none, ofInstall: 'p' })
  })

  test('of a learner uses only its own sessions, and reads no changes of others', async () => {
    const actions = ['sp:SubscribeTopic', 'sp:PublishTopic']
    const own = await of(actions, topics('*'), { targetUserSid: world.userSid })
    const expected = { ...none, own: 'sp', presence: 's', ofInstall: 'sp' }
    expect(await rightsOf(own, topicsOf(world))).toEqual(expected)
    const other = await of(actions, topics('*'), { targetUserSid: await world.user() })
    expect(await rightsOf(other, topicsOf(world))).toEqual({ ...none, ofInstall: 'sp' })
  })

  test('without the actions uses none, also with every other action', async () => {
    const { secret } = await issueApiToken(
      world,
      allow(['sp:ReadSession', 'sp:ListSessions'], [`installs/${world.installSid}/*`]),
    )
    expect(await rightsOf(secret, topicsOf(world))).toEqual(none)
  })
})

describe('a JWT', () => {
  test('uses the sessions and exams of its application', async () => {
    const rights = await rightsOf(await jwtOf(world, ['subscribe', 'publish']), topicsOf(world))
    expect(rights).toMatchObject({ own: 'sp', presence: 's', monitor: 's', room: 'sp' })
    expect(rights).toMatchObject({ foreign: '', foreignMonitor: '', missing: '', malformed: '' })
    const narrow = await rightsOf(await jwtOf(world, ['subscribe:monitor.*']), topicsOf(world))
    expect(narrow).toEqual({ ...none, monitor: 's' })
  })

  test('of a credential of an install uses only the sessions and exams of that install', async () => {
    const tokenOf = async ({ credential }: Pick<SessionWorld, 'credential'>) => {
      const { call } = await credential(allow(['sp:IssueJwt'], ['auth/token']))
      const body = { applicationId: world.applicationSid, permissions: ['subscribe', 'publish'] }
      return (await call('POST', '/auth/token', { body })).text('token')
    }
    const all = { own: 'sp', presence: 's', monitor: 's', ofInstall: 'sp', changes: 's' }
    expect(await rightsOf(await tokenOf(world), topicsOf(world))).toEqual({ ...none, ...all })
    expect(await rightsOf(await tokenOf(await sisterOf(world)), topicsOf(world))).toEqual(none)
  })
})

describe('a connection with an stsToken', () => {
  const issue = () => issueToken(world, { targetUserSid: world.userSid, resource: world.sessionSid })

  test('gets when to refresh, and goes on with the successor of its token', async () => {
    const token = await issue()
    const lifetime = () => (Date.parse(token.answer.text('expiresAt')) - Date.now()) / 1000
    const longest = lifetime()
    const socket = await socketWith(token.secret)
    const [{ connect }] = socket.lines as [{ connect: { ttl: number; expires: boolean } }]
    expect(connect.expires).toBe(true)
    expect(connect.ttl).toBeGreaterThan(lifetime() - 30 - 2)
    expect(connect.ttl).toBeLessThan(longest - 30 + 2)
    socket.send({ id: 2, subscribe: { channel: `session.${world.sessionSid}` } })
    await socket.reply(2).toHaveProperty('subscribe')
    const successor = await refresh(world, token)
    socket.send({ id: 3, refresh: { token: successor.secret } })
    await socket.reply(3).toHaveProperty('refresh')
    socket.send({ id: 4, publish: { channel: `session.${world.sessionSid}`, data: { text: 'Hello' } } })
    await socket.reply(4).toHaveProperty('publish')
    socket.close()
  })

  test('is closed with 3500 if the token is unknown, replaced, revoked, or of another user', async () => {
    const [revoked, replaced] = [await issue(), await issue()]
    await revoke(world, revoked)
    await refresh(world, replaced)
    for (const token of [revoked.secret, replaced.secret, `${revoked.secret.slice(0, -1)}_`]) {
      const socket = await rawSocket(world.stack.baseUrl)
      socket.send({ id: 1, connect: { token } })
      expect(await socket.closed).toEqual([3500, 'invalid token'])
    }
    const socket = await socketWith((await issue()).secret)
    const other = await elementToken({ targetUserSid: await world.user(), resource: '*' })
    socket.send({ id: 2, refresh: { token: other } })
    expect(await socket.closed).toEqual([3500, 'invalid token'])
  })

  test('gets 109 for an expired token, and is closed with 3005 when its token expires', async () => {
    const token = await issueToken(world, { targetUserSid: world.userSid, resource: '*', expiresIn: 7 })
    const socket = await socketWith(token.secret)
    expect(await socket.closed).toEqual([3005, 'connection expired'])
    const late = await rawSocket(world.stack.baseUrl)
    late.send({ id: 1, connect: { token: token.secret } })
    await late.reply(1).toMatchObject({ error: { code: 109 } })
    late.close()
  })
})
