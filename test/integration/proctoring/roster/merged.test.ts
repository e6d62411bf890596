// Rosters that list the sourcedId of a user who was merged into another one.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { user } from '../../../../db/schema/user.ts'
import type { BundleOptions, Tables } from '../../../support/one-roster.ts'
import { classOfTwo, sendRoster } from '../../../support/roster-import.ts'
import { sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const peopleOf = ({ stack: { db }, installSid }: World) =>
  db
    .select()
    .from(user)
    .where(eq(user.installSid, sidOf('AI', installSid)))

/** `sisId firstName email role enabled` of those who are not merged, sorted. */
async function people(world: World): Promise<string[]> {
  const rows = (await peopleOf(world)).filter(({ mergedIntoSid }) => mergedIntoSid === null)
  return rows
    .map(({ sisId, firstName, email, role, enabled }) => [sisId, firstName, email, role, enabled].join(' '))
    .toSorted()
}
const kept = ['user-1 Ada user-1@school.example learner true']

/** A class with user-1, into whom user-2 was merged. */
async function merged(options: BundleOptions = {}): Promise<World> {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', options)
  const sidOfUser = async (sisId: string) =>
    (await peopleOf(world)).find(row => row.sisId === sisId)?.sid ?? ''
  const [from, intoUserSid] = [await sidOfUser('user-2'), await sidOfUser('user-1')]
  const answer = await world.admin('POST', world.path(`/users/${from}/merge`), { body: { intoUserSid } })
  expect(answer.status, answer.raw).toBe(200)
  expect(await people(world)).toEqual(kept)
  return world
}

const unchanged = (amount: number) => ({ created: 0, updated: 0, unchanged: amount, deleted: 0 })

test('a roster that still lists a merged user creates nobody, and changes the other user by its own row only', async () => {
  const world = await merged()
  const users = [{}, { givenName: 'Grace', role: 'teacher', username: 'user-1' }]
  for (const query of ['', '?mode=full'])
    expect(
      await sendRoster(
        world,
        {
          ...classOfTwo,
          users: users.toReversed().map((row, at) => ({ ...row, sourcedId: `user-${2 - at}` })),
        },
        query,
      ),
    ).toMatchObject({
      counts: { users: unchanged(2), enrollments: unchanged(1) },
      errors: [],
    })
  expect(await people(world)).toEqual(kept)
})

test('a complete roster that lists only the id of the merged user keeps the other user, with the enrollments', async () => {
  const world = await merged()
  const users = [{ sourcedId: 'user-2' }]
  const enrollments = [{ userSourcedId: 'user-2' }]
  expect(await sendRoster(world, { ...classOfTwo, users, enrollments }, '?mode=full')).toMatchObject({
    counts: { users: unchanged(1), enrollments: unchanged(1) },
    errors: [],
  })
  expect(await people(world)).toEqual(kept)
})

test('a row that deletes the merged user does not disable the other one', async () => {
  const world = await merged()
  const delta: Tables = { users: [{ sourcedId: 'user-2', status: 'tobedeleted' }] }
  await sendRoster(world, delta, '', { mode: 'delta' })
  expect(await people(world)).toEqual(kept)
})

test('an enrollment of the merged user in another class enrolls the other one', async () => {
  const world = await merged()
  const delta: Tables = {
    classes: [{ sourcedId: 'class-2' }],
    enrollments: [{ classSourcedId: 'class-2', userSourcedId: 'user-2' }],
  }
  for (const created of [1, 0])
    expect(await sendRoster(world, delta, '', { mode: 'delta' })).toMatchObject({
      counts: { enrollments: { created } },
      errors: [],
    })
})

test('roles of the merged user do not change the roles of the other one', async () => {
  const world = await merged({ version: '1.2' })
  const delta: Tables = { roles: [{ userSourcedId: 'user-2', role: 'teacher' }] }
  expect(await sendRoster(world, delta, '', { version: '1.2', mode: 'delta' })).toMatchObject({ errors: [] })
  expect(await people(world)).toEqual(kept)
})

test('a user who was created with the id of the merged user is the one whom rows with that id describe', async () => {
  const world = await merged()
  await world.user({ sisId: 'user-2', email: 'new@school.example' })
  await sendRoster(world, classOfTwo)
  expect(await people(world)).toEqual([...kept, 'user-2 Ada user-2@school.example learner true'])
})
