// The list of audit events: filters, pages and access; and the audit of tokens.
import { beforeAll, describe, expect, test } from 'vitest'
import { sidOfAdmin } from '../../../support/account-credentials.ts'
import { auditPath, rowsOf } from '../../../support/audit.ts'
import { signedInAs } from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { allow, makeWorld, sisterOf, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

test('each filter restricts the list, and so do all filters combined', async () => {
  const own = await makeWorld()
  const sister = await sisterOf(own)
  const [userSid] = [await own.user(), await sister.user()]
  const { sid } = await own.credential([])
  await own.admin('DELETE', own.path(`/credentials/${sid}`))
  const all = await rowsOf(own)
  const same = (name: string, value: unknown) => all.filter(row => row[name] === value)
  const byAdmin = all.findLast(({ actor }) => actor !== null)?.['actor']
  for (const [name, value] of Object.entries({
    kind: 'user',
    action: 'revoked',
    recordSid: userSid,
    actor: byAdmin,
    installSid: sister.installSid,
  })) {
    const found = await rowsOf(own, `&${name}=${value}`)
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(same(name, value))
  }
  const [from, to] = [Number(all[2]?.['createdAt']), Number(all.at(-1)?.['createdAt'])]
  expect(await rowsOf(own, `&from=${from}&to=${to}`)).toEqual(
    all.filter(({ createdAt }) => Number(createdAt) >= from && Number(createdAt) < to),
  )
  const query = `&kind=user&action=created&recordSid=${userSid}&actor=${byAdmin}&installSid=${own.installSid}`
  expect(await rowsOf(own, query)).toHaveLength(1)
})

test('the list is read in one round trip, page by page, newest first on request', async () => {
  const first = await world.admin('GET', `${auditPath}?limit=2&sortOrder=DESC`)
  expect(first.roundTrips).toBe(1)
  const all = await rowsOf(world)
  expect(first.list('results')).toEqual(all.slice(-2).toReversed())
})

test.each(['kind=users', 'action=', 'recordSid=x', 'actor=x', 'from=yesterday', 'from=-1'])(
  '%s is not a valid filter',
  async query => {
    problemOf(await world.admin('GET', `${auditPath}?${query}`), 400)
  },
)

describe('the audit is readable', () => {
  test('within the account only: another account sees none of it', async () => {
    const other = await makeWorld()
    const ours = (await rowsOf(world)).map(({ id }) => id)
    for (const { id } of await rowsOf(other)) expect(ours).not.toContain(id)
    expect(await rowsOf(other, `&installSid=${world.installSid}`)).toEqual([])
  })

  test('by no credential of an install', async () => {
    const { call } = await world.credential(allow(['sp:*'], ['*']))
    problemOf(await call('GET', auditPath), 403)
  })

  test.each([
    ['owner', 200],
    ['admin', 200],
    ['developer', 403],
    ['viewer', 403],
  ] as const)('by an operator of the role %s: %s', async (role, status) => {
    const { call } = await signedInAs(world, role)
    expect((await call('GET', auditPath)).status).toBe(status)
  })
})

describe('the audit of tokens of an install has a row when', () => {
  const events = async () => (await world.admin('GET', world.path('/sts/audit?limit=1000'))).list('results')

  test('a credential is revoked, in either area, once', async () => {
    for (const at of [world.path('/credentials'), '/api/credentials']) {
      const { sid } = await world.credential([])
      for (let again = 0; again < 2; again += 1) await world.admin('DELETE', `${at}/${sid}`)
      const rows = (await events()).filter(({ credentialSid }) => credentialSid === sid)
      expect(rows).toMatchObject([{ event: 'credential_revoked', actorSid: await sidOfAdmin(world) }])
    }
  })

  test('a user is erased, once', async () => {
    const sid = await world.user()
    for (let again = 0; again < 2; again += 1) await world.admin('DELETE', world.path(`/users/${sid}`))
    const rows = (await events()).filter(({ targetUserSid }) => targetUserSid === sid)
    expect(rows).toMatchObject([{ event: 'user_revoked', actorSid: await sidOfAdmin(world) }])
  })
})
