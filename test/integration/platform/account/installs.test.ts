// The installs of an account with their counts.
import { expect, test } from 'vitest'
import { accountCredential, makeInstallUser, signedInAs, signIn } from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { allow, makeWorld, sisterOf } from '../../../support/world.ts'

const path = '/api/installs'

test('each role lists the installs of the account with their counts in one round trip', async () => {
  const world = await makeSession()
  const sister = await sisterOf(world)
  await makeWorld() // another account
  const course = `/courses/${world.courseSid}`
  const spare = await world.admin('POST', world.path(`${course}/exams`), { body: { title: 'Spare' } })
  await world.admin('DELETE', world.path(`${course}/exams/${spare.text('sid')}`))
  const [from, into] = [await world.user(), await world.user()]
  const merged = await world.admin('POST', world.path(`/users/${from}/merge`), {
    body: { intoUserSid: into },
  })
  expect(merged.status, merged.raw).toBe(200)
  await world.act('POST', '', { appointmentDate: soon(5) })
  const counts = { users: 2, exams: 1, liveSessions: 0 }
  const row = (sid: string, more: object) => ({
    ...{ sid, name: expect.any(String), createdDate: expect.stringMatching(/^\d{4}-.*Z$/) },
    ...more,
  })
  const other = row(sister.installSid, { users: 0, exams: 0, liveSessions: 0 })
  for (const role of ['viewer', 'developer', 'admin', 'owner'] as const) {
    const { call } = await signedInAs(world, role)
    const answer = await call('GET', path)
    expect(answer).toMatchObject({ status: 200, roundTrips: 1 })
    expect(answer.body).toMatchObject({ total: 2, count: 2, offset: 0, next: null })
    expect(answer.list('results')).toEqual([row(world.installSid, counts), other])
  }
  await world.act('POST', '/start')
  const { call } = await signedInAs(world, 'viewer')
  const live = { ...counts, liveSessions: 1 }
  expect((await call('GET', path)).list('results')).toEqual([row(world.installSid, live), other])
  await world.act('POST', '/end')
  expect((await call('GET', path)).list('results')).toEqual([row(world.installSid, counts), other])
})

test('the list is paged, sorted and filtered by name', async () => {
  const { world, call } = await signedInAs(await makeWorld(), 'viewer')
  for (const name of ['Zebra College', 'Aspen College'])
    await world.admin('POST', '/v1/installs', { body: { name } })
  const list = async (query: string) => {
    const answer = await call('GET', `${path}?${query}`)
    return { ...answer.body, results: answer.list('results').map(({ name }) => name) }
  }
  expect(await list('name=college&sortKeys=name&limit=1')).toMatchObject({
    ...{ total: 2, count: 1, results: ['Aspen College'], prev: null },
    next: expect.stringMatching(/\/api\/installs\?.*offset=1/),
  })
  expect(await list('name=college&sortKeys=name&sortOrder=DESC')).toMatchObject({
    results: ['Zebra College', 'Aspen College'],
  })
  expect(await list('limit=0')).toMatchObject({ total: 3, results: [] })
})

test('a credential of the account needs the action; one of an install, and a user of one, list nothing', async () => {
  const world = await makeWorld()
  const { call } = await accountCredential(world, ['sp:ListAccountInstalls'])
  expect((await call('GET', path)).list('results')).toMatchObject([{ sid: world.installSid }])
  const other = await accountCredential(world, ['sp:ListInstalls'])
  const bound = await world.credential(allow(['sp:*'], ['*']))
  const person = await signIn(await makeInstallUser(world))
  for (const caller of [other, bound, person]) {
    const answer = await caller.call('GET', path)
    problemOf(answer, 403)
    expect(answer.text('code')).toBe('action_not_allowed')
  }
})
