// Proctor groups: their members, changes and deletion.
import { beforeAll, expect, test } from 'vitest'
import { proctorGroupMember } from '../../../../db/schema/proctoring.ts'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { allow, makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const at = (sid = '') => world.path(`/proctorGroups${sid && `/${sid}`}`)
const make = (body: object) => world.admin('POST', at(), { body })

test('a group has members and a capacity; PUT changes only what is sent, and replaces the list of members', async () => {
  const [ada, bo, cy] = [await world.user(), await world.user(), await world.user()]
  const made = await make({ name: 'Day', members: [bo, ada], capacity: 4 })
  expect(made.status, made.raw).toBe(201)
  expect(made.roundTrips).toBeLessThanOrEqual(2)
  expect(made.body).toMatchObject({
    name: 'Day',
    members: [ada, bo].toSorted(),
    capacity: 4,
    retiredDate: null,
  })
  const sid = made.text('sid')
  const renamed = await world.admin('PUT', at(sid), { body: { name: 'Late' } })
  expect(renamed.roundTrips).toBeLessThanOrEqual(2)
  expect(renamed.body).toMatchObject({ name: 'Late', members: [ada, bo].toSorted(), capacity: 4 })
  const changed = await world.admin('PUT', at(sid), { body: { members: [cy], capacity: null } })
  expect(changed.body).toMatchObject({ name: 'Late', members: [cy], capacity: null })
  expect((await world.admin('GET', at(sid))).body).toEqual(changed.body)
  const listed = await world.admin('GET', `${at()}?userSid=${cy}&name=LATE`)
  expect([listed.list('results'), listed.roundTrips]).toEqual([[changed.body], 1])
  expect((await world.admin('GET', `${at()}?userSid=${ada}`)).list('results')).toEqual([])
  const deleted = await world.admin('DELETE', at(sid))
  expect(deleted).toMatchObject({ status: 200, raw: '"Proctor group deleted"' })
  problemOf(await world.admin('GET', at(sid)), 404)
})

test('unknown users, users of another install and erased users are 400, and nothing is written', async () => {
  const other = await makeWorld()
  const erased = await world.user()
  await world.admin('DELETE', world.path(`/users/${erased}`))
  const { sid } = (await make({ name: 'Group' })).body
  for (const member of [newSid('US'), await other.user(), erased]) {
    const members = [await world.user(), member]
    expect(badPaths(await changingNoRow(world, () => make({ name: 'X', members })))).toEqual(['members.1'])
    const put = () => world.admin('PUT', at(String(sid)), { body: { members } })
    expect(badPaths(await changingNoRow(world, put))).toEqual(['members.1'])
  }
  const twice = await world.user()
  expect(badPaths(await make({ name: 'X', members: [twice, twice] }))).toEqual(['members'])
})

test('erasing a user removes the memberships', async () => {
  const userSid = await world.user()
  const made = await make({ name: 'Small', members: [userSid] })
  await world.admin('DELETE', world.path(`/users/${userSid}`))
  expect((await world.admin('GET', at(made.text('sid')))).body).toMatchObject({ members: [] })
  const rows = await world.stack.db.select().from(proctorGroupMember)
  expect(rows.filter(row => row.userSid === userSid)).toEqual([])
})

test('learners read no groups', async () => {
  const { call } = await world.credential(allow(['sp:*'], ['*']), 'learner')
  problemOf(await call('GET', at()), 403)
})
