// Erased people are not created again, until their suppression is lifted.
import { expect, test } from 'vitest'
import { change } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { bundle } from '../../../support/one-roster.ts'
import { itemOf, provision, provisionAll, provisionedOf, send } from '../../../support/provision.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const email = 'ada@school.example'
const ids = { lmsId: 'L-1', sisId: 'S-1', externalId: 'E-1' }

/** An install whose user with these ids is erased. */
async function erased(): Promise<World> {
  const world = await makeWorld()
  const userSid = await world.user({ email, preferredEmail: 'me@home.example', ...ids })
  await change(world, 'DELETE', `/users/${userSid}`)
  return world
}

const create = (world: World, members: object) =>
  world.admin('POST', world.path('/users'), {
    body: { firstName: 'Ada', lastName: 'Lovelace', email: 'other@school.example', ...members },
  })

const lookup = async (world: World, body: object): Promise<Answer> => {
  const answer = await world.admin('POST', world.path('/suppressions/lookup'), { body })
  expect(answer.status, answer.raw).toBe(200)
  return answer
}

test('a user with an id or address of an erased person is 409 person_suppressed, others are created', async () => {
  const world = await erased()
  const suppressed = [
    ...[{ email }, { email: 'ADA@School.example' }, { preferredEmail: 'me@home.example' }],
    ...Object.entries(ids).map(([name, id]) => ({ [name]: id })),
  ]
  for (const members of suppressed) {
    const answer = await create(world, members)
    expect([answer.status, answer.body['code'], answer.roundTrips]).toEqual([409, 'person_suppressed', 2])
  }
  for (const members of [{}, { lmsId: 'S-1', email: 'third@school.example' }])
    expect((await create(world, members)).status).toBe(201)
})

test('provisioning responds with Suppressed and makes the course and the exam, but no user and no enrollment', async () => {
  const world = await erased()
  const item = itemOf('suppressed', {
    user: { firstName: 'Ada', lastName: 'L', email: 'new@b.example', ids: { lms: 'L-1' } },
  })
  const answer = await send(world, item)
  expect(provisionedOf(answer.body).results).toEqual(['Created', 'Suppressed', 'Suppressed', 'Created'])
  expect(answer.body).toMatchObject({ user: { sid: null }, enrollment: { sid: null } })
  const [first, second] = await provisionAll(world, [item, itemOf('other')])
  expect(first).toMatchObject({
    result: 'Suppressed',
    problem: null,
    user: { sid: null, result: 'Suppressed' },
  })
  expect(first?.['course']).toMatchObject({ result: 'Found Existing' })
  expect(second).toMatchObject({ result: 'Created' })
  const members = await world.admin(
    'GET',
    world.path(`/courses/${Object(answer.body['course']).sid}/enrollments`),
  )
  expect(members.count('total')).toBe(0)
})

test('a lifted suppression lets the person be created again; the list and the lookup find it by id or address', async () => {
  const world = await erased()
  const list = await world.admin('GET', world.path('/suppressions'))
  expect([list.status, list.count('total'), list.roundTrips]).toEqual([200, 1, 1])
  const [listed] = list.list('results')
  for (const body of [{ email }, { lmsId: 'L-1' }, { externalId: 'E-1' }])
    expect((await lookup(world, body)).list('results')).toEqual([listed])
  for (const body of [{ email: 'nobody@school.example' }, { sisId: 'L-1' }])
    expect((await lookup(world, body)).list('results')).toEqual([])
  await change(world, 'DELETE', `/suppressions/${String(listed?.['sid'])}`)
  expect(
    (
      await provision(
        world,
        itemOf('again', { user: { firstName: 'A', lastName: 'L', email, ids: { lms: 'L-1' } } }),
      )
    ).results,
  ).toEqual(Array(4).fill('Created'))
})

test('only administrators see and lift suppressions', async () => {
  const world = await erased()
  const { call } = await world.credential(
    [{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }],
    'instructor',
  )
  const [sid] = (await world.admin('GET', world.path('/suppressions'))).list('results').map(one => one['sid'])
  for (const answer of [
    await call('GET', world.path('/suppressions')),
    await call('POST', world.path('/suppressions/lookup'), { body: { email } }),
    await call('DELETE', world.path(`/suppressions/${String(sid)}`)),
  ])
    expect(answer.status).toBe(403)
})

test('no table contains an id or address of the erased person, and other installs do not suppress the person', async () => {
  const world = await erased()
  const { rows } = await world.stack.db.execute<{ hashes: string[] }>(`select hashes from suppression`)
  expect(JSON.stringify(rows)).not.toMatch(/L-1|ada@/)
  const other = await makeWorld()
  expect((await create(other, { email, ...ids })).status).toBe(201)
})

test('a roster responds with Suppressed and does not import the person or the enrollments', async () => {
  const world = await erased()
  const zip = bundle({
    academicSessions: [{}],
    courses: [{ sourcedId: 'c' }],
    classes: [{ sourcedId: 'k', courseSourcedId: 'c' }],
    users: [
      { sourcedId: 'S-1', role: 'student', username: 'a' },
      { sourcedId: 'S-2', role: 'student', username: 'b' },
    ],
    enrollments: [
      { sourcedId: 'e1', classSourcedId: 'k', userSourcedId: 'S-1', role: 'student' },
      { sourcedId: 'e2', classSourcedId: 'k', userSourcedId: 'S-2', role: 'student' },
    ],
  })
  const answer = await world.admin('POST', world.path('/provision/oneroster'), {
    body: new Blob([zip]),
    headers: { 'content-type': 'application/zip' },
  })
  expect(answer.status, answer.raw).toBe(200)
  expect(answer.body).toMatchObject({
    suppressedCount: 1,
    suppressed: [{ line: 2, sourcedId: 'S-1', result: 'Suppressed' }],
    counts: { users: { created: 1 }, enrollments: { created: 1 } },
    errors: [],
  })
})
