// Whose records a token can read, and the tokens of users who are erased or disabled.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '../../support/client.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import { another, run } from '../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../support/sessions.ts'
import { askRefresh, introspect, pairOf, revokeMany, verify } from '../../support/sts.ts'
import { changingNoRow } from '../../support/tables.ts'
import { type Issued, issueToken, mintingNothing, staffUser } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

let own: SessionWorld
let other: SessionWorld
let eventSids: Map<SessionWorld, string>
beforeAll(async () => {
  own = await makeSession()
  other = await another(own)
  const made = await own.admin('POST', own.path('/eventTypes'), { body: { name: 'Noise' } })
  const body = { eventTypeSid: made.text('sid'), title: 'Noise' }
  eventSids = new Map()
  for (const session of [own, other]) {
    await run(session, 'schedule')
    eventSids.set(session, (await own.admin('POST', session.at('/events'), { body })).text('sid'))
  }
})

const viewer = (members: Record<string, unknown> = {}, targetUserSid = own.userSid) =>
  issueToken(own, { elementType: 'assessment-viewer', targetUserSid, ...members })

/** What an assessment-viewer can read of a session. */
const reads = (session: SessionWorld) => [
  session.at(),
  session.at('/events'),
  session.at(`/events/${eventSids.get(session)}`),
  session.at('/annotations'),
]

describe('an assessment-viewer', () => {
  test.each([
    ['without a resource', {}],
    ['with the resource *', { resource: '*' }],
  ])("%s can read its target user's sessions only", async (_, members) => {
    const { call } = await viewer(members)
    for (const path of reads(own))
      expect(await call('GET', path)).toMatchObject({ status: 200, roundTrips: 1 })
    for (const path of reads(other)) problemOf(await call('GET', path), 404)
    problemOf(await call('GET', own.at(`/events/${eventSids.get(other)}`)), 404)
  })

  test('of staff for one session can read that session, and no other', async () => {
    const { call } = await viewer({ resource: other.sessionSid }, await staffUser(own))
    for (const path of reads(other)) expect((await call('GET', path)).status).toBe(200)
    for (const path of reads(own)) problemOf(await call('GET', path), 403)
  })

  test('of a learner for one session or exam can read only sessions of that learner', async () => {
    const { call } = await viewer({ resource: other.sessionSid })
    for (const path of reads(other)) problemOf(await call('GET', path), 404)
    const inExam = await viewer({ resource: own.examSid })
    for (const path of reads(own)) expect((await inExam.call('GET', path)).status).toBe(200)
    for (const path of reads(other)) problemOf(await inExam.call('GET', path), 404)
  })

  test('of staff for one exam can read the sessions of that exam', async () => {
    const { call } = await viewer({ resource: own.examSid }, await staffUser(own))
    for (const session of [own, other])
      for (const path of reads(session)) expect((await call('GET', path)).status).toBe(200)
  })

  test.each([
    ['no resource', () => ({}), () => [own.sessionSid]],
    ['one session', () => ({ resource: other.sessionSid }), () => []],
    ['one exam', () => ({ resource: own.examSid }), () => [own.sessionSid]],
  ])('with %s is shown exactly the sessions that it can read', async (_, members, sessions) => {
    const shown = (await verify(own.stack, pairOf(await viewer(members())))).list('sessions')
    expect(shown.map(({ sid }) => sid).toSorted()).toEqual(sessions().toSorted())
  })

  test('keeps its user after a refresh', async () => {
    const answer = await askRefresh(own, await viewer())
    const call = callerOf(own.stack, answer.text('stsToken'))
    expect((await call('GET', own.at())).status).toBe(200)
    problemOf(await call('GET', other.at()), 404)
  })
})

const elementTypes = ['exam-session', 'proctoring-session', 'assessment-viewer'] as const

describe('of an erased user', () => {
  let session: SessionWorld
  let tokens: Issued[]
  let link: string
  beforeAll(async () => {
    session = await another(own)
    await run(session, 'schedule')
    const targetUserSid = session.userSid
    const policy = { version: '1', statements: allow(['sp:*'], ['*']) }
    tokens = [await issueToken(own, { tokenType: 'api', policy, targetUserSid })]
    for (const elementType of elementTypes) tokens.push(await issueToken(own, { elementType, targetUserSid }))
    link = (await own.admin('GET', session.at('/onboard'))).text('url')
    expect((await own.admin('DELETE', own.path(`/users/${targetUserSid}`))).status).toBe(200)
  })

  test('no token can be issued: the user is unknown', async () => {
    const policy = { version: '1', statements: [] }
    const bodies = [
      ...elementTypes.map(elementType => ({ tokenType: 'element', elementType })),
      { tokenType: 'api', policy },
    ]
    for (const body of bodies) {
      const answer = await mintingNothing(own, () =>
        own.admin('POST', own.path('/sts/tokens'), { body: { ...body, targetUserSid: session.userSid } }),
      )
      expect(badPaths(answer)).toEqual(['targetUserSid'])
      expect(answer.body['errors']).toMatchObject([{ code: 'unknown_sid' }])
    }
  })

  test('every token is inactive: for use, refresh, verification and introspection', async () => {
    for (const token of tokens) {
      problemOf(await token.call('GET', own.path('/users')), 401)
      problemOf(await askRefresh(own, token), 409)
      expect((await introspect(own, token.secret)).body).toEqual({ active: false, reason: 'user_revoked' })
      if (token.answer.body['elementToken'] === undefined) continue
      problemOf(await verify(own.stack, pairOf(token)), 401)
    }
  })

  test('an onboarding link is 404, and no new one can be created', async () => {
    await changingNoRow(own, async () => {
      problemOf(await callerOf(own.stack)('POST', new URL(link).pathname), 404)
      const answer = await own.admin('GET', session.at('/onboard'))
      problemOf(answer, 409)
      expect(answer.text('code')).toBe('session_state_conflict')
    })
  })
})

describe('an onboarding link ends', () => {
  const entering = (url: string) => callerOf(own.stack)('POST', new URL(url).pathname)
  const linkBy = async (call: Issued['call'], session: SessionWorld) => {
    const answer = await call('GET', session.at('/onboard'))
    expect(answer.status, answer.raw).toBe(200)
    return answer.text('url')
  }
  const scheduled = async () => {
    const session = await another(own)
    await run(session, 'schedule')
    return session
  }

  test('with the credential that requested it', async () => {
    const session = await scheduled()
    const { call, sid } = await own.credential(allow(['sp:*'], ['*']))
    const [used, later] = [await linkBy(call, session), await linkBy(call, session)]
    expect((await entering(used)).status).toBe(200)
    await own.admin('DELETE', own.path(`/credentials/${sid}`))
    problemOf(await entering(later), 404)
  })

  test('with the tokens of the family that requested it, but not with a refresh', async () => {
    const session = await scheduled()
    const token = await issueToken(own, { targetUserSid: session.userSid })
    const [used, later] = [await linkBy(token.call, session), await linkBy(token.call, session)]
    expect((await askRefresh(own, token)).status).toBe(200)
    expect((await entering(used)).status).toBe(200)
    expect((await revokeMany(own, { targetUserSid: session.userSid })).status).toBe(204)
    problemOf(await entering(later), 404)
  })

  test('with the end of the last token of the family', async () => {
    const session = await scheduled()
    const token = await issueToken(own, { targetUserSid: session.userSid })
    const url = await linkBy(token.call, session)
    await own.stack.db.execute(
      sql`update sts_token set expires_at = now() where sid = ${token.sid.slice(2)}::uuid`,
    )
    problemOf(await entering(url), 404)
  })
})

describe('`enabled` controls sign-ins, and has no effect on tokens', () => {
  const profile = (sid: string) => own.path(`/users/${sid}/profile`)
  const works = async ({ call }: Issued, sid: string) =>
    expect((await call('GET', profile(sid))).status).toBe(200)

  test('a user who was never enabled can have tokens, and they can be refreshed', async () => {
    const targetUserSid = await own.user()
    expect((await own.admin('GET', profile(targetUserSid))).body).toMatchObject({ enabled: false })
    const token = await issueToken(own, { targetUserSid })
    await works(token, targetUserSid)
    expect((await verify(own.stack, pairOf(token))).status).toBe(200)
    expect((await askRefresh(own, token)).status).toBe(200)
  })

  test('a disabled user keeps the tokens, can get new ones, and loses them by a revocation', async () => {
    const targetUserSid = await own.user({ enabled: true })
    const token = await issueToken(own, { targetUserSid })
    const { body } = await own.admin('GET', profile(targetUserSid))
    expect(body).toMatchObject({ enabled: true })
    const disabled = await own.admin('PUT', own.path(`/users/${targetUserSid}`), {
      body: { enabled: false },
    })
    expect(disabled.status, disabled.raw).toBe(200)
    const later = await issueToken(own, { targetUserSid })
    for (const each of [token, later]) await works(each, targetUserSid)
    expect((await revokeMany(own, { targetUserSid })).status).toBe(204)
    for (const { call } of [token, later]) problemOf(await call('GET', profile(targetUserSid)), 401)
  })
})
