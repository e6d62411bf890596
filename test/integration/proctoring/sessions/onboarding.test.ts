import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callerOf } from '../../../support/client.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'

const link = async (world: SessionWorld) => {
  const answer = await world.admin('GET', world.at('/onboard'))
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 2 })
  return answer
}

const enter = (world: SessionWorld, url: string) => callerOf(world.stack)('POST', new URL(url).pathname)

const scheduled = async () => {
  const world = await makeSession()
  await world.act('POST', '', { appointmentDate: soon(10) })
  return world
}

test('an onboarding link is valid for 15 minutes, needs no credential, and starts the system check', async () => {
  const world = await scheduled()
  const answer = await link(world)
  const lifetimeMs = Date.parse(answer.text('expiresAt')) - Date.now()
  expect(lifetimeMs).toBeGreaterThan(14.5 * 60_000)
  expect(lifetimeMs).toBeLessThanOrEqual(15 * 60_000)
  const entered = await enter(world, answer.text('url'))
  expect(entered, entered.raw).toMatchObject({ status: 200, roundTrips: 1 })
  expect(entered.body).toMatchObject({ sessionSid: world.sessionSid, examTitle: 'Midterm', duration: 60 })
  expect((await world.read()).text('systemCheckStartDate')).toBe(entered.text('systemCheckStartDate'))
})

test('a link works once, also for 20 simultaneous requests', async () => {
  const world = await scheduled()
  const url = (await link(world)).text('url')
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter(world, url)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(404)])
})

test('the system check starts with the first link, and later links do not change the time', async () => {
  const world = await scheduled()
  const first = await enter(world, (await link(world)).text('url'))
  const second = await enter(world, (await link(world)).text('url'))
  expect(second.text('systemCheckStartDate')).toBe(first.text('systemCheckStartDate'))
})

test('an expired link and an unknown one are 404', async () => {
  const world = await scheduled()
  const url = (await link(world)).text('url')
  await world.stack.db.execute(sql`update onboarding_link set expires_at = now() - interval '1 second'`)
  expect((await enter(world, url)).status).toBe(404)
  expect((await enter(world, `http://any/v1/onboarding/OB${'0'.repeat(32)}`)).status).toBe(404)
})

test('the link of a session that was cancelled meanwhile is 404, and only scheduled sessions get a link', async () => {
  const world = await scheduled()
  const url = (await link(world)).text('url')
  await world.act('DELETE', '', { reason: 'changed-time' })
  expect((await enter(world, url)).status).toBe(404)
  const refused = await world.admin('GET', world.at('/onboard'))
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'session_state_conflict', currentStatus: 'Closed' })
})

test('HEAD and GET of a link do not use it: a link scanner gets a page', async () => {
  const world = await scheduled()
  const url = (await link(world)).text('url')
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
    const answer = await fetch(url, { method })
    expect([method, answer.status]).toEqual([method, 200])
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(await answer.text()).not.toContain(new URL(url).pathname)
  }
  expect((await world.read()).body['systemCheckStartDate']).toBeNull()
  expect((await enter(world, url)).status).toBe(200)
})

test('the page is the same for a used link and an unknown one', async () => {
  const world = await scheduled()
  const url = (await link(world)).text('url')
  const before = await (await fetch(url)).text()
  await enter(world, url)
  const unknown = `${world.stack.baseUrl}/v1/onboarding/OB${'0'.repeat(32)}`
  expect([await (await fetch(url)).text(), await (await fetch(unknown)).text()]).toEqual([before, before])
})

/** Sends the form of the page, as a browser does. */
const press = (url: string) => fetch(url, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' })

test('the form of the page uses the link once, also for 20 simultaneous submissions', async () => {
  const world = await scheduled()
  const url = (await link(world)).text('url')
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(url)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303))
  expect(answers.map(({ headers }) => headers.get('location')).toSorted()).toEqual([
    ...Array(19).fill('/onboarding-expired'),
    '/onboarding-started',
  ])
  expect((await world.read()).body['systemCheckStartDate']).not.toBeNull()
  expect((await press(`${world.stack.baseUrl}/v1/onboarding/nothing`)).headers.get('location')).toBe(
    '/onboarding-expired',
  )
})

test('the secret of a link is not in the database', async () => {
  const world = await scheduled()
  const secret = (await link(world)).text('url').slice(-32)
  const { rows } = await world.stack.db.execute(
    sql`select count(*)::int as n from onboarding_link where encode(secret_hash, 'hex') like ${`%${secret}%`}`,
  )
  expect(rows).toEqual([{ n: 0 }])
})
