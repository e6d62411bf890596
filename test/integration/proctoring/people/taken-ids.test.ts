// Ids in other systems are unique in an install, for users, courses, exams and course offerings each for its own kind.
import { expect, test } from 'vitest'
import { kinds, makeCourse, placeOf } from '../../../support/catalog.ts'
import type { Answer } from '../../../support/client.ts'
import { problemOf } from '../../../support/problem.ts'
import { itemOf, provision, provisionAll, recordOf, refusedPaths, send } from '../../../support/provision.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { makeWorld, sisterOf, type World } from '../../../support/world.ts'

const names = ['lmsId', 'sisId', 'apiId', 'externalId'] as const
const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' }

function expectCode(answer: Answer, code: string): void {
  problemOf(answer, 409)
  expect(answer.text('code')).toBe(code)
}

/** Creates and updates two records of a kind, and returns the responses. */
async function taken(world: World, place: string, update: (sid: string) => string, body: object) {
  const post = (members: object) => world.admin('POST', world.path(place), { body: { ...body, ...members } })
  const found = []
  for (const name of names) {
    // The body of a new user has no `apiId`.
    const isSettable = name !== 'apiId' || place !== '/users'
    const first = await post(isSettable ? { [name]: 'id 1' } : {})
    if (!isSettable)
      await world.admin('PUT', world.path(update(first.text('sid'))), { body: { [name]: 'id 1' } })
    const second = await post({})
    const put = (id: string | null) =>
      world.admin('PUT', world.path(update(second.text('sid'))), { body: { [name]: id } })
    const refusals = [
      ...(isSettable ? [await changingNoRow(world, () => post({ [name]: 'id 1' }))] : []),
      await changingNoRow(world, () => put('id 1')),
    ]
    for (const refusal of refusals) {
      expectCode(refusal, 'id_taken')
      expect(refusal.roundTrips).toBeLessThanOrEqual(2)
      found.push(refusal.body['errors'])
    }
    expect([(await put('id 2')).status, (await put(null)).status]).toEqual([200, 200])
  }
  return found.flat().map(error => [Object(error).path, Object(error).code])
}

const expected = (without: number) =>
  names.flatMap(name => Array(name === 'apiId' ? 2 - without : 2).fill([name, 'id_taken']))

test('an id of another user is 409 id_taken, on creation and on update', async () => {
  expect(await taken(await makeWorld(), '/users', sid => `/users/${sid}`, person)).toEqual(expected(1))
})

test.each(kinds.filter(({ kind }) => ['courseOfferings', 'courses', 'exams'].includes(kind)))(
  'an id of another record of $kind is 409 id_taken, on creation and on update',
  async ({ kind }) => {
    const course = await makeCourse(await makeWorld())
    const place = placeOf(kind, course)
    expect(await taken(course.world, place, sid => `${place}/${sid}`, { title: 'Title' })).toEqual(
      expected(0),
    )
  },
)

test('an exam has its id in the whole install, also beside exams of other courses', async () => {
  const world = await makeWorld()
  const [first, second] = [await makeCourse(world), await makeCourse(world)]
  await first.exam({ lmsId: 'midterm' })
  const body = { title: 'Midterm', lmsId: 'midterm' }
  expectCode(await world.admin('POST', world.path(second.at('/exams')), { body }), 'id_taken')
  const item = itemOf('x', { exam: { title: 'Midterm', ids: { lms: 'midterm' } } })
  const single = await send(world, item)
  expectCode(single, 'id_taken')
  expect(single.body['errors']).toMatchObject([{ path: 'exam.ids.lms', code: 'id_taken' }])
  expect(refusedPaths((await provisionAll(world, [item]))[0])).toEqual(['exam.ids.lms'])
})

test('another kind, another install and a deleted course may have the same id', async () => {
  const world = await makeWorld()
  const course = await makeCourse(world, { lmsId: 'same' })
  await course.exam({ lmsId: 'same' })
  await world.user({ lmsId: 'same' })
  await makeCourse(await sisterOf(world), { lmsId: 'same' })
  await world.admin('DELETE', world.path(course.at()))
  await makeCourse(world, { lmsId: 'same' })
  expectCode(await world.admin('POST', world.path(course.at('/restore'))), 'id_taken')
})

test('of many concurrent creations with one id exactly one is granted, the others are 409 id_taken', async () => {
  const world = await makeWorld()
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const body = { ...person, email: `ada${at}@school.example`, sisId: 'S-1' }
      const answer = await world.admin('POST', world.path('/users'), { body })
      return answer.status === 409 ? answer.text('code') : answer.status
    }),
  )
  expect(statuses.toSorted()).toEqual([201, ...Array(7).fill('id_taken')])
})

test('ids.sis finds and names a record, and sisId means the same', async () => {
  const world = await makeWorld()
  const item = itemOf('sis', {
    course: { title: 'Biology', ids: { sis: 'C-1' } },
    user: { ...person, ids: { sis: 'S-1' } },
    exam: { title: 'Midterm', ids: { sis: 'X-1' } },
  })
  const first = await provision(world, item)
  expect((await provision(world, item)).results).toEqual(Array(4).fill('Found Existing'))
  for (const [part, sisId] of [
    ['course', 'C-1'],
    ['user', 'S-1'],
    ['exam', 'X-1'],
  ] as const)
    expect(await recordOf(world, part, first)).toMatchObject({ sisId })
  const byMember = { ...person, ids: { lms: 'L-1' }, sisId: 'S-1' }
  const again = await provision(world, { ...item, user: byMember })
  expect(again.sids.user).toBe(first.sids.user)
  expect(await recordOf(world, 'user', first)).toMatchObject({ sisId: 'S-1', lmsId: 'L-1' })
  const both = { ...byMember, ids: { sis: 'S-1' } }
  expect((await send(world, { ...item, user: both })).body['errors']).toMatchObject([{ path: 'user.sisId' }])
})

test('an item that replaces an id by another is id_conflict, and nothing of it is applied', async () => {
  const world = await makeWorld()
  const item = itemOf('rekey')
  const { sids } = await provision(world, item)
  for (const part of ['course', 'user', 'exam'] as const) {
    const changed = { ...item, [part]: { ...item[part], ids: { sid: sids[part], lms: 'other' } } }
    const single = await changingNoRow(world, () => send(world, changed))
    expectCode(single, 'id_conflict')
    expect(single.body['errors']).toMatchObject([{ path: `${part}.ids.lms`, code: 'id_conflict' }])
    const [refused, granted] = await provisionAll(world, [changed, item])
    expect(refused).toMatchObject({ result: 'Refused', problem: { code: 'id_conflict', status: 409 } })
    expect(refusedPaths(refused)).toEqual([`${part}.ids.lms`])
    expect(granted).toMatchObject({ result: 'Found Existing' })
  }
})

test('with rekey beside ids the item replaces the id', async () => {
  const world = await makeWorld()
  const item = itemOf('rekeyed')
  const { sids } = await provision(world, item)
  for (const part of ['course', 'user', 'exam'] as const) {
    const changed = {
      ...item,
      [part]: { ...item[part], ids: { sid: sids[part], lms: `new ${part}` }, rekey: true },
    }
    const result = await provision(world, changed)
    expect(result.sids[part]).toBe(sids[part])
    expect(await recordOf(world, part, result)).toMatchObject({ lmsId: `new ${part}` })
    item[part].ids.lms = `new ${part}`
  }
})
