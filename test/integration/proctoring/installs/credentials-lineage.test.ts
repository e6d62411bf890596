import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { application, install } from '../../../../db/schema/tenancy.ts'
import { newSid } from '../../../../db/sid.ts'
import { catalogue } from '../../../../src/shared/auth/policy/actions.ts'
import { callerOf } from '../../../support/client.ts'
import { rounds } from '../../../support/rounds.ts'
import { sharedStack } from '../../../support/stack.ts'
import { allow, makeWorld } from '../../../support/world.ts'

const bodyOf = (members: object = {}) => ({
  name: 'Heir',
  role: 'admin',
  policy: { version: '1', statements: [] },
  ...members,
})

const races = rounds({ quick: 3, all: 40 })

test(`no credential is created after the response to the revocation of its creator, in ${races} races on a real Postgres`, {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld(await sharedStack('postgres'))
  for (let round = 0; round < races; round += 1) {
    const { call, sid } = await world.credential(allow(['sp:*'], ['*']))
    const made = async () => (await world.admin('GET', world.path('/credentials?limit=0'))).count('total')
    const creates = Array.from(
      { length: 4 },
      async () => (await call('POST', world.path('/credentials'), { body: bodyOf() })).status,
    )
    await world.admin('DELETE', world.path(`/credentials/${sid}`))
    const madeByThen = await made()
    for (const status of await Promise.all(creates)) expect([201, 401]).toContain(status)
    expect(await made()).toBe(madeByThen)
  }
})

test('a credential expires no later than its creator', async () => {
  const world = await makeWorld()
  const [sooner, later] = ['2100-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z']
  const policy = { version: '1', statements: allow(['sp:*'], ['*']) }
  const parent = await world.admin('POST', world.path('/credentials'), {
    body: bodyOf({ policy, expiresAt: sooner }),
  })
  const call = callerOf(world.stack, parent.text('secret'))
  for (const expiresAt of [null, later, sooner])
    expect(
      (await call('POST', world.path('/credentials'), { body: bodyOf({ expiresAt }) })).body,
    ).toMatchObject({
      expiresAt: sooner,
      createdBySid: parent.text('sid'),
    })
})

test("a credential is limited to its creator's application, also if the install belongs to another one", async () => {
  const world = await makeWorld()
  const { db } = world.stack
  const sid = newSid('AP')
  await db.insert(application).values({ sid, accountSid: world.accountSid, name: 'Second' })
  await db.update(install).set({ applicationSid: sid }).where(eq(install.sid, world.installSid))
  const { call } = await world.credential(allow(['sp:*'], ['*']))
  const jwtFor = (applicationId: string) =>
    call('POST', '/auth/token', { body: { applicationId, permissions: ['publish'] } })
  expect((await jwtFor(sid)).status).toBe(400)
  expect((await jwtFor(world.applicationSid)).status).toBe(200)
})

test('a pattern that the creator does not hold is stored expanded; one that it holds is stored unchanged', async () => {
  const world = await makeWorld()
  const body = bodyOf({ policy: { version: '1', statements: allow(['sp:*'], ['*']) } })
  const held = await world.admin('POST', world.path('/credentials'), { body })
  expect(held.body).toMatchObject({ policy: { statements: [{ actions: ['sp:*'] }] } })
  const named = await world.credential(allow([...catalogue], ['*']))
  const expanded = await named.call('POST', world.path('/credentials'), { body })
  expect(expanded.body).toMatchObject({ policy: { statements: [{ actions: [...catalogue] }] } })
})

test('two different credentials in the two headers are refused, and an empty header is ignored', async () => {
  const world = await makeWorld()
  const { secret } = await world.credential(allow(['sp:*'], ['*']))
  const ask = (token: string) =>
    callerOf(world.stack)('GET', world.path('/users'), {
      headers: { token, authorization: `Bearer ${secret}` },
    })
  expect((await ask(world.secret)).status).toBe(401)
  expect((await ask(secret)).status).toBe(200)
  expect((await ask('')).status).toBe(200)
})
