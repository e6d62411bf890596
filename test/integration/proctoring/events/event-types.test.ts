// PUT and DELETE of event types: changes, and the retirement of a type in use.
import { beforeEach, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'

let world: SessionWorld
let sid: string
beforeEach(async () => {
  world = await makeSession()
  sid = (await world.admin('POST', world.path('/eventTypes'), { body: { name: 'Noise' } })).text('sid')
})

const at = (type = sid) => world.path(`/eventTypes/${type}`)
const put = (body: object, type = sid) => world.admin('PUT', at(type), { body })
const remove = (type = sid) => world.admin('DELETE', at(type))
const record = () => world.admin('POST', world.at('/events'), { body: { eventTypeSid: sid, title: 'Loud' } })
const listed = async (query = '') =>
  (await world.admin('GET', world.path(`/eventTypes${query}`)))
    .list('results')
    .filter(type => type['code'] === null)

test('PUT changes only the members that are sent, in at most 2 round trips', async () => {
  const renamed = await put({ name: 'Loud noise' })
  expect(renamed.status, renamed.raw).toBe(200)
  expect(renamed.roundTrips).toBeLessThanOrEqual(2)
  expect(renamed.body).toMatchObject({ sid, name: 'Loud noise', opensIncident: false, retiredDate: null })
  expect((await put({ opensIncident: true })).body).toMatchObject({ name: 'Loud noise', opensIncident: true })
  const { body } = await put({})
  expect(await listed()).toEqual([body])
})

test.each([
  ['name', { name: '' }],
  ['name', { name: null }],
  ['name', { name: 'x'.repeat(201) }],
  ['opensIncident', { opensIncident: 'yes' }],
  ['retiredDate', { retiredDate: null }],
])('PUT names %s of the body %j with 400', async (path, body) => {
  expect(badPaths(await put(body))).toEqual([path])
})

test('opensIncident of a type in use cannot change: 409 event_type_in_use, and its name can', async () => {
  await record()
  const refused = await changingNoRow(world, () => put({ opensIncident: true, name: 'Other' }))
  problemOf(refused, 409)
  expect(refused.text('code')).toBe('event_type_in_use')
  expect((await put({ opensIncident: false, name: 'Other' })).body).toMatchObject({ name: 'Other' })
})

test('DELETE of an unused type deletes it, and the next is 404', async () => {
  const deleted = await remove()
  expect(deleted).toMatchObject({ status: 200, raw: '"Event type deleted"' })
  expect(deleted.roundTrips).toBeLessThanOrEqual(2)
  problemOf(await remove(), 404)
  expect([...(await listed()), ...(await listed('?retired=true'))]).toEqual([])
})

test('DELETE of a type in use retires it with 200, and again changes nothing', async () => {
  const event = await record()
  const retired = await remove()
  expect(retired).toMatchObject({ status: 200, raw: '"Event type retired"' })
  expect(retired.roundTrips).toBeLessThanOrEqual(2)
  const again = await changingNoRow(world, () => remove())
  expect(again).toMatchObject({ status: 200, raw: '"Event type retired"' })
  expect((await world.admin('GET', world.at(`/events/${event.text('sid')}`))).body).toEqual(event.body)
})

test('a retired type is listed only with retired=true, with the date of its retirement', async () => {
  await record()
  await remove()
  expect(await listed()).toEqual([])
  expect(await listed('?retired=false')).toEqual([])
  expect(await listed('?retired=true')).toMatchObject([{ sid, retiredDate: expect.stringMatching(/Z$/) }])
})

test('a new event cannot have a retired type: 400 at eventTypeSid, and nothing is written', async () => {
  await record()
  await remove()
  expect(badPaths(await changingNoRow(world, record))).toEqual(['eventTypeSid'])
})

test('an event of a retired type can still be resolved, which ends its incident', async () => {
  await put({ opensIncident: true })
  await world.act('POST', '', { appointmentDate: new Date(Date.now() + 600_000).toISOString() })
  await world.act('POST', '/start')
  const event = (await record()).text('sid')
  await remove()
  expect((await world.read()).body).toMatchObject({ status: 'Incident' })
  await world.act('PUT', `/events/${event}`, { status: 'Resolved' })
  expect((await world.read()).body['status']).not.toBe('Incident')
})

test('an unknown type, and one of another install, is 404 to PUT and DELETE', async () => {
  const other = await makeSession()
  const theirs = (await other.admin('POST', other.path('/eventTypes'), { body: { name: 'X' } })).text('sid')
  for (const type of [newSid('ET'), theirs]) {
    problemOf(await put({ name: 'Y' }, type), 404)
    problemOf(await remove(type), 404)
  }
})

test('the type review cannot be deleted or stop opening incidents: 409 event_type_in_use; it can be renamed', async () => {
  const types = (await world.admin('GET', world.path('/eventTypes'))).list('results')
  const path = world.path(`/eventTypes/${types.find(({ code }) => code === 'review')?.['sid']}`)
  const refused = [
    await world.admin('DELETE', path),
    await world.admin('PUT', path, { body: { opensIncident: false } }),
  ]
  for (const { status, body } of refused) expect([status, body['code']]).toEqual([409, 'event_type_in_use'])
  const renamed = await world.admin('PUT', path, { body: { name: 'Befund' } })
  expect(renamed.body, renamed.raw).toMatchObject({ name: 'Befund', code: 'review', opensIncident: true })
})
