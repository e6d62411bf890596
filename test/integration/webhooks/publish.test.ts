// POST /api/events: who can publish, and which endpoints get the event.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Call, callerOf } from '../../support/client.ts'
import { makeInstallUser, signedInAs, signIn } from '../../support/platform.ts'
import { badPaths, problemOf } from '../../support/problem.ts'
import { assemble, partsOf, rs256, rsaKey, signingKeyOf, unsigned } from '../../support/sts-forge.ts'
import { issueToken } from '../../support/tokens.ts'
import { eventRows, type Listener, listen } from '../../support/webhook-events.ts'
import { stackWithSink } from '../../support/webhooks.ts'
import { allow, makeWorld, type World } from '../../support/world.ts'

const type = 'document.updated'

const system = stackWithSink()
let world: World
let listener: Listener
beforeAll(async () => {
  world = await makeWorld(system.stack)
  listener = await listen(world, system.sink, { events: [type] })
})

const body = { topic: 'courses.syllabus', type, payload: { documentId: 'syllabus-7' } }
const publish = (call: Call, members: object = {}, headers: Record<string, string> = {}) =>
  call('POST', '/api/events', { body: { ...body, ...members }, headers })

/** A caller with the token as bearer. */
const bearer =
  (token: string): Call =>
  (method, path, options = {}) =>
    callerOf(system.stack)(method, path, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    })

async function jwtOf(permissions: string[], by: Call = world.admin, of: World = world): Promise<string> {
  const answer = await by('POST', '/auth/token', { body: { applicationId: of.applicationSid, permissions } })
  expect(answer.status, answer.raw).toBe(200)
  return answer.text('token')
}

/** Expects one delivery of the publication to the application's endpoint. */
async function accepted(send: () => Promise<Answer>): Promise<void> {
  let id = ''
  const events = await listener.eventsOf(async () => {
    const answer = await send()
    expect(answer.status, answer.raw).toBe(202)
    id = answer.text('id')
  })
  expect(events).toEqual([
    { ...body, id, source: 'sdk', metadata: expect.objectContaining({ timestamp: expect.any(Number) }) },
  ])
  expect(id).toMatch(/^EV[a-f0-9]{32}$/)
}

const published = async () => (await eventRows(world)).filter(({ source }) => source === 'sdk')

/** Expects a refusal, and that nothing is written. */
async function refused(status: number, send: () => Promise<Answer>): Promise<void> {
  const before = await published()
  problemOf(await send(), status)
  expect(await published()).toEqual(before)
}

describe('an event can be published', () => {
  test('by an API credential, in either header', async () => {
    await accepted(() => publish(world.admin))
    await accepted(() => publish(bearer(world.secret)))
    const { call } = await world.credential(allow(['sp:PublishEvent'], ['*']))
    await accepted(() => publish(call))
  })

  test.each(['owner', 'developer'] as const)('by the session of an operator who is %s', async role => {
    const { token } = await signedInAs(world, role)
    await accepted(() => publish(bearer(token)))
  })

  test('by a JWT with the permission, issued by any caller', async () => {
    const { call } = await signedInAs(world, 'developer')
    for (const permissions of [['publish'], ['subscribe', 'publish']]) {
      await accepted(async () => publish(bearer(await jwtOf(permissions))))
      await accepted(async () => publish(bearer(await jwtOf(permissions, call))))
    }
  })
})

describe('no event can be published', () => {
  test('without a credential, or with a malformed token', async () => {
    await refused(401, () => publish(callerOf(system.stack)))
    await refused(401, () => publish(bearer('a.b.c')))
    await refused(401, () => publish(bearer('x')))
  })

  test('without the action', async () => {
    const { call } = await world.credential(allow(['sp:ListWebhooks', 'sp:CreateWebhook'], ['*']))
    await refused(403, () => publish(call))
    await refused(403, async () => publish((await signedInAs(world, 'viewer')).call))
    await refused(403, async () => publish((await signIn(await makeInstallUser(world))).call))
  })

  test('by a JWT with the permission to subscribe only', async () => {
    const token = await jwtOf(['subscribe'])
    await refused(403, () => publish(bearer(token)))
  })

  test('by a JWT that is expired, damaged, unsigned or signed by another key', async () => {
    const token = await jwtOf(['publish'])
    const { header, claims, signature } = partsOf(token)
    const { key } = signingKeyOf(system.stack)
    // Control: a JWT that we sign is accepted.
    await accepted(() => publish(bearer(assemble(header, claims, rs256(key)))))
    const over = { ...claims, exp: Math.floor(Date.now() / 1000) - 120 }
    const forged = [
      assemble(header, over, rs256(key)),
      assemble(header, claims, rs256(rsaKey().privateKey)),
      assemble({ ...header, alg: 'none' }, claims, unsigned),
      assemble(header, { ...claims, sub: 'x' }, () => Buffer.from(signature, 'base64url')),
      assemble({ ...header, typ: 'JWT' }, claims, rs256(key)),
      token.slice(0, -1),
    ]
    for (const each of forged) await refused(401, () => publish(bearer(each)))
  })

  test('by a JWT whose permissions were changed by its holder', async () => {
    const { header, claims, signature } = partsOf(await jwtOf(['subscribe']))
    const wider = assemble(header, { ...claims, permissions: ['publish'] }, () =>
      Buffer.from(signature, 'base64url'),
    )
    await refused(401, () => publish(bearer(wider)))
  })

  test('by an element token or the stsToken of its embed', async () => {
    const { answer, call, secret } = await issueToken(world, { targetUserSid: await world.user() })
    await refused(401, () => publish(bearer(answer.text('elementToken'))))
    for (const each of [call, bearer(secret)]) {
      const { status } = await publish(each)
      expect([401, 403]).toContain(status)
    }
  })

  test('by a JWT of a credential that has been revoked', async () => {
    const { sid, call } = await world.credential(allow(['sp:IssueJwt', 'sp:PublishEvent'], ['*']))
    const token = await jwtOf(['publish'], call)
    await accepted(() => publish(bearer(token)))
    const revoked = await world.admin('DELETE', world.path(`/credentials/${sid}`))
    expect(revoked.status, revoked.raw).toBeLessThan(300)
    await refused(401, () => publish(bearer(token)))
  })

  test('by a JWT of an operator who has been disabled', async () => {
    const { id, call } = await signedInAs(world, 'developer')
    const token = await jwtOf(['publish'], call)
    await accepted(() => publish(bearer(token)))
    const disabled = await world.admin('POST', `/api/operators/${id}/disable`)
    expect(disabled.status, disabled.raw).toBeLessThan(300)
    await refused(401, () => publish(bearer(token)))
  })
})

describe('an event stays in its application', () => {
  test('even if the header names another one', async () => {
    const other = await makeWorld(system.stack)
    const ear = await listen(other, system.sink, { events: [type] })
    const headers = { 'x-application-id': other.applicationSid }
    const foreign = async () => {
      for (const call of [world.admin, bearer(await jwtOf(['publish']))])
        expect(badPaths(await publish(call, {}, headers))).toEqual(['X-Application-Id'])
      await accepted(() => publish(world.admin, {}, { 'x-application-id': world.applicationSid }))
    }
    expect(await ear.eventsOf(foreign)).toEqual([])
  })

  test('for which a JWT was issued', async () => {
    const other = await makeWorld(system.stack)
    const ear = await listen(other, system.sink, { events: [type] })
    const token = await jwtOf(['publish'], other.admin, other)
    expect(await listener.eventsOf(() => publish(bearer(token)))).toEqual([])
    expect(await ear.eventsOf(() => publish(bearer(token)))).toHaveLength(1)
  })
})
