// An exam with appointments becomes a draft only with force, and an impact lists what a change would do.
import { describe, expect, test } from 'vitest'
import {
  configurationsOf,
  impact,
  makeAppointment,
  primaryOf,
  replacePrimary,
  unscheduled,
} from '../../../support/appointments.ts'
import { change } from '../../../support/catalog.ts'
import { another, ask, type Members, run } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'

describe('a draft', () => {
  const draft = (world: SessionWorld, more = {}) =>
    world.admin('PUT', world.path(`/courses/${world.courseSid}/exams/${world.examSid}`), {
      body: { status: 'draft', ...more },
    })

  test('is refused while the exam has future appointments, and changes nothing', async () => {
    const world = await makeAppointment()
    const answer = await changingNoRow(world, () => draft(world))
    expect([answer.status, answer.body['code']]).toEqual([409, 'exam_has_appointments'])
    expect((await draft(world, { force: false })).status).toBe(409)
  })

  test('with force unschedules them; the sessions wait, and can be scheduled once the exam is active', async () => {
    const world = await makeAppointment()
    expect((await draft(world, { force: true })).body).toMatchObject({ status: 'draft' })
    expect((await world.read()).body).toMatchObject(unscheduled)
    const refused = await ask(world, 'schedule', 120)
    expect([refused.status, refused.body['code']], refused.raw).toEqual([409, 'not_assigned'])
    await change(world, 'PUT', `/courses/${world.courseSid}/enrollments/${world.enrollmentSid}`, {
      sectionSids: [],
    })
    expect((await world.read()).body).toMatchObject(unscheduled)
    await change(world, 'PUT', `/courses/${world.courseSid}/exams/${world.examSid}`, { status: 'active' })
    await run(world, 'schedule', 120)
  })

  test('needs no force without a future appointment, and force is no member of an exam', async () => {
    const world = await makeSession()
    const answer = await draft(world)
    expect(answer.status, answer.raw).toBe(200)
    expect(answer.body).not.toHaveProperty('force')
    expect((await world.read()).body).toMatchObject({ status: 'Needs Proctor', statusReason: null })
  })
})

describe('an impact', () => {
  test('lists what the replacement would change, with the same result, and writes nothing', async () => {
    const world = await makeAppointment()
    const early = await another(world)
    await run(early, 'schedule', 60)
    const waiting = await another(world)
    const path = configurationsOf(world, `/${await primaryOf(world)}`)
    const body = { duration: 90, examOpenDate: soon(90) }
    const affected = await changingNoRow(world, () => impact(world, path, body))
    const before = (await world.read()).body
    const appointmentOf = (record: Members) =>
      Object.fromEntries(Object.keys(Object(affected[0]?.['from'])).map(name => [name, record[name]]))
    expect(affected).toMatchObject([
      {
        sessionSid: early.sessionSid,
        userSid: early.userSid,
        change: 'unscheduled',
        to: { status: 'Needs Proctor' },
      },
      { sessionSid: world.sessionSid, userSid: world.userSid, change: 'adjusted' },
    ])
    expect(affected[1]?.['from']).toEqual(appointmentOf(before))
    expect((await replacePrimary(world, body)).body).toMatchObject({ updatedAutomatedSessions: 2 })
    expect(affected[1]?.['to']).toEqual(appointmentOf((await world.read()).body))
    expect(affected[0]?.['to']).toEqual(appointmentOf((await early.read()).body))
    expect((await waiting.read()).body).toMatchObject({ status: 'Needs Proctor', statusReason: null })
    expect(await impact(world, path, body)).toEqual([])
  })

  test('of assignments lists an appointment that their removal closes as unscheduled', async () => {
    const world = await makeAppointment()
    await change(world, 'PUT', `/exams/${world.examSid}/assignments`, {
      added: [{ targets: { enrollmentSids: [world.enrollmentSid] } }],
    })
    await change(world, 'PUT', `/courses/${world.courseSid}/exams/${world.examSid}`, { limitedScope: true })
    const path = world.path(`/exams/${world.examSid}/assignments`)
    const [assigned] = (await world.admin('GET', path)).list('results')
    const body = { removed: [assigned?.['sid']] }
    const affected = await changingNoRow(world, () => impact(world, path, body))
    expect(affected).toMatchObject([
      { change: 'unscheduled', from: { status: 'Scheduled' }, to: { status: 'Closed' } },
    ])
  })
})
