// POST /v1/installs/{installSid}/provision: finds each part by any of its ids or creates it, and applies the sent members.
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { change, make } from '../../../support/catalog.ts'
import { badPaths } from '../../../support/problem.ts'
import {
  created,
  found,
  itemOf,
  type Members,
  parts,
  provision,
  provisionAll,
  recordOf,
  send,
  totalsOf,
} from '../../../support/provision.ts'
import { sample } from '../../../support/rounds.ts'
import { changingNoRow, contentsOfInstall } from '../../../support/tables.ts'
import { makeWorld } from '../../../support/world.ts'

test('an item creates all four parts and returns their sids, by which they can be read', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one'))
  expect(made.results).toEqual(created)
  const none = { sisId: null, apiId: null, externalId: null }
  expect(await recordOf(world, 'course', made)).toMatchObject({
    ...{ sid: made.sids.course, title: 'Biology', code: null, lmsId: 'course one' },
    ...none,
  })
  expect(await recordOf(world, 'user', made)).toMatchObject({
    ...{ sid: made.sids.user, firstName: 'Ada', lastName: 'Lovelace', email: 'one@school.example' },
    ...{ role: 'learner', enabled: false, username: null, lmsId: 'user one' },
    ...none,
  })
  expect(await recordOf(world, 'enrollment', made)).toMatchObject({
    ...{ sid: made.sids.enrollment, userSid: made.sids.user, role: 'learner', status: 'active' },
  })
  expect(await recordOf(world, 'exam', made)).toMatchObject({
    ...{ sid: made.sids.exam, title: 'Midterm', type: 'Online', limitedScope: false, status: 'active' },
    ...{ requireApproval: false, lmsId: 'exam one' },
    ...none,
    configuration: { type: 'primary', examSid: made.sids.exam },
  })
})

const courseMembers = { title: 'Botany', code: 'BOT 1', sisId: 'S1' }
const userMembers = {
  ...{ firstName: 'Grace', lastName: 'Hopper', email: 'grace@school.example', role: 'instructor' },
  ...{ preferredEmail: 'grace@home.example', homePhone: '+1 555 1', mobilePhone: '+1 555 2' },
  ...{ currencyCode: 'EUR', latitude: -1.5, longitude: 0, username: 'grace', enabled: true },
  ...{ sisId: 'S2', address: '1 Rue Zoë\n75001 Paris' },
}
const examMembers = {
  ...{ title: 'Final', type: 'Written', limitedScope: true, requireApproval: true, status: 'draft' },
  sisId: 'S3',
}
const all: Record<'course' | 'user' | 'exam', Members> = {
  course: courseMembers,
  user: userMembers,
  exam: examMembers,
}

test('every sent member is in the created record', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one', all))
  for (const part of ['course', 'user', 'exam'] as const)
    expect(await recordOf(world, part, made)).toMatchObject(all[part])
})

const single = Object.entries(all).flatMap(([part, members]) =>
  Object.entries(members).map(([name, value]) => [part as keyof typeof all, name, value] as const),
)

test.each(sample(single, 8))(
  '%s.%s of %j updates the record, and nothing else',
  async (part, name, value) => {
    const world = await makeWorld()
    const before = await provision(world, itemOf('one'))
    const record = await recordOf(world, part, before)
    await setTimeout(2)
    const after = await provision(world, itemOf('one', { [part]: { [name]: value } }))
    expect(after.sids).toEqual(before.sids)
    expect(after.results).toEqual(parts.map(other => (other === part ? 'Updated' : 'Found Existing')))
    const now = await recordOf(world, part, after)
    expect(now).toMatchObject({ [name]: value, createdDate: record['createdDate'] })
    expect(Date.parse(String(now['editDate']))).toBeGreaterThan(Date.parse(String(record['editDate'])))
    expect((await provision(world, itemOf('one', { [part]: { [name]: value } }))).results).toEqual(found)
  },
)

test('an absent member is kept, and a null clears it', async () => {
  const world = await makeWorld()
  const full = itemOf('one', all)
  await provision(world, full)
  const stays = itemOf('one', { course: { title: 'Botany' }, user: userMembers, exam: { title: 'Final' } })
  await changingNoRow(world, async () => expect((await provision(world, stays)).results).toEqual(found))
  const nulls = {
    exam: { title: 'Final' },
    course: { ...courseMembers, code: null, sisId: null },
    user: { ...userMembers, address: null },
  }
  const cleared = await provision(world, itemOf('one', nulls))
  expect(cleared.results).toEqual(['Updated', 'Updated', 'Found Existing', 'Found Existing'])
  expect(await recordOf(world, 'course', cleared)).toMatchObject({ code: null, sisId: null })
  expect(await recordOf(world, 'user', cleared)).toMatchObject({ address: null, sisId: 'S2' })
})

test('a course moves to the named offering', async () => {
  const world = await makeWorld()
  const courseOfferingSid = (await make(world, '/courseOfferings', { title: 'Fall' })).text('sid')
  await provision(world, itemOf('one'))
  const moved = await provision(world, itemOf('one', { course: { courseOfferingSid } }))
  expect(moved.results[0]).toBe('Updated')
  expect(await recordOf(world, 'course', moved)).toMatchObject({ courseOfferingSid })
})

test('ten repetitions, alone and in batches, find all four parts and change no row of any table', async () => {
  const world = await makeWorld()
  const item = itemOf('one', { ...all, exam: { ...examMembers, configuration: { duration: 60 } } })
  const made = await provision(world, item)
  await changingNoRow(world, async () => {
    for (let n = 0; n < 5; n += 1) {
      expect(await provision(world, item)).toEqual({ sids: made.sids, results: found })
      const [first, second] = await provisionAll(world, [item, item])
      expect(second).toEqual(first)
      expect(first).toMatchObject({ user: { sid: made.sids.user, result: 'Found Existing' }, error: null })
    }
  })
})

describe('ids', () => {
  test.each(['lms', 'api', 'external'])('all three parts are found by %s', async kind => {
    const world = await makeWorld()
    const ids = (part: string) => ({ ids: { [kind]: `${part} 7` } })
    const item = itemOf('one', { course: ids('course'), user: ids('user'), exam: ids('exam') })
    const made = await provision(world, item)
    expect(await recordOf(world, 'user', made)).toMatchObject({ [`${kind}Id`]: 'user 7' })
    expect(await provision(world, item)).toEqual({ sids: made.sids, results: found })
  })

  test('all three parts are found by sid alone', async () => {
    const world = await makeWorld()
    const { sids } = await provision(world, itemOf('one'))
    const bySid = {
      course: { ids: { sid: sids.course } },
      user: { ids: { sid: sids.user } },
      enrollment: {},
      exam: { ids: { sid: sids.exam } },
    }
    await changingNoRow(world, async () =>
      expect(await provision(world, bySid)).toEqual({ sids, results: found }),
    )
  })

  test('a record of the API is found by its ids', async () => {
    const world = await makeWorld()
    const { role: _, address: __, ...person } = userMembers
    const userSid = await world.user({ ...person, lmsId: 'user one' })
    const made = await provision(world, itemOf('one'))
    expect(made.sids.user).toBe(userSid)
    expect(made.results).toEqual(['Created', 'Updated', 'Created', 'Created'])
  })

  test.each(['course', 'user', 'exam'] as const)('new ids are added to the %s that is found', async part => {
    const world = await makeWorld()
    const made = await provision(world, itemOf('one'))
    const ids = { lms: `${part} one`, api: 'A', external: 'X' }
    const added = await provision(world, itemOf('one', { [part]: { ids } }))
    expect(added.sids).toEqual(made.sids)
    expect(added.results).toEqual(parts.map(other => (other === part ? 'Updated' : 'Found Existing')))
    const names = { lmsId: ids.lms, apiId: 'A', externalId: 'X' }
    expect(await recordOf(world, part, added)).toMatchObject(names)
    const byNew = await provision(world, itemOf('one', { [part]: { ids: { external: 'X' } } }))
    expect(byNew).toEqual({ sids: made.sids, results: found })
    expect(await recordOf(world, part, byNew)).toMatchObject(names)
  })

  test('differ by their kind and their letter case', async () => {
    const world = await makeWorld()
    await provision(world, itemOf('one', { user: { ids: { lms: '7a' } } }))
    for (const ids of [{ api: '7a' }, { external: '7a' }, { lms: '7A' }, { lms: '7a ' }])
      expect((await provision(world, itemOf('one', { user: { ids } }))).results[1]).toBe('Created')
  })
})

describe('parts', () => {
  test('that are absent are null, and are not created', async () => {
    const world = await makeWorld()
    const { course, user, exam } = itemOf('one')
    expect((await provision(world, { course })).results).toEqual(['Created', null, null, null])
    expect(await totalsOf(world)).toEqual({ courses: 1, users: 0 })
    const withUser = await provision(world, { course, user })
    expect(withUser.results).toEqual(['Found Existing', 'Created', null, null])
    const withExam = await provision(world, { course, exam })
    expect(withExam.results).toEqual(['Found Existing', null, null, 'Created'])
    const enrollments = await world.admin('GET', world.path(`/courses/${withUser.sids.course}/enrollments`))
    expect(enrollments.count('total')).toBe(0)
  })

  test('an enrollment without a user is 400', async () => {
    const world = await makeWorld()
    const { course, enrollment } = itemOf('one')
    expect(badPaths(await send(world, { course, enrollment }))).toEqual(['user'])
  })
})

test.each(['lms', 'api', 'external'])(
  'the same %s ids in another install are other records, and that install is not changed',
  async kind => {
    const [ours, theirs] = [await makeWorld(), await makeWorld()]
    const ids = (part: string) => ({ ids: { [kind]: `${part} 7` } })
    const full = (changes: Partial<typeof all> = {}) => {
      const { course, user, exam } = { ...all, ...changes }
      return itemOf('one', {
        course: { ...course, ...ids('course') },
        user: { ...user, ...ids('user') },
        exam: { ...exam, ...ids('exam') },
      })
    }
    const made = await provision(theirs, full())
    const before = await contentsOfInstall(theirs)
    const own = await provision(ours, full({ course: { title: 'Ours' } }))
    expect(own.results).toEqual(created)
    for (const part of parts) expect(own.sids[part]).not.toBe(made.sids[part])
    await provision(ours, full({ user: { ...userMembers, firstName: 'Ours' } }))
    expect(await contentsOfInstall(theirs)).toEqual(before)
  },
)

test('a deleted course is not found: its ids create a new one', async () => {
  const world = await makeWorld()
  const made = await provision(world, itemOf('one'))
  await change(world, 'DELETE', `/courses/${made.sids.course}`)
  const again = await provision(world, itemOf('one'))
  expect(again.results).toEqual(['Created', 'Found Existing', 'Created', 'Created'])
  expect(again.sids.course).not.toBe(made.sids.course)
})
