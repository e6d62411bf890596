// Provisioning: items that conflict with existing records, alone and in a batch. Nothing of such an item is applied.
import { beforeEach, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { change, make } from '../../../support/catalog.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import {
  failed,
  itemOf,
  type Members,
  type Part,
  provision,
  provisionAll,
  refusedPaths,
  send,
  sendBatch,
  totalsOf,
} from '../../../support/provision.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { makeWorld, type World } from '../../../support/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})

type Changes = Partial<Record<Part, Members>>

/** Expects that the item is refused at the path, alone and within a batch, and that its other parts are not applied. */
async function isRefused(
  item: object,
  { path, code, status = 400 }: { path: string; code: string; status?: number },
) {
  await changingNoRow(world, async () => {
    const answer = await send(world, item)
    expect(answer.roundTrips).toBeLessThanOrEqual(2)
    const errors = problemOf(answer, status)
    if (status === 400) expect(errors).toMatchObject([{ path, code }])
    else expect(answer.text('code')).toBe(code)
    expect(await provisionAll(world, [item, item])).toEqual([failed(path, code), failed(path, code)])
  })
}

describe('an ids.sid that does not exist is unknown_sid', () => {
  const prefixes = { course: 'CU', user: 'US', exam: 'EX' } as const
  test.each(['course', 'user', 'exam'] as const)(
    '%s: an unknown one, or one of another install',
    async part => {
      const theirs = await provision(await makeWorld(), itemOf('theirs'))
      await provision(world, itemOf('one'))
      for (const sid of [newSid(prefixes[part]), theirs.sids[part]]) {
        const refused = { path: `${part}.ids.sid`, code: 'unknown_sid' }
        await isRefused(itemOf('new', { [part]: { ids: { sid } } }), refused)
        await isRefused(itemOf('one', { [part]: { ids: { sid, lms: `${part} one` } } }), refused)
      }
    },
  )

  test('an exam of another course of the install', async () => {
    const other = await provision(world, itemOf('other'))
    const item = itemOf('new', { exam: { ids: { sid: other.sids.exam } } })
    await isRefused(item, { path: 'exam.ids.sid', code: 'unknown_sid' })
  })

  test('a deleted course', async () => {
    const { sids } = await provision(world, itemOf('one'))
    await change(world, 'DELETE', `/courses/${sids.course}`)
    const item = itemOf('new', { course: { ids: { sid: sids.course } } })
    await isRefused(item, { path: 'course.ids.sid', code: 'unknown_sid' })
  })
})

describe('ids that match two records are ambiguous_ids', () => {
  test.each(['course', 'user', 'exam'] as const)('%s: two ids of two records', async part => {
    const one = await provision(world, itemOf('one', { [part]: { ids: { lms: 'L', api: 'A' } } }))
    const course = { ids: { sid: one.sids.course } }
    const two = itemOf('two', {
      ...(part === 'exam' && { course }),
      [part]: { ids: { lms: 'M', external: 'X' } },
    })
    await provision(world, two)
    const itemWith = (ids: Members): Changes => ({ ...(part === 'exam' && { course }), [part]: { ids } })
    const refused = { path: `${part}.ids`, code: 'ambiguous_ids' }
    const pairs = [
      { lms: 'L', external: 'X' },
      { lms: 'M', api: 'A' },
      { sid: one.sids[part], lms: 'M' },
    ]
    for (const ids of pairs) await isRefused(itemOf('new', itemWith(ids)), refused)
  })
})

describe('a username of another user is username_taken', () => {
  const refused = { path: 'user.username', code: 'username_taken', status: 409 }

  test('for a new user and an existing one, in any letter case', async () => {
    await world.user({ username: 'Grace' })
    await provision(world, itemOf('one'))
    for (const name of ['new', 'one'])
      for (const username of ['Grace', 'gRACE'])
        await isRefused(itemOf(name, { user: { username } }), refused)
  })

  test('but not in another install', async () => {
    await (await makeWorld()).user({ username: 'grace' })
    const made = await provision(world, itemOf('one', { user: { username: 'grace' } }))
    expect(made.results[1]).toBe('Created')
  })

  test('by an earlier item of the batch, and that item is applied', async () => {
    const user = { username: 'grace' }
    const results = await provisionAll(world, [itemOf('one', { user }), itemOf('two', { user })])
    expect(results).toMatchObject([
      { user: { result: 'Created' }, error: null },
      failed('user.username', 'username_taken'),
    ])
    expect(await totalsOf(world)).toEqual({ courses: 1, users: 1 })
  })
})

const references: [path: string, changes: () => Promise<Changes>][] = [
  ['course.courseOfferingSid', () => Promise.resolve({ course: { courseOfferingSid: newSid('CO') } })],
  [
    'course.courseOfferingSid',
    async () => {
      const theirs = await make(await makeWorld(), '/courseOfferings', { title: 'Fall' })
      return { course: { courseOfferingSid: theirs.text('sid') } }
    },
  ],
  ['user.timeZoneSid', () => Promise.resolve({ user: { timeZoneSid: newSid('TZ') } })],
]

test.each(references)('an unknown %s is unknown_sid', async (path, changes) => {
  await isRefused(itemOf('new', await changes()), { path, code: 'unknown_sid' })
})

const without = (members: Members, name: string) => ({ ...members, [name]: undefined })
const good = itemOf('good')
const malformed: [path: string, item: unknown][] = [
  ['course', without(good, 'course')],
  ['course.ids', { ...good, course: { title: 'Biology' } }],
  ['course.title', { ...good, course: without(good.course, 'title') }],
  ['user.firstName', { ...good, user: without(good.user, 'firstName') }],
  ['user.lastName', { ...good, user: without(good.user, 'lastName') }],
  ['user.email', { ...good, user: without(good.user, 'email') }],
  ['exam.title', { ...good, exam: without(good.exam, 'title') }],
  ...(['course', 'user', 'exam'] as const).flatMap((part): [string, unknown][] => [
    [`${part}.ids`, { ...good, [part]: { ...good[part], ids: {} } }],
    [`${part}.ids.lms`, { ...good, [part]: { ...good[part], ids: { lms: '' } } }],
    [`${part}.ids.api`, { ...good, [part]: { ...good[part], ids: { api: 'a\u0000b' } } }],
    [`${part}.ids.uuid`, { ...good, [part]: { ...good[part], ids: { lms: '1', uuid: '1' } } }],
    [`${part}.ids.sid`, { ...good, [part]: { ...good[part], ids: { sid: 'x' } } }],
    [`${part}.nickname`, { ...good, [part]: { ...good[part], nickname: 1 } }],
  ]),
  ['nickname', { ...good, nickname: 1 }],
  ['user.email', itemOf('bad', { user: { email: 'ada' } })],
  ['user.email', itemOf('bad', { user: { email: null } })],
  ['user.password', itemOf('bad', { user: { password: 'Correct4horse!' } })],
  ['user.role', itemOf('bad', { user: { role: 'boss' } })],
  ['enrollment.role', itemOf('bad', { enrollment: { role: 'admin' } })],
  ['exam.status', itemOf('bad', { exam: { status: 'deleted' } })],
  ['exam.configuration.duration', itemOf('bad', { exam: { configuration: { duration: 'long' } } })],
  ['exam.configuration.nickname', itemOf('bad', { exam: { configuration: { nickname: 1 } } })],
]

test.each(malformed)(
  '%s is named when it is malformed, and a batch refuses only that item',
  async (path, bad) => {
    await changingNoRow(world, async () => expect(badPaths(await send(world, bad))).toContain(path))
    const items = [itemOf('one'), itemOf('two'), itemOf('three'), bad, itemOf('four')]
    const { 3: refused, ...others } = await provisionAll(world, items)
    for (const result of Object.values(others))
      expect(result).toMatchObject({ course: { result: 'Created' }, result: 'Created', problem: null })
    expect(refused).toMatchObject({
      ...{ course: null, user: null, enrollment: null, exam: null, result: 'Refused' },
      problem: { status: 400, code: 'invalid_request' },
    })
    expect(refusedPaths(refused)).toContain(path)
    expect(await totalsOf(world)).toEqual({ courses: 4, users: 4 })
  },
)

test.each([
  ['none', []],
  ['501', Array.from({ length: 501 }, (_, n) => itemOf(`${n}`))],
  ['an object', {}],
])('a batch of %s is 400', async (_, items) => {
  await changingNoRow(world, async () => expect(badPaths(await sendBatch(world, items))).toEqual(['items']))
})

test('a refused item leaves no course, and its valid parts can be sent again', async () => {
  const { course } = itemOf('new')
  await send(world, itemOf('new', { user: { ids: { sid: newSid('US') } } }))
  expect(await totalsOf(world)).toEqual({ courses: 0, users: 0 })
  expect((await provision(world, { course })).results[0]).toBe('Created')
})
