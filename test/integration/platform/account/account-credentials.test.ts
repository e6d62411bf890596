// Listing, creating, rotating and revoking the credentials of an account.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  create,
  credentialsPath,
  made,
  remove,
  rotate,
  sidOfAdmin,
  works,
} from '../../../support/account-credentials.ts'
import { callerOf } from '../../../support/client.ts'
import { signedInAs } from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { sharedStack } from '../../../support/stack.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { issueApiToken } from '../../../support/tokens.ts'
import { allow, makeWorld, sisterOf, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('an account credential', () => {
  test('is listed with those of the installs, without secrets', async () => {
    const own = await makeWorld()
    const bound = await own.credential(allow(['sp:ListUsers'], ['*']))
    const answer = await own.admin('GET', credentialsPath)
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.roundTrips).toBe(1)
    expect(answer.body).toMatchObject({
      total: 2,
      results: [
        { name: 'Administrator', installSid: null, active: true, revokedAt: null, createdBySid: null },
        { sid: bound.sid, installSid: own.installSid, active: true, applicationSid: own.applicationSid },
      ],
    })
    for (const text of [own.secret, bound.secret, 'secret']) expect(answer.raw).not.toContain(text)
  })

  test('can be filtered by install and by activity', async () => {
    const own = await makeWorld()
    const sister = await sisterOf(own)
    const bound = await own.credential([])
    const gone = await sister.credential([])
    await remove(own.admin, gone.sid)
    const sids = async (query: string) =>
      (await own.admin('GET', `${credentialsPath}?${query}`)).list('results').map(({ sid }) => sid)
    expect(await sids(`installSid=${own.installSid}`)).toEqual([bound.sid])
    expect(await sids('active=false')).toEqual([gone.sid])
    expect(await sids('active=true')).toHaveLength(2)
  })

  test('can be created for the account or for one install, and its secret works at once', async () => {
    const account = made(await create(world.admin), world)
    const bound = made(await create(world.admin, { installSid: world.installSid }), world)
    const sister = await sisterOf(world)
    expect((await account.call('GET', sister.path('/users'))).status).toBe(200)
    expect((await bound.call('GET', world.path('/users'))).status).toBe(200)
    expect((await bound.call('GET', sister.path('/users'))).status).toBe(404)
  })

  test('is revoked at once, and a second revocation changes nothing', async () => {
    const { sid, call } = made(await create(world.admin), world)
    expect(await works(call)).toBe(200)
    expect((await remove(world.admin, sid)).status).toBe(204)
    expect(await works(call)).toBe(401)
    const again = await changingNoRow(world, () => remove(world.admin, sid))
    expect(again.status).toBe(204)
  })

  test('ends its tokens when it is revoked', async () => {
    const holder = made(await create(world.admin), world)
    const { call } = await issueApiToken(world, allow(['sp:ListUsers'], ['*']), holder.call)
    const users = () => call('GET', world.path('/users'))
    expect((await users()).status).toBe(200)
    await remove(world.admin, holder.sid)
    expect((await users()).status).toBe(401)
  })

  test('can revoke itself, even as the last one of its account, and an owner can create a new one', async () => {
    const own = await makeWorld()
    const { call } = await signedInAs(own, 'owner')
    expect((await remove(own.admin, await sidOfAdmin(own))).status).toBe(204)
    expect(await works(own.admin)).toBe(401)
    expect(await works(made(await create(call), own).call)).toBe(200)
  })

  test('is rotated into a successor with the same permissions, and without an overlap it ends at once', async () => {
    const own = await makeWorld()
    const sid = await sidOfAdmin(own)
    const answer = await rotate(own.admin, sid)
    const successor = made(answer, own)
    expect(answer.body).toMatchObject({ name: 'Administrator', role: 'admin', installSid: null })
    expect([await works(own.admin), await works(successor.call)]).toEqual([401, 200])
    const [old] = (await successor.call('GET', `${credentialsPath}?active=false`)).list('results')
    expect(old).toMatchObject({ sid, replacedBySid: successor.sid })
  })

  test('that was rotated with an overlap works until the overlap ends', async () => {
    const own = await makeWorld()
    const sid = await sidOfAdmin(own)
    const successor = made(await rotate(own.admin, sid, { overlapSeconds: 3600 }), own)
    expect([await works(own.admin), await works(successor.call)]).toEqual([200, 200])
    await own.stack.db.execute(sql`update api_credential set expires_at = expires_at - interval '1 hour'
      where sid = ${sid.slice(2)}::uuid`)
    expect([await works(own.admin), await works(successor.call)]).toEqual([401, 200])
  })

  test('keeps an earlier expiry when it is rotated, and its successor has the same expiry', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const { sid } = made(await create(world.admin, { expiresAt }), world)
    const answer = await rotate(world.admin, sid, { overlapSeconds: 86_400 })
    expect(answer.body).toMatchObject({ expiresAt })
    const rows = (await world.admin('GET', `${credentialsPath}?limit=1000`)).list('results')
    expect(rows.find(row => row['sid'] === sid)).toMatchObject({ expiresAt, active: true })
  })

  test('that is rotated again during an overlap has a successor that does not end with the overlap', async () => {
    const { call: owner } = await signedInAs(world, 'owner')
    for (const expiresAt of [null, new Date(Date.now() + 7_200_000).toISOString()]) {
      const { sid } = made(await create(world.admin, { expiresAt }), world)
      const lost = await rotate(owner, sid, { overlapSeconds: 3600 })
      await rotate(owner, lost.text('sid'), { overlapSeconds: 60 })
      const answer = await rotate(owner, sid, { overlapSeconds: 3600 })
      expect([lost.body['expiresAt'], answer.body['expiresAt']]).toEqual([expiresAt, expiresAt])
    }
  })

  test('cannot extend itself during an overlap', async () => {
    const { sid, call } = made(await create(world.admin), world)
    await rotate(world.admin, sid, { overlapSeconds: 3600 })
    const rows = (await world.admin('GET', `${credentialsPath}?limit=1000`)).list('results')
    const { expiresAt } = Object(rows.find(row => row['sid'] === sid))
    expect((await rotate(call, sid, { overlapSeconds: 3600 })).body).toMatchObject({ expiresAt })
  })

  test('that has ended cannot be rotated', async () => {
    const { sid } = made(await create(world.admin), world)
    await remove(world.admin, sid)
    const refused = await changingNoRow(world, () => rotate(world.admin, sid))
    problemOf(refused, 409)
    expect(refused.text('code')).toBe('credential_not_active')
  })

  test.each([-1, 0.5, 86_401, '60'])(
    'cannot be rotated with an overlap of %s seconds',
    async overlapSeconds => {
      const { sid } = made(await create(world.admin), world)
      expect((await rotate(world.admin, sid, { overlapSeconds })).status).toBe(400)
    },
  )

  test('is written in at most two round trips', async () => {
    const answer = await create(world.admin)
    const { sid } = made(answer, world)
    const rotated = await rotate(world.admin, sid)
    const removed = await remove(world.admin, rotated.text('sid'))
    for (const { roundTrips } of [answer, rotated, removed]) expect(roundTrips).toBeLessThanOrEqual(2)
  })
})

test('of the demo account can be rotated and revoked like any other', async () => {
  const stack = await sharedStack()
  const demo = JSON.parse(await readFile(join(stack.stateDir, 'demo.json'), 'utf8'))
  const call = callerOf(stack, demo.apiCredential)
  const [own] = (await call('GET', credentialsPath)).list('results')
  const answer = await rotate(call, String(own?.['sid']))
  const successor = callerOf(stack, answer.text('secret'))
  expect([await works(call), await works(successor)]).toEqual([401, 200])
  expect((await remove(successor, answer.text('sid'))).status).toBe(204)
  expect(await works(successor)).toBe(401)
})
