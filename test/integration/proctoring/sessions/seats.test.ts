// No seat is given twice and none is lost under simultaneous requests, on a real Postgres, where requests run in parallel.
import { beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../../tools/stack/stack.ts'
import type { Answer } from '../../../support/client.ts'
import { rounds } from '../../../support/rounds.ts'
import { activeIn, addLearners, holdersIn, randomFrom } from '../../../support/session-crowd.ts'
import { ask, ofSession, rowOf, run, type Slot, slotsOf, stepsOf } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await sharedStack('postgres')
}, 180_000)

/** An exam with slots of these capacities; the world's own learner takes no seat. */
const withSlots = (...capacities: number[]) =>
  makeSession(
    {
      configuration: {
        duration: 60,
        instructorAsProctor: capacities.map(capacity => ({
          ...{ capacity, startTime: soon(-60), endTime: soon(10_000) },
        })),
      },
    },
    stack,
  )
const seat = (slot: Slot | undefined) => ({ instructorProctorSid: slot?.instructorProctorSid })
const remainingIn = async (world: SessionWorld) => (await slotsOf(world)).map(({ remaining }) => remaining)
const codesOf = (answers: Answer[]) => new Set(answers.map(answer => answer.text('code')))

/** Expects that availability and table agree, and that no slot is overfull. */
async function agree(world: SessionWorld) {
  const held = await holdersIn(world)
  for (const { instructorProctorSid, capacity, remaining } of await slotsOf(world)) {
    const taken = held.get(instructorProctorSid) ?? 0
    expect(taken).toBeLessThanOrEqual(capacity ?? Number.POSITIVE_INFINITY)
    expect([instructorProctorSid, remaining]).toEqual([instructorProctorSid, (capacity ?? 0) - taken])
  }
}

const crowd = rounds({ quick: 16, all: 200 })

test(`of ${crowd} simultaneous requests for a slot of 7 seats 7 are granted, and the refusals list slots with free seats`, async () => {
  const world = await withSlots(7, 500, 0)
  const learners = await addLearners(world, crowd)
  const [slot, other] = await slotsOf(world)
  const answers = await Promise.all(learners.map(learner => ask(learner, 'schedule', 60, seat(slot))))
  const granted = answers.filter(({ status }) => status === 200)
  const full = answers.filter(({ status }) => status !== 200)
  expect([granted.length, full.length]).toEqual([7, crowd - 7])
  expect(new Set(full.map(({ status }) => status))).toEqual(new Set([409]))
  expect(codesOf(full)).toEqual(new Set(['slot_full']))
  for (const answer of full) expect(answer.list('alternatives')).toEqual([other])
  expect(await remainingIn(world)).toEqual([0, 500, 0])
  await agree(world)
  const scheduled = (await activeIn(world)).filter(({ status }) => status === 'Scheduled')
  expect(scheduled.map(({ sid }) => sid).toSorted()).toEqual(
    granted.map(answer => answer.text('sid')).toSorted(),
  )
}, 120_000)

const queue = rounds({ quick: 20, all: 60 })

test(`of ${queue} simultaneous requests for three slots of 5 each slot gets 5, and each refusal lists the slots that were free`, async () => {
  const world = await withSlots(5, 5, 5)
  const learners = await addLearners(world, queue)
  const slots = await slotsOf(world)
  const answers = await Promise.all(
    learners.map((learner, at) => ask(learner, 'schedule', 60, seat(slots[at % 3]))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(15)
  expect(codesOf(answers.filter(({ status }) => status !== 200))).toEqual(new Set(['slot_full']))
  expect(await remainingIn(world)).toEqual([0, 0, 0])
  await agree(world)
}, 60_000)

test('of 20 simultaneous requests that schedule one session one is granted, and one seat is taken', async () => {
  const world = await withSlots(30, 30)
  const slots = await slotsOf(world)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => ask(world, 'schedule', 60 + at, seat(slots[at % 2]))),
  )
  const [winner, ...others] = answers.filter(({ status }) => status === 200)
  expect(others).toEqual([])
  for (const answer of answers) {
    if (answer === winner) continue
    expect(answer.body, answer.raw).toMatchObject({ status: 409, code: 'session_state_conflict' })
    expect(answer.body).toMatchObject({ currentStatus: 'Scheduled' })
  }
  const row = await rowOf(world, world.sessionSid)
  expect(row.appointmentDate?.toISOString()).toBe(winner?.text('appointmentDate'))
  expect(row.instructorProctorSid).toBe(winner?.text('instructorProctorSid'))
  expect((await stepsOf(world, world.sessionSid)).map(({ toStatus }) => toStatus)).toEqual([
    ...['Needs Proctor', 'Scheduled'],
  ])
  expect([...(await holdersIn(world)).values()]).toEqual([1])
  await agree(world)
})

test('a session that 20 requests move at once releases its seat once and takes one', async () => {
  const world = await withSlots(3, 1, 4)
  const slots = await slotsOf(world)
  const [other] = await addLearners(world, 1)
  if (!other) throw new Error('Nobody was enrolled.')
  await run(world, 'schedule', 60, seat(slots[0]))
  await run(other, 'schedule', 60, seat(slots[0]))
  expect(await remainingIn(world)).toEqual([1, 1, 4])
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => ask(world, 'reschedule', 61 + at, seat(slots[1 + (at % 2)]))),
  )
  for (const { status, raw } of answers) expect([200, 409], raw).toContain(status)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect((await remainingIn(world))[0]).toBe(2)
  expect([...(await holdersIn(world)).values()].reduce((sum, held) => sum + held, 0)).toBe(2)
  await agree(world)
})

test('ten sessions that move out of a full slot release ten seats, for which ten waiting ones are granted', async () => {
  const world = await withSlots(10, 10)
  const learners = await addLearners(world, 30)
  const [inside, waiting] = [learners.slice(0, 10), learners.slice(10, 30)]
  const slots = await slotsOf(world)
  for (const one of inside) await run(one, 'schedule', 60, seat(slots[0]))
  const moved = await Promise.all(inside.map(one => ask(one, 'reschedule', 90, seat(slots[1]))))
  expect(moved.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await remainingIn(world)).toEqual([10, 0])
  const asked = await Promise.all(waiting.map(one => ask(one, 'schedule', 60, seat(slots[0]))))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await remainingIn(world)).toEqual([0, 0])
  await agree(world)
})

test('two sessions that swap their seats in two full slots at once both keep one, repeatedly', async () => {
  const world = await withSlots(1, 1)
  const [ada, bo] = await addLearners(world, 2)
  const slots = await slotsOf(world)
  if (!(ada && bo)) throw new Error('Nobody was enrolled.')
  await run(ada, 'schedule', 60, seat(slots[0]))
  await run(bo, 'schedule', 60, seat(slots[1]))
  for (let round = 0; round < rounds({ quick: 2, all: 20 }); round += 1) {
    const answers = await Promise.all([
      ask(ada, 'reschedule', 70 + round, seat(slots[1])),
      ask(bo, 'reschedule', 70 + round, seat(slots[0])),
    ])
    expect(codesOf(answers)).toEqual(new Set(['slot_full']))
    expect(await remainingIn(world)).toEqual([0, 0])
  }
})

const mixes = rounds({ quick: 2, all: 15 })

test(`in ${mixes} rounds of parallel schedules, reschedules and cancellations the taken seats equal the sessions that hold them`, async () => {
  const world = await withSlots(4, 7, 1, 10)
  await addLearners(world, 30)
  const slots = await slotsOf(world)
  const capacities = new Map(slots.map(slot => [slot.instructorProctorSid, slot.capacity ?? 0]))
  const random = randomFrom(4711)
  const outcomes = new Map<string, number>()
  const within = async () => {
    for (const [slot, held] of await holdersIn(world))
      expect(held).toBeLessThanOrEqual(capacities.get(slot) ?? 0)
    for (const { remaining } of await slotsOf(world)) expect(remaining).toBeGreaterThanOrEqual(0)
  }
  for (let round = 0; round < mixes; round += 1) {
    const active = await activeIn(world)
    expect(active).toHaveLength(31)
    const requests = Array.from({ length: 50 }, async (_, at) => {
      const session = active[random(active.length)]
      if (!session) throw new Error('Nobody has a session.')
      const transition = (['schedule', 'reschedule', 'schedule', 'reschedule', 'cancel'] as const)[random(5)]
      const slot = slots[random(5)] // the fifth is undefined
      const more = slot === undefined || transition === 'cancel' ? {} : seat(slot)
      const answer = await ask(ofSession(world, session.sid), transition ?? 'cancel', 60 + at, more)
      const outcome = answer.status === 200 ? `${transition} granted` : answer.text('code')
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    })
    await Promise.all([...requests, within(), within(), within()])
    await agree(world)
  }
  const known = ['schedule granted', 'reschedule granted', 'cancel granted', 'slot_full']
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(known))
  expect([...known, 'session_state_conflict', 'session_changed']).toEqual(
    expect.arrayContaining([...outcomes.keys()]),
  )
}, 180_000)
