// Proctor types: what every install has, changes, and the retirement of a type in use.
import { beforeEach, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { allow } from '../../../support/world.ts'

let world: SessionWorld
beforeEach(async () => {
  world = await makeSession({ configuration: { duration: 60, proctorTypes: ['chat'] } })
})

const at = (sid = '') => world.path(`/proctorTypes${sid && `/${sid}`}`)
const make = (body: object) => world.admin('POST', at(), { body })
const put = (sid: string, body: object) => world.admin('PUT', at(sid), { body })
const chat = { code: 'chat', name: 'Chat' }
const listed = async (query = '') =>
  (await world.admin('GET', `${at()}${query}`)).list('results').map(({ code }) => String(code))

test('every install has four types; only record-and-review requires a review', async () => {
  const { body, roundTrips } = await world.admin('GET', at())
  expect(roundTrips).toBe(1)
  const types = Object.fromEntries(
    (body['results'] as Record<string, unknown>[]).map(
      ({ code, live, review, roomScan, autoApprove, capacity }) => [
        code,
        { live, review, roomScan, autoApprove, capacity },
      ],
    ),
  )
  const plain = { autoApprove: false, capacity: null }
  expect(types).toEqual({
    live: { live: true, review: 'none', roomScan: false, ...plain },
    'record-and-review': { live: false, review: 'required', roomScan: true, ...plain },
    automated: { live: false, review: 'none', roomScan: true, ...plain },
    'in-person': { live: true, review: 'none', roomScan: false, ...plain },
  })
})

test('a type has the members that are sent, and defaults for the others; PUT changes only what is sent', async () => {
  const made = await make(chat)
  expect(made.status, made.raw).toBe(201)
  expect(made.roundTrips).toBeLessThanOrEqual(2)
  const defaults = { live: false, review: 'none', roomScan: false, autoApprove: false, capacity: null }
  expect(made.body).toMatchObject({ ...chat, ...defaults, retiredDate: null })
  const changed = await put(made.text('sid'), { review: 'required', capacity: 3 })
  expect(changed.roundTrips).toBeLessThanOrEqual(2)
  expect(changed.body).toMatchObject({ ...chat, ...defaults, review: 'required', capacity: 3 })
  const read = await world.admin('GET', at(made.text('sid')))
  expect([read.body, read.roundTrips]).toEqual([changed.body, 1])
})

test.each([
  ['code', { code: '' }],
  ['code', { code: 'x'.repeat(101) }],
  ['code', { code: 'live\nchat' }],
  ['code', { code: 'live\u202echat' }],
  ['name', { name: ' ' }],
  ['review', { review: 'maybe' }],
  ['capacity', { capacity: -1 }],
  ['capacity', { capacity: 1.5 }],
  ['live', { live: null }],
  ['sid', { sid: newSid('TS') }],
])('%s of the body %j is refused with 400', async (path, body) => {
  expect(badPaths(await make({ ...chat, ...body }))).toEqual([path])
})

test('a code that another type of the install has is 409 code_taken, in another install it is free', async () => {
  const other = await makeSession()
  expect((await other.admin('POST', other.path('/proctorTypes'), { body: chat })).status).toBe(201)
  const { sid } = (await make(chat)).body
  const refused = await changingNoRow(world, () => make(chat))
  expect([refused.status, refused.body['code']]).toEqual([409, 'code_taken'])
  expect((await put(String(sid), { code: 'live' })).body).toMatchObject({ status: 409, code: 'code_taken' })
})

test('a type without sessions is deleted; one with sessions is retired, they keep it, and its code is free', async () => {
  const [unused, used] = [(await make({ code: 'a', name: 'A' })).text('sid'), (await make(chat)).text('sid')]
  await world.act('POST', '', { appointmentDate: soon(60) })
  expect((await world.read()).body).toMatchObject({ proctorTypeSid: used, sessionType: 'chat' })
  const gone = await world.admin('DELETE', at(unused))
  expect(gone).toMatchObject({ status: 200, raw: '"Proctor type deleted"' })
  expect(gone.roundTrips).toBeLessThanOrEqual(2)
  problemOf(await world.admin('GET', at(unused)), 404)
  expect((await world.admin('DELETE', at(used))).raw).toBe('"Proctor type retired"')
  expect(await listed()).not.toContain('chat')
  expect(await listed('?retired=true')).toEqual(['chat'])
  expect((await world.read()).body).toMatchObject({ proctorTypeSid: used, sessionType: 'chat' })
  const again = await make(chat)
  expect(again.status).toBe(201)
  await world.act('PUT', '', { appointmentDate: soon(70) })
  expect((await world.read()).body).toMatchObject({ proctorTypeSid: again.text('sid') })
})

test('only admins change types', async () => {
  const { call } = await world.credential(allow(['sp:*'], ['*']), 'instructor')
  expect((await call('GET', at())).status).toBe(200)
  problemOf(await call('POST', at(), { body: chat }), 403)
})
