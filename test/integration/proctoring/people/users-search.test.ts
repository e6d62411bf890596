// The filter `search` of A4: people by a part of the name, the e-mail address or the username.
import { beforeAll, expect, test } from 'vitest'
import { badPaths } from '../../../support/problem.ts'
import { makeWorld, sisterOf, type World } from '../../../support/world.ts'

const zoe = {
  firstName: 'Zoë-Ann',
  lastName: 'Lovelace',
  email: 'z_1.l@school.example',
  username: 'countess',
}
const bob = { firstName: 'Bob', lastName: 'Other', email: 'zx1@school.example', username: 'bob-100%' }

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.user({ ...zoe, password: 'Passw0rd!' })
  await world.user({ ...bob, password: 'Passw0rd!', sisId: 'S-1' })
  const sister = await sisterOf(world)
  await sister.user({ ...zoe, password: 'Passw0rd!' })
})

const find = (query: Record<string, string>) =>
  world.admin('GET', world.path(`/users?${new URLSearchParams(query)}`))

/** The people of the install without sessions; another install has the same ones. */
const namesFor = async (query: Record<string, string>) => {
  const answer = await find(query)
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  expect(answer.count('total')).toBe(answer.list('results').length)
  return answer.list('results').map(({ lastName }) => lastName)
}

test.each([
  ['the first name', 'ZOE-A', ['Lovelace']],
  ['the last name', 'ovel', ['Lovelace']],
  ['the e-mail address', 'Z_1.L@SCHOOL', ['Lovelace']],
  ['the username', 'bob-1', ['Other']],
  ['any of them', 'school.example', ['Lovelace', 'Other']],
  ['none', 'lovelace@school', []],
])('search matches a part of %s, without regard to accents and case: %s', async (_, search, expected) => {
  expect(await namesFor({ search })).toEqual(expected)
})

test('search takes %, _ and \\ literally', async () => {
  expect(await namesFor({ search: 'z_1' })).toEqual(['Lovelace'])
  expect(await namesFor({ search: '%' })).toEqual(['Other'])
  expect(await namesFor({ search: '\\' })).toEqual([])
})

test('search is combined with the other filters, and with the order', async () => {
  expect(await namesFor({ search: 'school', lastName: 'oth' })).toEqual(['Other'])
  expect(await namesFor({ search: 'countess', sisId: 'S-1' })).toEqual([])
  expect(await namesFor({ search: 'school', sortKeys: 'lastName', sortOrder: 'DESC' })).toEqual([
    'Other',
    'Lovelace',
  ])
})

test.each(['', 'x'.repeat(101), 'a\u0000b'])('search=%j is 400', async search => {
  expect(badPaths(await find({ search }))).toEqual(['search'])
})
