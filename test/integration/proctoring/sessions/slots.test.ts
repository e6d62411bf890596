// Slots of instructors who proctor: their times and seats, and what releases a seat.
import { describe, expect, test } from 'vitest'
import { make } from '../../../support/catalog.ts'
import { problemOf } from '../../../support/problem.ts'
import {
  another,
  ask,
  type Members,
  refused,
  run,
  type SessionTransition,
  type Slot,
  slotsOf,
} from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'

const minute = 60_000
const times = { startTime: soon(-60), endTime: soon(600) }
const withSlots = (slots: object[], exam = {}) =>
  makeSession({ exam, configuration: { duration: 60, instructorAsProctor: slots } })
const seat = (slot: Slot | undefined) => ({ instructorProctorSid: slot?.instructorProctorSid })
const remainingIn = async (world: SessionWorld) => (await slotsOf(world)).map(({ remaining }) => remaining)

describe('availability', () => {
  test('lists the slots in order with location, times, capacity and free seats', async () => {
    const slots = [
      { location: 'B', capacity: 2, ...times },
      { location: null, capacity: null, startTime: null, endTime: null },
      { location: 'A', capacity: 0, ...times },
    ]
    const world = await withSlots(slots)
    const { startTime: startDateTime, endTime: endDateTime } = times
    const sid = { instructorProctorSid: expect.stringMatching(/^IP[a-f0-9]{32}$/) }
    expect(await slotsOf(world)).toEqual([
      { ...sid, location: 'B', capacity: 2, remaining: 2, startDateTime, endDateTime },
      { ...sid, location: null, capacity: null, remaining: null, startDateTime: null, endDateTime: null },
      { ...sid, location: 'A', capacity: 0, remaining: 0, startDateTime, endDateTime },
    ])
  })

  test('lists the slots of the learner’s accommodation if it has any', async () => {
    const world = await withSlots([{ location: 'All', capacity: 9, ...times }])
    const other = await another(world)
    await make(world, `/courses/${world.courseSid}/exams/${world.examSid}/configurations`, {
      enrollmentSid: world.enrollmentSid,
      instructorAsProctor: [{ location: 'Quiet', capacity: 1, ...times }],
    })
    expect(await slotsOf(world)).toMatchObject([{ location: 'Quiet', remaining: 1 }])
    expect(await slotsOf(other)).toMatchObject([{ location: 'All', remaining: 9 }])
    const [quiet] = await slotsOf(world)
    const [all] = await slotsOf(other)
    for (const [one, slot] of [
      [world, all],
      [other, quiet],
    ] as const) {
      const answer = await ask(one, 'schedule', 30, seat(slot))
      expect(problemOf(answer, 400).map(({ path }) => path)).toEqual(['instructorProctorSid'])
    }
    await run(world, 'schedule', 30, seat(quiet))
    await run(other, 'schedule', 30, seat(all))
  })
})

describe('the times of a slot', () => {
  test('must hold the whole appointment, from its start to its end: otherwise 409 slot_unavailable', async () => {
    const [startTime, endTime] = [soon(60), soon(180)]
    const world = await withSlots([{ capacity: 5, startTime, endTime }])
    const [slot] = await slotsOf(world)
    const at = (from: string, by: number) => new Date(Date.parse(from) + by).toISOString()
    const send = (appointmentDate: string, method = 'POST', named = seat(slot)) =>
      world.admin(method, world.at(), { body: { appointmentDate, ...named } })
    const hour = 60 * minute
    for (const date of [at(startTime, -1), at(endTime, 1 - hour), endTime, at(endTime, 1000 * minute)])
      for (const named of [seat(slot), seat(undefined)])
        await refused(world, 'slot_unavailable', () => send(date, 'POST', named))
    expect(await remainingIn(world)).toEqual([5])
    expect((await send(startTime)).status).toBe(200)
    for (const date of [at(startTime, -1), at(endTime, 1 - hour)])
      await refused(world, 'slot_unavailable', () => send(date, 'PUT'))
    expect(await remainingIn(world)).toEqual([4])
    expect((await send(at(endTime, -hour), 'PUT')).status).toBe(200)
    expect(await remainingIn(world)).toEqual([4])
  })

  test('of the others are the alternatives of a slot that does not hold the appointment', async () => {
    const world = await withSlots([
      { capacity: 5, startTime: soon(60), endTime: soon(70) },
      { capacity: 2, ...times },
      { capacity: 0, ...times },
    ])
    const [short, long] = await slotsOf(world)
    const answer = await refused(world, 'slot_unavailable', () => ask(world, 'schedule', 61, seat(short)))
    expect(answer.list('alternatives')).toEqual([long])
  })

  test('with an end hold no appointment without an end', async () => {
    const world = await makeSession({ configuration: { instructorAsProctor: [{ capacity: 5, ...times }] } })
    await refused(world, 'slot_unavailable', () => ask(world, 'schedule', 30))
  })

  test('that are absent do not limit it', async () => {
    const world = await withSlots([{ capacity: 5, startTime: null, endTime: null }])
    const [slot] = await slotsOf(world)
    await run(world, 'schedule', 10_000, seat(slot))
  })
})

describe('seats', () => {
  test('without a capacity are unlimited, and with capacity 0 there are none', async () => {
    const world = await withSlots([
      { capacity: null, ...times },
      { capacity: 0, ...times },
    ])
    const [free, none] = await slotsOf(world)
    const full = await refused(world, 'slot_full', () => ask(world, 'schedule', 30, seat(none)))
    expect(full.list('alternatives')).toMatchObject([{ ...seat(free), remaining: null }])
    for (const one of [world, await another(world), await another(world)])
      await run(one, 'schedule', 30, seat(free))
    expect(await remainingIn(world)).toEqual([null, 0])
  })

  test('in a full slot are refused, and the alternatives are the slots with free seats', async () => {
    const world = await withSlots([2, 1, 0, 3, 1].map(capacity => ({ capacity, ...times })))
    const slots = await slotsOf(world)
    const [ada, bo] = [await another(world), await another(world)]
    await run(ada, 'schedule', 30, seat(slots[1]))
    await run(bo, 'schedule', 30, seat(slots[0]))
    const full = await refused(world, 'slot_full', () => ask(world, 'schedule', 30, seat(slots[1])))
    const shown = await slotsOf(world)
    expect(shown.map(({ remaining }) => remaining)).toEqual([1, 0, 0, 3, 1])
    expect(full.body['alternatives']).toEqual(shown.filter(({ remaining }) => remaining !== 0))
  })

  test('in a full exam have no alternatives', async () => {
    const world = await withSlots([{ capacity: 0, ...times }])
    const [slot] = await slotsOf(world)
    const full = await refused(world, 'slot_full', () => ask(world, 'schedule', 30, seat(slot)))
    expect(full.body['alternatives']).toEqual([])
  })

  test('are refused in at most two round trips', async () => {
    const world = await withSlots([
      { capacity: 0, ...times },
      { capacity: 1, ...times },
    ])
    const [none, some] = await slotsOf(world)
    const refusal = await ask(world, 'schedule', 30, seat(none))
    await run(world, 'schedule', 30, seat(some))
    const moving = await ask(world, 'reschedule', 40, seat(none))
    for (const { status, roundTrips } of [refusal, moving]) expect([status, roundTrips]).toEqual([409, 2])
  })

  test('are taken in the first slot that holds the appointment and has one, if the request names none', async () => {
    const world = await withSlots([
      { capacity: 9, startTime: soon(-60), endTime: soon(20) },
      { capacity: 0, ...times },
      { capacity: 1, ...times },
      { capacity: null, ...times },
    ])
    const [, , third, fourth] = await slotsOf(world)
    const other = await another(world)
    expect((await run(world, 'schedule', 30)).body).toMatchObject(seat(third))
    expect((await run(other, 'schedule', 30)).body).toMatchObject(seat(fourth))
    expect((await run(world, 'reschedule', 40)).body).toMatchObject(seat(third))
    expect(await remainingIn(world)).toEqual([9, 0, 0, null])
  })

  test('that are all taken refuse an appointment without a named slot: 409 slot_full', async () => {
    const world = await withSlots([
      { capacity: 1, ...times },
      { capacity: 1, startTime: soon(-60), endTime: soon(20) },
    ])
    await run(await another(world), 'schedule', 30)
    const full = await refused(world, 'slot_full', () => ask(world, 'schedule', 30))
    expect(full.list('alternatives')).toMatchObject([{ capacity: 1, remaining: 1 }])
  })

  test('go to each of simultaneous appointments without a named slot, until all are taken', async () => {
    const world = await withSlots([1, 1, 2].map(capacity => ({ capacity, ...times })))
    const people = [
      world,
      await another(world),
      await another(world),
      await another(world),
      await another(world),
    ]
    const answers = await Promise.all(people.map(one => ask(one, 'schedule', 30)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'slot_full' })
    expect(await remainingIn(world)).toEqual([0, 0, 0])
  })

  test('are taken while an appointment waits for approval, and released when it is denied', async () => {
    const world = await withSlots([{ capacity: 1, ...times }], { requireApproval: true })
    const other = await another(world)
    const [slot] = await slotsOf(world)
    await run(world, 'schedule', 30, seat(slot))
    await refused(other, 'slot_full', () => ask(other, 'schedule', 30, seat(slot)))
    await run(world, 'deny')
    expect(await remainingIn(world)).toEqual([1])
    await run(other, 'schedule', 30, seat(slot))
    await refused(world, 'slot_full', () => ask(world, 'schedule', 30, seat(slot)))
    await run(other, 'approve')
    expect(await remainingIn(world)).toEqual([0])
  })

  const freeing: [string, SessionTransition, (slots: Slot[]) => Members, number[]][] = [
    ['cancelling frees it', 'cancel', () => ({}), [1, 1]],
    ['rescheduling to another slot frees it and takes the other', 'reschedule', ([, to]) => seat(to), [1, 0]],
    ['rescheduling without a named slot keeps it', 'reschedule', () => ({}), [0, 1]],
    ['rescheduling in the same full slot keeps it', 'reschedule', ([same]) => seat(same), [0, 1]],
    ['starting keeps it', 'start', () => ({}), [0, 1]],
  ]
  test.each(freeing)('%s', async (_, transition, more, remaining) => {
    const world = await withSlots([
      { capacity: 1, ...times },
      { capacity: 1, ...times },
    ])
    const slots = await slotsOf(world)
    await run(world, 'schedule', 10, seat(slots[0]))
    expect(await remainingIn(world)).toEqual([0, 1])
    await run(world, transition, 12, more(slots))
    expect(await remainingIn(world)).toEqual(remaining)
  })

  test('a reschedule into a full slot is refused and keeps the old seat', async () => {
    const world = await withSlots([
      { capacity: 1, ...times },
      { capacity: 1, ...times },
    ])
    const other = await another(world)
    const [first, second] = await slotsOf(world)
    await run(world, 'schedule', 30, seat(first))
    await run(other, 'schedule', 30, seat(second))
    const full = await refused(world, 'slot_full', () => ask(world, 'reschedule', 40, seat(second)))
    expect(full.body['alternatives']).toEqual([])
    expect(await remainingIn(world)).toEqual([0, 0])
  })
})
