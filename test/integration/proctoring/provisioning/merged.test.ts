// Items of provisioning with an id of a user who was merged into another one.
import { expect, test } from 'vitest'
import {
  failed,
  itemOf,
  type Members,
  type Provisioned,
  provision,
  provisionAll,
  recordOf,
  totalsOf,
} from '../../../support/provision.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const found = ['Found Existing', 'Found Existing', 'Found Existing', null]

type Merged = { world: World; target: Provisioned; item: Members; targetItem: Members }

/** Two items of one course, and the user of the first merged into that of the second. */
async function merged(ids: Members = { lms: 'former' }): Promise<Merged> {
  const world = await makeWorld()
  const course = { ids: { lms: 'course' } }
  // Without an exam: a user with an active session of an exam of the other one is not merged.
  const without = { exam: undefined }
  const item = { ...itemOf('one', { course, user: { firstName: 'Grace', ids } }), ...without }
  const targetItem = { ...itemOf('two', { course, user: { ids: { lms: 'kept' } } }), ...without }
  const [source, target] = [await provision(world, item), await provision(world, targetItem)]
  const answer = await world.admin('POST', world.path(`/users/${source.sids.user}/merge`), {
    body: { intoUserSid: target.sids.user },
  })
  expect(answer.status, answer.raw).toBe(200)
  return { world, target, item, targetItem }
}

test('an item that is repeated after the merge finds the other user, and changes no member of that user', async () => {
  const { world, target, item, targetItem } = await merged()
  const before = await recordOf(world, 'user', target)
  for (const sent of [item, targetItem]) {
    expect(await provision(world, sent)).toEqual({ sids: target.sids, results: found })
    expect(await provisionAll(world, [sent, sent])).toMatchObject([
      { user: { sid: target.sids.user, result: 'Found Existing' } },
      { user: { sid: target.sids.user, result: 'Found Existing' } },
    ])
  }
  expect(await recordOf(world, 'user', target)).toEqual(before)
  expect(await totalsOf(world)).toEqual({ courses: 1, users: 1 })
})

test('an item with several ids, of which the other user got one by the merge, is found too', async () => {
  const { world, target, item } = await merged({ lms: 'former', sis: 'filled' })
  const before = await recordOf(world, 'user', target)
  expect(before).toMatchObject({ lmsId: 'kept', sisId: 'filled', firstName: 'Ada' })
  expect(await provision(world, item)).toEqual({ sids: target.sids, results: found })
  expect(await recordOf(world, 'user', target)).toEqual(before)
})

test('a new id beside a former one is added to the other user', async () => {
  const { world, target, item } = await merged()
  const withIds = (ids: Members) => ({ ...item, user: { ...Object(item['user']), ids } })
  expect(await provision(world, withIds({ lms: 'former', api: 'new' }))).toMatchObject({
    sids: target.sids,
    results: ['Found Existing', 'Updated', 'Found Existing', null],
  })
  expect(await recordOf(world, 'user', target)).toMatchObject({
    ...{ lmsId: 'kept', apiId: 'new', firstName: 'Ada' },
  })
  expect((await provision(world, withIds({ api: 'new' }))).sids.user).toBe(target.sids.user)
})

test('an item with the sid of the other user describes that user: a former id beside it is a conflict', async () => {
  const { world, target, item } = await merged()
  const ids = { sid: target.sids.user, lms: 'former' }
  const [result] = await provisionAll(world, [{ ...item, user: { ...Object(item['user']), ids } }])
  expect(result).toEqual(failed('user.ids.lms', 'id_conflict'))
})

test('the enrollment of an item with a former id is that of the other user', async () => {
  const { world, target, item } = await merged()
  const elsewhere = await provision(world, {
    ...item,
    course: { title: 'Botany', ids: { lms: 'other' } },
  })
  expect(elsewhere).toMatchObject({
    sids: { user: target.sids.user },
    results: ['Created', 'Found Existing', 'Created', null],
  })
})

test('with rekey, a former id replaces the id of the other user', async () => {
  const { world, target, item } = await merged()
  const rekeyed = { ...item, user: { ...Object(item['user']), rekey: true } }
  expect(await provision(world, rekeyed)).toMatchObject({
    sids: target.sids,
    results: ['Found Existing', 'Updated', 'Found Existing', null],
  })
  expect(await recordOf(world, 'user', target)).toMatchObject({ lmsId: 'former', firstName: 'Grace' })
})

test('a user who was created with the former id is the one whom items with that id describe', async () => {
  const { world, item } = await merged()
  const created = await world.user({ lmsId: 'former', email: 'new@school.example' })
  expect((await provision(world, item)).sids.user).toBe(created)
})

test('the sid of a merged user is unknown, also beside a former id', async () => {
  const { world, item, target } = await merged()
  const unknown = { lms: 'former', sid: target.sids.user.replace(/.$/, last => (last === '0' ? '1' : '0')) }
  const [result] = await provisionAll(world, [{ ...item, user: { ...Object(item['user']), ids: unknown } }])
  expect(result).toEqual(failed('user.ids.sid', 'unknown_sid'))
})
