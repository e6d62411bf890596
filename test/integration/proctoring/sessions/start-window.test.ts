// When a session can be started.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { examConfiguration } from '../../../../db/schema/exam.ts'
import { ask, refused, rowOf, run, setRow } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'

const minute = 60_000
const within = (configuration: object) => makeSession({ configuration: { duration: 60, ...configuration } })

describe('starting', () => {
  test.each([15.5, 60, 10_000])('%d minutes before the appointment is refused', async minutes => {
    const world = await within({})
    await run(world, 'schedule', minutes)
    await refused(world, 'outside_window', () => ask(world, 'start'))
    expect((await rowOf(world, world.sessionSid)).inProgressDate).toBeNull()
  })

  test.each([14.9, 1, 0, -4])('%d minutes before the appointment is granted', async minutes => {
    const world = await within({})
    await run(world, 'schedule', minutes)
    expect((await run(world, 'start')).body).toMatchObject({ sessionInfo: { running: true } })
  })

  const moveTo = (world: SessionWorld, minutesAgo: number) =>
    setRow(world, world.sessionSid, {
      appointmentDate: new Date(Date.now() - (minutesAgo + 60) * minute),
      appointmentEndDate: new Date(Date.now() - minutesAgo * minute),
    })

  test.each([
    { settings: {}, grace: 15 },
    { settings: { noShowGraceMinutes: 0 }, grace: 0 },
    { settings: { noShowGraceMinutes: 1440 }, grace: 1440 },
  ])(
    'is possible until the appointment is over by the grace of the install: %o',
    async ({ settings, grace }) => {
      const world = await within({})
      const changed = await world.admin('PUT', world.path('/settings'), { body: settings })
      expect(changed.status, changed.raw).toBe(200)
      await run(world, 'schedule', 5)
      await moveTo(world, grace + 0.1)
      await refused(world, 'outside_window', () => ask(world, 'start'))
      await refused(world, 'outside_window', () => world.admin('GET', world.at('/onboard')))
      await moveTo(world, grace - 0.5)
      expect((await world.admin('GET', world.at('/onboard'))).status).toBe(200)
      await run(world, 'start')
    },
  )

  test('is possible until the exam closes for the learner', async () => {
    const world = await within({})
    await run(world, 'schedule', 5)
    // Not by the API, which would unschedule the appointment.
    const close = (minutes: number) =>
      world.stack.db
        .update(examConfiguration)
        .set({ examOpenDate: new Date(soon(-600)), examCloseDate: new Date(soon(minutes)) })
        .where(eq(examConfiguration.examSid, world.examSid))
    await close(-1)
    await refused(world, 'outside_window', () => ask(world, 'start'))
    await refused(world, 'outside_window', () => world.admin('GET', world.at('/onboard')))
    await close(1)
    await run(world, 'start')
  })

  test('again is possible whenever the session runs', async () => {
    const world = await within({})
    for (const transition of ['schedule', 'start'] as const) await run(world, transition)
    await moveTo(world, 3000)
    expect((await run(world, 'start')).body).toMatchObject({ running: true })
    expect((await world.admin('GET', world.at('/onboard'))).status).toBe(200)
  })

  test('a rescheduled session can be started at its new appointment only', async () => {
    const world = await within({})
    await run(world, 'schedule', 5)
    await run(world, 'reschedule', 60)
    await refused(world, 'outside_window', () => ask(world, 'start'))
    await run(world, 'reschedule', 5)
    await run(world, 'start')
  })
})
