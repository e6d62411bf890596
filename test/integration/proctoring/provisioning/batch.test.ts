// POST /v1/installs/{installSid}/provision/batch: items are processed independently and in order.
import { expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { change, sessionsOf } from '../../../support/catalog.ts'
import {
  created,
  failed,
  found,
  itemOf,
  provision,
  provisionAll,
  provisionedOf,
  recordOf,
  totalsOf,
} from '../../../support/provision.ts'
import { inAll, rounds } from '../../../support/rounds.ts'
import { changingNoRow, contentsOfInstall } from '../../../support/tables.ts'
import { makeWorld } from '../../../support/world.ts'

const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)

test.runIf(inAll('integration/proctoring/provisioning/single'))(
  '500 items have at most two round trips, and their repetition changes no row',
  async () => {
    const world = await makeWorld()
    const items = names(500).map(name => itemOf(name))
    const made = (await provisionAll(world, items)).map(provisionedOf)
    for (const { results } of made) expect(results).toEqual(created)
    expect(await totalsOf(world)).toEqual({ courses: 500, users: 500 })
    await changingNoRow(world, async () => {
      const again = (await provisionAll(world, items)).map(provisionedOf)
      expect(again).toEqual(made.map(({ sids }) => ({ sids, results: found })))
    })
  },
  60_000,
)

const learners = rounds({ quick: 50, all: 500 })

test(`${learners} learners of one course have at most two round trips, each with a session of its exam`, async () => {
  const world = await makeWorld()
  const { course, exam } = itemOf('one')
  const results = (
    await provisionAll(
      world,
      names(learners).map(name => ({ ...itemOf(name), course, exam })),
    )
  ).map(provisionedOf)
  expect(await totalsOf(world)).toEqual({ courses: 1, users: learners })
  const [first, ...rest] = results
  expect(first?.results).toEqual(created)
  for (const { results: each, sids } of rest) {
    expect(each).toEqual(['Found Existing', 'Created', 'Created', 'Found Existing'])
    expect(sids).toMatchObject({ course: first?.sids.course, exam: first?.sids.exam })
  }
  const sessions = await sessionsOf(world, first?.sids.exam ?? '')
  expect(new Set(sessions.map(({ enrollmentSid }) => enrollmentSid))).toEqual(
    new Set(results.map(({ sids }) => sids.enrollment)),
  )
  expect(sessions).toHaveLength(learners)
}, 60_000)

test('results are in the order of the items, whether they succeed or fail', async () => {
  const world = await makeWorld()
  await world.user({ username: 'grace' })
  await Promise.all([world.user({ lmsId: 'one' }), world.user({ externalId: 'two' })])
  const bad = [
    [{ user: { ids: { sid: newSid('US') } } }, failed('user.ids.sid', 'unknown_sid')],
    [{ user: { ids: { lms: 'one', external: 'two' } } }, failed('user.ids', 'ambiguous_ids')],
    [{ user: { username: 'grace' } }, failed('user.username', 'username_taken')],
    [{ exam: { ids: { sid: newSid('EX') } } }, failed('exam.ids.sid', 'unknown_sid')],
    [{ course: { ids: { sid: newSid('CU') } } }, failed('course.ids.sid', 'unknown_sid')],
  ] as const
  const items = bad.flatMap(([changes], n) => [itemOf(`good ${n}`), itemOf(`bad ${n}`, changes)])
  const results = await provisionAll(world, items)
  for (const [n, [, expected]] of bad.entries()) {
    expect(results[2 * n]).toMatchObject({ error: null, course: { result: 'Created' } })
    expect(results[2 * n + 1]).toEqual(expected)
  }
  expect(await totalsOf(world)).toEqual({ courses: bad.length, users: bad.length + 3 })
  const courses = (await world.admin('GET', world.path('/courses'))).list('results')
  expect(courses.map(({ lmsId }) => lmsId)).toEqual(bad.map((_, n) => `course good ${n}`))
})

test('an item finds records of an earlier item of the batch, and updates different members', async () => {
  const world = await makeWorld()
  const [first, second, third] = (
    await provisionAll(world, [
      itemOf('one'),
      itemOf('one'),
      itemOf('one', { user: { firstName: 'Augusta' }, course: { code: 'BIO' } }),
    ])
  ).map(provisionedOf)
  expect(first?.results).toEqual(created)
  expect(second).toEqual({ sids: first?.sids, results: found })
  expect(third).toEqual({
    sids: first?.sids,
    results: ['Updated', 'Updated', 'Found Existing', 'Found Existing'],
  })
  if (first) expect(await recordOf(world, 'user', first)).toMatchObject({ firstName: 'Augusta' })
})

test('of items with different members of a record the last one applies', async () => {
  const world = await makeWorld()
  const titles = ['Botany', 'Zoology', 'Botany', 'Ecology']
  const results = await provisionAll(
    world,
    titles.map(title => ({ course: { title, ids: { lms: 'L' } } })),
  )
  const states = results.map(({ course }) => course)
  expect(states).toMatchObject(['Created', 'Updated', 'Updated', 'Updated'].map(result => ({ result })))
  const courses = (await world.admin('GET', world.path('/courses'))).list('results')
  expect(courses).toMatchObject([{ title: 'Ecology' }])
})

test('an item finds a record by an id that an earlier item added', async () => {
  const world = await makeWorld()
  const user = (ids: object) => itemOf('one', { user: { ids } })
  const results = (
    await provisionAll(world, [
      user({ lms: 'L' }),
      user({ lms: 'L', api: 'A' }),
      user({ api: 'A', external: 'X' }),
      user({ external: 'X' }),
    ])
  ).map(provisionedOf)
  expect(results.map(({ results: [, result] }) => result)).toEqual([
    'Created',
    'Updated',
    'Updated',
    'Found Existing',
  ])
  expect(new Set(results.map(({ sids }) => sids.user)).size).toBe(1)
  expect(await totalsOf(world)).toEqual({ courses: 1, users: 1 })
})

test('ids that become ambiguous by earlier items are reported', async () => {
  const world = await makeWorld()
  const user = (ids: object) => itemOf('one', { user: { ids } })
  const results = await provisionAll(world, [
    user({ lms: 'L' }),
    user({ api: 'A' }),
    user({ lms: 'L', api: 'A' }),
  ])
  expect(results[2]).toEqual(failed('user.ids', 'ambiguous_ids'))
  expect(await totalsOf(world)).toEqual({ courses: 1, users: 2 })
})

test('an item does not find records of a refused item', async () => {
  const world = await makeWorld()
  const results = await provisionAll(world, [
    itemOf('one', { exam: { ids: { sid: newSid('EX') } } }),
    itemOf('one'),
  ])
  expect(results[0]).toEqual(failed('exam.ids.sid', 'unknown_sid'))
  expect(provisionedOf(results[1] ?? {}).results).toEqual(created)
})

test('a refused item does not change existing records', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one'))
  const before = await contentsOfInstall(world)
  const [refused] = await provisionAll(world, [
    itemOf('one', {
      course: { title: 'Botany' },
      user: { firstName: 'Augusta', username: 'ada' },
      enrollment: { role: 'instructor' },
      exam: { ids: { sid: newSid('EX') } },
    }),
  ])
  expect(refused).toEqual(failed('exam.ids.sid', 'unknown_sid'))
  expect(await contentsOfInstall(world)).toEqual(before)
  expect((await provision(world, itemOf('one'))).sids).toEqual(made.sids)
})

test('a username that an earlier item releases is available to a later one', async () => {
  const world = await makeWorld()
  await provision(world, itemOf('one', { user: { username: 'ada' } }))
  const results = await provisionAll(world, [
    itemOf('one', { user: { username: 'augusta' } }),
    itemOf('two', { user: { username: 'ada' } }),
  ])
  expect(results).toMatchObject([
    { user: { result: 'Updated' }, error: null },
    { user: { result: 'Created' }, error: null },
  ])
})

test('an exam with the id of an exam of another course is refused, and the other items are applied', async () => {
  const world = await makeWorld()
  const exam = { ids: { lms: 'L' } }
  const items = [itemOf('one', { exam }), itemOf('two', { exam }), itemOf('three')]
  const [one = {}, two = {}, three = {}] = await provisionAll(world, items)
  expect([provisionedOf(one).results, provisionedOf(three).results]).toEqual([created, created])
  expect(two).toEqual(failed('exam.ids.lms', 'id_taken'))
})

test('a withdrawn enrollment is restored by the first item and found by the next', async () => {
  const world = await makeWorld()
  const { sids } = await provision(world, itemOf('one'))
  await change(world, 'DELETE', `/courses/${sids.course}/enrollments/${sids.enrollment}`)
  const [one, two] = await provisionAll(world, [itemOf('one'), itemOf('one')])
  expect(one).toMatchObject({ enrollment: { sid: sids.enrollment, result: 'Updated' } })
  expect(two).toMatchObject({ enrollment: { sid: sids.enrollment, result: 'Found Existing' } })
})
