import { expect, test } from 'vitest'
import { badPaths } from '../../../support/problem.ts'
import { allow, makeWorld } from '../../../support/world.ts'

test('a proctor account can be created with its installs, read, listed and replaced', async () => {
  const { admin, installSid } = await makeWorld()
  const second = (await admin('POST', '/v1/installs', { body: { name: 'Second' } })).text('sid')
  const created = await admin('POST', '/v1/proctors', {
    body: { name: 'Eyes', installSids: [installSid, second] },
  })
  expect(created.status).toBe(201)
  expect(created.roundTrips).toBeLessThanOrEqual(2)
  expect(created.body).toMatchObject({ name: 'Eyes', installSids: [installSid, second].toSorted() })

  const path = `/v1/proctors/${created.text('sid')}`
  const read = await admin('GET', path)
  expect(read).toMatchObject({ status: 200, roundTrips: 1 })
  expect(read.body).toEqual(created.body)
  expect((await admin('GET', '/v1/proctors?name=EYE')).list('results')).toEqual([created.body])

  const replaced = await admin('PUT', path, { body: { name: 'Ears', installSids: [second] } })
  expect(replaced.status).toBe(200)
  expect(replaced.body).toMatchObject({
    name: 'Ears',
    installSids: [second],
    createdDate: created.body['createdDate'],
  })
  const emptied = await admin('PUT', path, { body: { name: 'Ears', installSids: [] } })
  expect(emptied.body).toMatchObject({ installSids: [] })
})

test('an install that the account does not have is 400 with its path, and nothing is written', async () => {
  const [ours, theirs] = [await makeWorld(), await makeWorld()]
  const body = { name: 'Eyes', installSids: [ours.installSid, theirs.installSid] }
  expect(badPaths(await ours.admin('POST', '/v1/proctors', { body }))).toEqual(['installSids.1'])
  expect((await ours.admin('GET', '/v1/proctors')).count('total')).toBe(0)
})

test('a duplicate install is 400', async () => {
  const { admin, installSid } = await makeWorld()
  const body = { name: 'Eyes', installSids: [installSid, installSid] }
  expect(badPaths(await admin('POST', '/v1/proctors', { body }))).toEqual(['installSids'])
})

test("another account's proctor account is 404 to read and to replace, and is not listed", async () => {
  const [ours, theirs] = [await makeWorld(), await makeWorld()]
  const created = await theirs.admin('POST', '/v1/proctors', { body: { name: 'Theirs' } })
  const path = `/v1/proctors/${created.text('sid')}`
  expect((await ours.admin('GET', path)).status).toBe(404)
  expect((await ours.admin('PUT', path, { body: { name: 'Ours', installSids: [] } })).status).toBe(404)
  expect((await ours.admin('GET', '/v1/proctors')).count('total')).toBe(0)
  expect((await theirs.admin('GET', path)).body).toEqual(created.body)
})

test('a credential that is bound to one install gets 403 for account-wide changes', async () => {
  const world = await makeWorld()
  const { call } = await world.credential(allow(['sp:*'], ['*']))
  const answer = await call('GET', '/v1/proctors')
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ action: 'sp:ListProctors', resource: 'proctors' })
})
