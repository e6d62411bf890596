// The lifetime and the permissions of a JWT of POST /auth/token.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { application } from '../../../../db/schema/tenancy.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { partsOf } from '../../../support/sts-forge.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const issue = (members: Record<string, unknown>) =>
  world.admin('POST', '/auth/token', {
    body: { applicationId: world.applicationSid, permissions: ['subscribe'], ...members },
  })

test.each([60, 3600])('expiresIn may be %d seconds', async expiresIn => {
  const answer = await issue({ expiresIn })
  expect(answer.status, answer.raw).toBe(200)
  const { iat, exp } = partsOf(answer.text('token')).claims
  expect(Number(exp) - Number(iat)).toBe(expiresIn)
})

test.each([59, 3601, 60.5, '60', null])('expiresIn cannot be %j', async expiresIn => {
  expect(badPaths(await issue({ expiresIn }))).toEqual(['expiresIn'])
})

test('a permission for some topics lies within that for all, and within a wider one', async () => {
  const permissions = ['subscribe:room.*', 'publish:room.1']
  const all = await issue({ permissions })
  expect(all.status, all.raw).toBe(200)
  expect(partsOf(all.text('token')).claims['permissions']).toEqual(permissions)
  await world.stack.db
    .update(application)
    .set({ permissions: ['subscribe:room.*'] })
    .where(eq(application.sid, world.applicationSid))
  expect((await issue({ permissions: ['subscribe:room.a.b'] })).status).toBe(200)
  const wider = ['subscribe', 'subscribe:*', 'publish:room.1', 'subscribe:room', 'subscribe:bad topic']
  const refused = await issue({ permissions: wider })
  problemOf(refused, 403)
  expect(refused.body).toMatchObject({ code: 'permission_ceiling_violation', permissions: wider })
})

test('all permissions together have at most 4,000 characters', async () => {
  const permissions = Array.from({ length: 17 }, (_, n) => `subscribe:${'x'.repeat(230)}${n}`)
  expect(badPaths(await issue({ permissions }))).toEqual(['permissions'])
})

test('the refusal of a permission names the patterns that are malformed, and shows one that is not', async () => {
  const application = await makeWorld()
  const permissions = ['subscribe:room*', 'subscribe:*.1', 'publish:', 'other']
  const refused = await application.admin('POST', '/auth/token', {
    body: { applicationId: application.applicationSid, permissions },
  })
  problemOf(refused, 403)
  expect(refused.text('detail')).toMatch(
    / These have no valid pattern: subscribe:room\*, publish:\. Only a whole segment may be \*, such as subscribe:room\.\*\.$/,
  )
})
