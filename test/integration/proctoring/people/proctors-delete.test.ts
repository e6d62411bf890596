// DELETE /v1/proctors/{proctorSid}
import { expect, test } from 'vitest'
import { problemOf } from '../../../support/problem.ts'
import { allow, makeWorld } from '../../../support/world.ts'

async function withProctor() {
  const world = await makeWorld()
  const body = { name: 'Eyes', installSids: [world.installSid] }
  const at = `/v1/proctors/${(await world.admin('POST', '/v1/proctors', { body })).text('sid')}`
  return { ...world, at, body }
}

test('a proctor account with installs is deleted with 200 in at most 2 round trips; its installs stay', async () => {
  const { admin, at, body, path } = await withProctor()
  const deleted = await admin('DELETE', at)
  expect(deleted).toMatchObject({ status: 200, raw: '"Proctor account deleted"' })
  expect(deleted.roundTrips).toBeLessThanOrEqual(2)
  for (const method of ['GET', 'PUT', 'DELETE'])
    problemOf(await admin(method, at, method === 'PUT' ? { body } : {}), 404)
  problemOf(await admin('GET', `${at}/reports/examList`), 404)
  expect((await admin('GET', '/v1/proctors')).count('total')).toBe(0)
  expect((await admin('GET', path(''))).status).toBe(200)
})

test("another account's proctor account is 404 and keeps its installs", async () => {
  const [ours, theirs] = [await makeWorld(), await withProctor()]
  problemOf(await ours.admin('DELETE', theirs.at), 404)
  expect((await theirs.admin('GET', theirs.at)).body).toMatchObject(theirs.body)
})

test('a credential that is bound to one install gets 403', async () => {
  const world = await withProctor()
  const { call } = await world.credential(allow(['sp:*'], ['*']))
  problemOf(await call('DELETE', world.at), 403)
})

test('a deletion among replacements leaves no links, and each replacement is 200, 404 or 409', async () => {
  const { admin, at, body } = await withProctor()
  const puts = Array.from({ length: 8 }, () => admin('PUT', at, { body }))
  const [deleted, ...replaced] = await Promise.all([admin('DELETE', at), ...puts])
  expect(deleted.status).toBe(200)
  for (const { status } of replaced) expect([200, 404, 409]).toContain(status)
  problemOf(await admin('GET', at), 404)
})
