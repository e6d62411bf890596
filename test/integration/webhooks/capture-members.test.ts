// Events of the members of sections and proctor groups: one for each member that joins or leaves, and none for those that stay.
import { beforeAll, expect, test } from 'vitest'
import { type Course, change, make, makeCourse } from '../../support/catalog.ts'
import { eventRows } from '../../support/webhook-events.ts'
import { makeEndpoint, stackWithSink } from '../../support/webhooks.ts'
import { makeWorld, type World } from '../../support/world.ts'

const system = stackWithSink()
let world: World
let course: Course
beforeAll(async () => {
  world = await makeWorld(system.stack)
  course = await makeCourse(world)
  await makeEndpoint(world, system.sink.receiver(), { events: ['database.event'] })
})

/** The operation and the member of each event that the request causes in a topic. */
async function eventsOf(topic: string, member: string, act: () => Promise<unknown>) {
  const known = (await eventRows(world)).length
  await act()
  return (await eventRows(world))
    .slice(known)
    .filter(event => event.topic === `proctoring.${topic}`)
    .map(({ operation, payload }) => [operation, payload[member]])
    .toSorted()
}

test('an enrollment whose sections are replaced has an event only for those that it leaves and joins', async () => {
  const [kept, left, joined] = [await course.section(), await course.section(), await course.section()]
  const enrollment = course.at(`/enrollments/${await course.enroll({ sectionSids: [kept, left] })}`)
  const put = (...sectionSids: string[]) =>
    eventsOf('section_member', 'sectionSid', () => change(world, 'PUT', enrollment, { sectionSids }))
  expect(await put(left, kept)).toEqual([])
  expect(await put(kept, joined)).toEqual([
    ['delete', left],
    ['insert', joined],
  ])
  expect(await put()).toEqual([kept, joined].toSorted().map(sid => ['delete', sid]))
})

test('a proctor group whose members are replaced has an event only for those that leave and join', async () => {
  const [kept, left, joined] = [await world.user(), await world.user(), await world.user()]
  const created = await make(world, '/proctorGroups', { name: 'Evening', members: [kept, left] })
  const group = `/proctorGroups/${created.text('sid')}`
  const put = (...members: string[]) =>
    eventsOf('proctor_group_member', 'userSid', () => change(world, 'PUT', group, { members }))
  expect(await put(left, kept)).toEqual([])
  expect(await put(kept, joined)).toEqual([
    ['delete', left],
    ['insert', joined],
  ])
  expect(await put()).toEqual([kept, joined].toSorted().map(sid => ['delete', sid]))
})
