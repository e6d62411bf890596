// When a session can be scheduled and started, and how long its appointment lasts.
import { describe, expect, test } from 'vitest'
import { make } from '../../../support/catalog.ts'
import { rotating } from '../../../support/rounds.ts'
import { refused, run } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'

const minute = 60_000
const within = (configuration: object) => makeSession({ configuration: { duration: 60, ...configuration } })

const scheduleAt = (world: SessionWorld, appointmentDate: string, method = 'POST') =>
  world.admin(method, world.at(), { body: { appointmentDate } })
const primaryOf = async (world: SessionWorld) => {
  const exam = `/courses/${world.courseSid}/exams/${world.examSid}`
  return `${exam}/configurations/${(await world.admin('GET', world.path(exam))).text('examConfigurationSid')}`
}
/** Replaces the primary configuration. */
async function configure(world: SessionWorld, body: object) {
  const answer = await world.admin('PUT', world.path(await primaryOf(world)), {
    body: { duration: 60, ...body },
  })
  expect(answer.status, answer.raw).toBe(200)
}
const accommodate = (world: SessionWorld, members: object) =>
  make(world, `/courses/${world.courseSid}/exams/${world.examSid}/configurations`, {
    enrollmentSid: world.enrollmentSid,
    ...members,
  })

const shut = {
  'has not started': { scheduleOpenDate: soon(10) },
  'is over': { scheduleCloseDate: soon(-10) },
  'is in the future': { scheduleOpenDate: soon(60), scheduleCloseDate: soon(120) },
  'is in the past': { scheduleOpenDate: soon(-120), scheduleCloseDate: soon(-60) },
}
const open = {
  'is open': { scheduleOpenDate: soon(-60), scheduleCloseDate: soon(60) },
  'has just started': { scheduleOpenDate: soon(-1) },
  'only ends later': { scheduleCloseDate: soon(10) },
}

describe('the scheduling window', () => {
  test.each(Object.entries(shut))(
    'that %s refuses to schedule, even for a time within it',
    async (name, window) => {
      const world = await within(window)
      for (const minutes of rotating([5, 90, 1000], Object.keys(shut).indexOf(name), 1))
        await refused(world, 'outside_window', () => scheduleAt(world, soon(minutes)))
    },
  )

  test.each(Object.entries(shut))('that %s refuses to reschedule', async (_, window) => {
    const world = await within({})
    await run(world, 'schedule', 60)
    await configure(world, window)
    await refused(world, 'outside_window', () => scheduleAt(world, soon(90), 'PUT'))
  })

  test.each(Object.entries(open))(
    'that %s limits the time of the request, not that of the appointment',
    async (_, window) => {
      const world = await within(window)
      expect((await scheduleAt(world, soon(1000))).status).toBe(200)
      expect((await scheduleAt(world, soon(2000), 'PUT')).status).toBe(200)
    },
  )

  test('is the accommodation’s for a learner who has one', async () => {
    const world = await within({ scheduleCloseDate: soon(-10) })
    await accommodate(world, { scheduleCloseDate: soon(10) })
    expect((await scheduleAt(world, soon(60))).status).toBe(200)
    const other = await within({ scheduleCloseDate: soon(10) })
    await accommodate(other, { scheduleCloseDate: soon(-10) })
    await refused(other, 'outside_window', () => scheduleAt(other, soon(60)))
  })

  test('does not restrict cancelling or starting', async () => {
    const world = await within({})
    await run(world, 'schedule', 5)
    await configure(world, shut['is over'])
    await run(world, 'start')
    const other = await within({})
    await run(other, 'schedule', 60)
    await configure(other, shut['is over'])
    await run(other, 'cancel')
  })
})

describe('the exam window', () => {
  test('accepts appointments from its first instant on, and none before', async () => {
    const examOpenDate = soon(60)
    const world = await within({ examOpenDate, examCloseDate: soon(600) })
    const before = new Date(Date.parse(examOpenDate) - 1).toISOString()
    for (const date of [before, soon(1)])
      await refused(world, 'outside_window', () => scheduleAt(world, date))
    expect((await scheduleAt(world, examOpenDate)).status).toBe(200)
  })

  test('accepts appointments until 5 minutes before its close, later ones are 409 window_too_short, and none from its close on', async () => {
    const examCloseDate = soon(600)
    const world = await within({ examOpenDate: soon(-60), examCloseDate })
    const shift = (by: number) => new Date(Date.parse(examCloseDate) + by).toISOString()
    for (const date of [examCloseDate, shift(minute), soon(100_000)])
      await refused(world, 'outside_window', () => scheduleAt(world, date))
    for (const ms of [-1, 1 - 5 * minute])
      await refused(world, 'window_too_short', () => scheduleAt(world, shift(ms)))
    const scheduled = await scheduleAt(world, shift(-5 * minute))
    expect(scheduled.body, scheduled.raw).toMatchObject({ appointmentEndDate: examCloseDate })
    await refused(world, 'window_too_short', () => scheduleAt(world, shift(-1), 'PUT'))
    await refused(world, 'outside_window', () => scheduleAt(world, examCloseDate, 'PUT'))
  })

  test('is the accommodation’s for a learner who has one', async () => {
    const world = await within({ examCloseDate: soon(60) })
    await refused(world, 'outside_window', () => scheduleAt(world, soon(90)))
    await accommodate(world, { examCloseDate: soon(120) })
    expect((await scheduleAt(world, soon(90))).status).toBe(200)
  })

  test('is an assignment’s for an assigned learner', async () => {
    const world = await within({})
    const day = (days: number) => soon(days * 24 * 60).slice(0, 10)
    const body = {
      added: [
        {
          examOpenDate: day(3),
          examCloseDate: day(5),
          targets: { enrollmentSids: [world.enrollmentSid] },
        },
      ],
    }
    const put = await world.admin('PUT', world.path(`/exams/${world.examSid}/assignments`), { body })
    expect(put.status, put.raw).toBe(200)
    for (const days of [1, 7])
      await refused(world, 'outside_window', () => scheduleAt(world, soon(days * 1440)))
    // The close is the first instant after the last day.
    expect((await scheduleAt(world, `${day(5)}T23:30:00.000Z`)).text('appointmentEndDate')).toBe(
      `${day(6)}T00:00:00.000Z`,
    )
  })
})

describe('the past', () => {
  test.each([-6, -60, -10_000])('an appointment %d minutes from now is refused', async minutes => {
    const world = await within({})
    await refused(world, 'outside_window', () => scheduleAt(world, soon(minutes)))
    await run(world, 'schedule', 60)
    await refused(world, 'outside_window', () => scheduleAt(world, soon(minutes), 'PUT'))
  })

  test.each([-4, 0])('an appointment %d minutes from now is accepted', async minutes => {
    const world = await within({})
    expect((await scheduleAt(world, soon(minutes))).status).toBe(200)
    expect((await scheduleAt(world, soon(minutes), 'PUT')).status).toBe(200)
  })
})

describe('the end of an appointment', () => {
  /** `closes`: the close of the exam, in minutes after the start of the appointment. */
  type Settings = { duration?: number; attempts?: number; closes?: number }
  const ends: [string, Settings, Settings | undefined, number][] = [
    ['the duration after its start', { duration: 75 }, undefined, 75],
    ['the close of the exam if that is earlier', { duration: 75, closes: 70 }, undefined, 70],
    ['the duration after its start, up to the close', { duration: 70, closes: 70 }, undefined, 70],
    ['after an accommodation’s duration', { duration: 60 }, { duration: 120 }, 120],
    ['after an accommodation’s shorter duration', { duration: 60 }, { duration: 20 }, 20],
    ['clamped for an accommodation too', { duration: 60, closes: 70 }, { duration: 120 }, 70],
    [
      'clamped by the close of the accommodation',
      { duration: 60, closes: 70 },
      { duration: 120, closes: 100 },
      100,
    ],
    ['after the primary duration if the accommodation has none', { duration: 60 }, { attempts: 3 }, 60],
  ]
  test.each(ends)('is %s', async (_, primary, accommodation, minutes) => {
    const at = soon(60)
    const withClose = ({ closes, ...settings }: Settings) => ({
      ...settings,
      ...(closes && { examCloseDate: new Date(Date.parse(at) + closes * minute).toISOString() }),
    })
    const world = await makeSession({ configuration: withClose(primary) })
    if (accommodation) await accommodate(world, withClose(accommodation))
    for (const method of ['POST', 'PUT']) {
      const answer = await scheduleAt(world, at, method)
      const length = Date.parse(answer.text('appointmentEndDate')) - Date.parse(at)
      expect(length / minute).toBe(minutes)
    }
  })

  test('of a rescheduled appointment follows the current duration', async () => {
    const world = await within({})
    await run(world, 'schedule', 60)
    await configure(world, { duration: 30 })
    const at = soon(90)
    const moved = await scheduleAt(world, at, 'PUT')
    expect(Date.parse(moved.text('appointmentEndDate')) - Date.parse(at)).toBe(30 * minute)
  })
})
