// Records that are retired while a request that names them is being written, on a real Postgres.
import { expect, test } from 'vitest'
import { makeCourse } from '../../../support/catalog.ts'
import { heldStack } from '../../../support/held.ts'
import { makeWorld } from '../../../support/world.ts'

const held = heldStack()

const kinds = [
  {
    table: 'cancellation_policy',
    member: 'cancellationPolicySid',
    rest: '/cancellationPolicies',
    body: { name: 'A day', leadTimeMinutes: 1440 },
  },
  { table: 'proctor_group', member: 'proctorGroupSid', rest: '/proctorGroups', body: { name: 'Evening' } },
  { table: 'review_process', member: 'reviewProcessSid', rest: '/reviewProcesses', body: { name: 'Two' } },
] as const

/** Creates the record that a request will name, and retires it while that is being written. */
async function namingWhileRetired({ table, member, rest, body }: (typeof kinds)[number]) {
  const world = await makeWorld(held().stack)
  const course = await makeCourse(world)
  const sid = (await world.admin('POST', world.path(rest), { body })).text('sid')
  const where = `where sid = '${sid.slice(2)}'`
  const send = async (method: string, path: string, more: object = {}) => {
    const [answer] = await held().whileHeld(
      `select from ${table} ${where} for update; update ${table} set retired_date = now() ${where}`,
      () => world.admin(method, world.path(path), { body: { ...more, [member]: sid } }),
    )
    return { answer, record: async () => (await world.admin('GET', world.path(path))).body }
  }
  return { course, send }
}

const refused = { status: 409, body: { code: 'edited_meanwhile' } }

test.each(kinds)('an exam gets no $member that is retired meanwhile: 409 edited_meanwhile', async kind => {
  const { course, send } = await namingWhileRetired(kind)
  const { answer, record } = await send('PUT', course.at(`/exams/${await course.exam()}`))
  expect(answer).toMatchObject(refused)
  expect(await record()).toMatchObject({ [kind.member]: null })
})

test.each(kinds)('a new exam has no $member that is retired meanwhile: 409 edited_meanwhile', async kind => {
  const { course, send } = await namingWhileRetired(kind)
  const { answer, record } = await send('POST', course.at('/exams'), { title: 'Midterm' })
  expect(answer).toMatchObject(refused)
  expect(await record()).toMatchObject({ total: 0 })
})

test('an install gets no cancellation policy that is retired meanwhile: 409 edited_meanwhile', async () => {
  const { send } = await namingWhileRetired(kinds[0])
  const { answer, record } = await send('PUT', '/settings')
  expect(answer).toMatchObject(refused)
  expect(await record()).toMatchObject({ cancellationPolicySid: null })
})
