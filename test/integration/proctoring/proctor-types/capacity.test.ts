// The capacity of proctor types and groups, one request after another and in a race.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { examSession } from '../../../../db/schema/session.ts'
import { rounds } from '../../../support/rounds.ts'
import { addLearners } from '../../../support/session-crowd.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'

const minute = 60_000
const start = Math.ceil(Date.now() / minute) * minute + 24 * 60 * minute
const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
const book = (world: SessionWorld, minutes: number, more: object = {}) =>
  world.admin('POST', world.at(), { body: { appointmentDate: at(minutes), ...more } })
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 ? 200 : body['code']

async function limited(capacity: number, learners: number) {
  const world = await makeSession({ configuration: { duration: 60, proctorTypes: ['desk'] } })
  const type = await world.admin('POST', world.path('/proctorTypes'), {
    body: { code: 'desk', name: 'Desk', capacity },
  })
  return {
    world,
    type: world.path(`/proctorTypes/${type.text('sid')}`),
    crowd: await addLearners(world, learners),
  }
}

test('an appointment is refused only where the capacity would be exceeded: 409 capacity_full', async () => {
  const { world, crowd } = await limited(2, 5)
  const [a, b, c, d, e] = crowd as [SessionWorld, SessionWorld, SessionWorld, SessionWorld, SessionWorld]
  expect(codeOf(await book(a, 0))).toBe(200)
  // The first two do not overlap, so a third between them makes two at most.
  expect(codeOf(await book(b, 60))).toBe(200)
  const booked = await book(c, 30)
  expect([codeOf(booked), booked.roundTrips <= 2]).toEqual([200, true])
  for (const minutes of [-29, 0, 20, 60, 89])
    expect(codeOf(await book(d, minutes)), `${minutes}`).toBe('capacity_full')
  expect(codeOf(await book(d, -60))).toBe(200)
  expect(codeOf(await book(e, 90))).toBe(200)
  // Moving within its own time does not count itself.
  expect((await world.admin('PUT', c.at(), { body: { appointmentDate: at(31) } })).status).toBe(409)
  expect((await world.admin('PUT', a.at(), { body: { appointmentDate: at(31) } })).body['code']).toBe(
    'capacity_full',
  )
  expect((await world.admin('PUT', d.at(), { body: { appointmentDate: at(-61) } })).status).toBe(200)
})

test('a cancelled or denied appointment takes no capacity; one that waits for approval does', async () => {
  const { world, crowd } = await limited(1, 2)
  const [first, second] = crowd as [SessionWorld, SessionWorld]
  const exam = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  await world.admin('PUT', exam, { body: { requireApproval: true } })
  expect((await book(first, 0)).body['status']).toBe('Pending Approval')
  expect(codeOf(await book(second, 0))).toBe('capacity_full')
  expect((await world.admin('POST', first.at('/deny'), { body: { reason: 'No' } })).status).toBe(200)
  expect(codeOf(await book(second, 0))).toBe(200)
  expect(codeOf(await book(first, 0))).toBe('capacity_full')
  expect((await world.admin('DELETE', second.at(), { body: { reason: 'other-reason' } })).status).toBe(200)
  expect(codeOf(await book(first, 0))).toBe(200)
})

test('a lower capacity keeps the appointments that exist; null removes the limit; 0 allows none', async () => {
  const { world, type, crowd } = await limited(2, 4)
  const [a, b, c, d] = crowd as [SessionWorld, SessionWorld, SessionWorld, SessionWorld]
  for (const learner of [a, b]) expect(codeOf(await book(learner, 0))).toBe(200)
  await world.admin('PUT', type, { body: { capacity: 0 } })
  expect((await a.read()).body['status']).toBe('Scheduled')
  expect(codeOf(await book(c, 500))).toBe('capacity_full')
  await world.admin('PUT', type, { body: { capacity: null } })
  for (const learner of [c, d]) expect(codeOf(await book(learner, 0))).toBe(200)
})

const held = async ({ stack: { db }, examSid }: SessionWorld) =>
  (
    await db
      .select({ held: sql<number>`count(*)::int` })
      .from(examSession)
      .where(sql`${eq(examSession.examSid, examSid)} and ${examSession.status} = 'Scheduled'`)
  )[0]?.held

const many = rounds({ quick: 40, all: 200 })

test(`of ${many} requests at once for a type of 7, exactly 7 get an appointment`, {
  timeout: 120_000,
}, async () => {
  const { world, crowd } = await limited(7, many)
  const codes = await Promise.all(crowd.map(async (learner, n) => codeOf(await book(learner, n % 50))))
  expect(Object.groupBy(codes, String)['200']?.length).toBe(7)
  expect(new Set(codes)).toEqual(new Set([200, 'capacity_full']))
  expect(await held(world)).toBe(7)
})

test('of 30 requests at once for a group of 3, exactly 3 get an appointment, in types of more capacity', async () => {
  const { world, crowd } = await limited(9, 30)
  const made = await world.admin('POST', world.path('/proctorGroups'), {
    body: { name: 'Desk', capacity: 3 },
  })
  const more = { proctorGroupSid: made.text('sid') }
  const codes = await Promise.all(crowd.map(async learner => codeOf(await book(learner, 0, more))))
  expect(codes.filter(code => code === 200)).toHaveLength(3)
  expect(await held(world)).toBe(3)
})

test('a capacity that is set while appointments are made is respected by those after it', async () => {
  const { world, type, crowd } = await limited(5, 20)
  await world.admin('PUT', type, { body: { capacity: null } })
  const booked = crowd.map(async learner => codeOf(await book(learner, 0)))
  const set = await world.admin('PUT', type, { body: { capacity: 5 } })
  expect(set.status).toBe(200)
  const codes = await Promise.all(booked)
  expect(codes.every(code => code === 200 || code === 'capacity_full' || code === 'edited_meanwhile')).toBe(
    true,
  )
  const present = (await held(world)) ?? 0
  expect(codeOf(await book(world, 0))).toBe(present < 5 ? 200 : 'capacity_full')
})
