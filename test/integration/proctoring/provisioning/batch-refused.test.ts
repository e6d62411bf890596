// POST /v1/installs/{installSid}/provision/batch: an item is refused by itself, never the whole body for its data.
import { beforeEach, expect, test } from 'vitest'
import { badPaths } from '../../../support/problem.ts'
import { itemOf, provision, provisionAll, refusedPaths } from '../../../support/provision.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

test.each([
  ['null', null],
  ['a text', 'course'],
  ['a list', []],
  ['an empty object', {}],
])('a batch refuses only an item that is %s', async (_, item) => {
  const results = await provisionAll(world, [itemOf('one'), item, itemOf('two')])
  expect(results.map(({ result }) => result)).toEqual(['Created', 'Refused', 'Created'])
})

test('a batch of which every item is malformed is 200, and changes nothing', async () => {
  await changingNoRow(world, async () => {
    const results = await provisionAll(world, [{}, { course: {} }])
    expect(results.map(({ result }) => result)).toEqual(['Refused', 'Refused'])
  })
})

test('a refused item of a batch has at most 10 errors', async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`member${n}`, n]))
  const [result] = await provisionAll(world, [{ ...itemOf('one'), ...many }])
  expect(refusedPaths(result)).toHaveLength(10)
})

test('the result of an applied item is the strongest of its records', async () => {
  await provision(world, itemOf('one'))
  const results = await provisionAll(world, [
    itemOf('one'),
    itemOf('one', { course: { title: 'Botany' } }),
    itemOf('one', { course: { title: 'Zoology' }, exam: { ids: { lms: 'another' } } }),
  ])
  expect(results.map(({ result }) => result)).toEqual(['Found Existing', 'Updated', 'Created'])
})

test('an unknown member beside the items is 400 for the whole batch', async () => {
  const body = { items: [itemOf('one')], mode: 'fast' }
  await changingNoRow(world, async () =>
    expect(badPaths(await world.admin('POST', world.path('/provision/batch'), { body }))).toEqual(['mode']),
  )
})
