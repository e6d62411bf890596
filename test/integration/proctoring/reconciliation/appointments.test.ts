// Changes of configurations reconcile the appointments: they are adjusted, or unscheduled if they no longer fit.
import { describe, expect, test } from 'vitest'
import { examSession } from '../../../../db/schema/session.ts'
import {
  configurationsOf,
  historyOf,
  impact,
  makeAppointment,
  primaryOf,
  replacePrimary,
  unscheduled,
} from '../../../support/appointments.ts'
import { change, inHours, make, makeCourse } from '../../../support/catalog.ts'
import { another, type Members, ofSession, run, setRow, slotsOf } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sidOf } from '../../../support/tokens.ts'

const minute = 60_000
const lengthOf = ({ body }: { body: Members }) =>
  (Date.parse(String(body['appointmentEndDate'])) - Date.parse(String(body['appointmentDate']))) / minute

describe('a replacement of the configuration', () => {
  test('adjusts the duration and the end of an appointment, and names the caller in its history', async () => {
    const world = await makeAppointment()
    const credential = await world.credential([{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }])
    const path = configurationsOf(world, `/${await primaryOf(world)}`)
    const answer = await credential.call('PUT', path, { body: { duration: 90 } })
    expect(answer.body).toMatchObject({ updatedAutomatedSessions: 1 })
    const after = await world.read()
    expect(after.body).toMatchObject({ status: 'Scheduled', duration: 90 })
    expect(lengthOf(after)).toBe(90)
    expect((await historyOf(world)).at(-1)).toMatchObject({
      ...{
        from: 'Scheduled',
        to: 'Scheduled',
        trigger: 'adjust',
        changes: ['appointmentEndDate', 'duration'],
      },
      actor: { kind: 'credential', sid: credential.sid },
    })
  })

  test('ends an appointment at the close of the exam, and unschedules one with less than 5 minutes left', async () => {
    const world = await makeAppointment()
    const other = await another(world)
    await run(other, 'schedule', 60)
    const start = Date.parse(String((await world.read()).body['appointmentDate']))
    const closing = (minutes: number) => ({ duration: 60, examCloseDate: new Date(start + minutes * minute) })
    await replacePrimary(world, closing(5))
    expect(lengthOf(await world.read())).toBe(5)
    expect(lengthOf(await other.read())).toBe(60)
    await replacePrimary(world, closing(4))
    expect((await world.read()).body).toMatchObject({ ...unscheduled, dateScheduled: null, duration: 60 })
    expect((await historyOf(world)).at(-1)).toMatchObject({
      ...{ from: 'Scheduled', to: 'Needs Proctor', trigger: 'unschedule', reason: 'configuration-changed' },
      actor: { kind: 'credential' },
    })
  })

  test('unschedules an appointment before the opening of the exam, which can be scheduled again', async () => {
    const world = await makeAppointment({ exam: { requireApproval: true } })
    const record = await replacePrimary(world, { duration: 60, examOpenDate: soon(180) })
    expect(record.body).toMatchObject({ updatedAutomatedSessions: 1 })
    expect((await world.read()).body).toMatchObject(unscheduled)
    await run(world, 'schedule', 200)
    expect((await world.read()).body).toMatchObject({ status: 'Pending Approval', statusReason: null })
  })

  test('keeps appointments when the scheduling window closes, attempts are used up or the approval is lost', async () => {
    const world = await makeAppointment()
    const record = await replacePrimary(world, { duration: 60, scheduleCloseDate: soon(-1), attempts: 1 })
    expect(record.body).toMatchObject({ updatedAutomatedSessions: 0 })
    expect((await world.read()).body).toMatchObject({ status: 'Scheduled', statusReason: null })
  })

  test('changes no session that runs, has ended or whose appointment is over', async () => {
    const world = await makeAppointment()
    const others = [await another(world), await another(world)]
    const states = [
      { status: 'Scheduled', inProgressDate: new Date() },
      { status: 'Processing', inProgressDate: new Date(0), endedDate: new Date() },
    ] as const
    const appointmentDate = new Date()
    for (const [at, one] of others.entries())
      await setRow(world, one.sessionSid, {
        ...states[at],
        appointmentDate,
        appointmentEndDate: new Date(Date.now() + minute),
      })
    const over = { appointmentDate: new Date(0), appointmentEndDate: new Date(minute) }
    await setRow(world, world.sessionSid, over)
    const read = () => world.stack.db.select().from(examSession).orderBy(examSession.sid)
    const before = await read()
    await replacePrimary(world, { duration: 20, examOpenDate: soon(500) })
    expect(await read()).toEqual(before)
  })
})

describe('slots', () => {
  const times = { startTime: soon(-60), endTime: soon(600) }
  const withSlots = (slots: Members[]) =>
    makeSession({ configuration: { duration: 60, instructorAsProctor: slots } })
  const slotOf = async (world: SessionWorld) => (await world.read()).body['instructorProctorSid']

  test('that still hold an appointment keep it, and others move it to the first with a seat', async () => {
    const world = await withSlots([{ ...times, location: 'A' }])
    await run(world, 'schedule', 120)
    const [own] = await slotsOf(world)
    const sid = own?.instructorProctorSid
    const other = { ...times, location: 'B' }
    await replacePrimary(world, { duration: 60, instructorAsProctor: [other, { ...times, sid }] })
    expect(await slotOf(world)).toBe(sid)
    const short = { ...times, sid, endTime: soon(150) }
    await replacePrimary(world, {
      duration: 60,
      instructorAsProctor: [short, { ...other, capacity: 0 }, other],
    })
    const slots = await slotsOf(world)
    expect(await slotOf(world)).toBe(slots[2]?.instructorProctorSid)
    await replacePrimary(world, { duration: 60, instructorAsProctor: [{ ...times, location: 'C' }] })
    expect(await slotOf(world)).toBe((await slotsOf(world))[0]?.instructorProctorSid)
    await replacePrimary(world, { duration: 60 })
    expect((await world.read()).body).toMatchObject({ status: 'Scheduled', instructorProctorSid: null })
  })

  test('that get fewer seats keep those that were scheduled first, and the others are unscheduled', async () => {
    const world = await withSlots([{ ...times, capacity: 3 }])
    const all = [world, await another(world), await another(world)]
    const [slot] = await slotsOf(world)
    for (const one of all.toReversed()) await run(one, 'schedule', 120)
    const record = await replacePrimary(world, {
      duration: 60,
      instructorAsProctor: [{ ...times, sid: slot?.instructorProctorSid, capacity: 1 }],
    })
    expect(record.body).toMatchObject({ updatedAutomatedSessions: 2 })
    const statuses = await Promise.all(all.map(async one => (await one.read()).text('status')))
    expect(statuses).toEqual(['Needs Proctor', 'Needs Proctor', 'Scheduled'])
    expect((await slotsOf(world))[0]).toMatchObject({ remaining: 0 })
  })
})

test('of two appointments of a learner that would overlap, the later one is unscheduled, in whatever course', async () => {
  const world = await makeAppointment()
  const course = await makeCourse(world)
  const examSid = await course.exam({ configuration: { duration: 30 } })
  const enrolled = await course.enroll({ userSid: world.userSid })
  const path = world.path(`/enrollments/${enrolled}/exams/${examSid}/sessions`)
  const [session] = (await world.admin('GET', path)).list('results')
  const later = ofSession({ ...world, examSid: sidOf('EX', examSid) }, String(session?.['sid']))
  await run(later, 'schedule', 185)
  await replacePrimary(world, { duration: 65 })
  expect((await later.read()).body).toMatchObject({ status: 'Scheduled' })
  const affected = await impact(world, configurationsOf(world, `/${await primaryOf(world)}`), {
    duration: 66,
  })
  expect(affected.map(({ change: kind }) => kind)).toEqual(['adjusted', 'unscheduled'])
  await replacePrimary(world, { duration: 66 })
  expect((await later.read()).body).toMatchObject(unscheduled)
  expect((await world.read()).body).toMatchObject({ status: 'Scheduled', duration: 66 })
})

describe('other changes that reconcile appointments', () => {
  test('an accommodation, its batch and its deletion', async () => {
    const world = await makeAppointment()
    const made = await make(world, `/courses/${world.courseSid}/exams/${world.examSid}/configurations`, {
      ...{ enrollmentSid: world.enrollmentSid, duration: 80 },
    })
    expect(made.body).toMatchObject({ updatedAutomatedSessions: 1 })
    expect(lengthOf(await world.read())).toBe(80)
    const items = [{ enrollmentSid: world.enrollmentSid, extraMinutes: 45 }]
    const applied = await world.admin('POST', world.path('/accommodations/batch'), { body: { items } })
    expect(applied.status, applied.raw).toBe(200)
    expect(lengthOf(await world.read())).toBe(105)
    const sid = made.text('sid')
    const read = await world.admin('GET', configurationsOf(world, `/${sid}`))
    expect(read.body).toMatchObject({ updatedAutomatedSessions: 1 })
    await change(world, 'DELETE', `/courses/${world.courseSid}/exams/${world.examSid}/configurations/${sid}`)
    expect(lengthOf(await world.read())).toBe(60)
  })

  test('assignments, sections of the learner, and the time zone of the install', async () => {
    const world = await makeAppointment()
    const { courseSid, enrollmentSid, examSid } = world
    const section = (await make(world, `/courses/${courseSid}/sections`, { title: 'A' })).text('sid')
    const day = (hours: number) => inHours(hours).slice(0, 10)
    const schedule = async () => {
      const appointmentDate = `${day(72)}T12:00:00.000Z`
      expect((await world.admin('POST', world.at(), { body: { appointmentDate } })).status).toBe(200)
    }
    const added = [{ examOpenDate: day(72), targets: { sectionSids: [section] } }]
    await change(world, 'PUT', `/exams/${examSid}/assignments`, { added })
    expect((await world.read()).body).toMatchObject({ status: 'Scheduled' })
    const enrollment = `/courses/${courseSid}/enrollments/${enrollmentSid}`
    await change(world, 'PUT', enrollment, { sectionSids: [section] })
    expect((await world.read()).body).toMatchObject(unscheduled)
    await schedule()
    await change(world, 'PUT', '/settings', { defaultTimezone: 'America/Los_Angeles' })
    expect((await world.read()).body).toMatchObject({ status: 'Scheduled' })
    const assigned = (await world.admin('GET', world.path(`/exams/${examSid}/assignments`))).list('results')
    const updated = [{ sid: assigned[0]?.['sid'], examOpenDate: day(96) }]
    const affected = await impact(world, world.path(`/exams/${examSid}/assignments`), { updated })
    expect(affected).toMatchObject([{ sessionSid: world.sessionSid, change: 'unscheduled' }])
    await change(world, 'PUT', `/exams/${examSid}/assignments`, { updated })
    expect((await world.read()).body).toMatchObject(unscheduled)
  })

  test('an open date that the time zone of the install moves', async () => {
    const world = await makeSession()
    const date = inHours(72).slice(0, 10)
    const added = [{ examOpenDate: date, targets: { enrollmentSids: [world.enrollmentSid] } }]
    await change(world, 'PUT', `/exams/${world.examSid}/assignments`, { added })
    const body = { appointmentDate: `${date}T01:00:00.000Z` }
    expect((await world.admin('POST', world.at(), { body })).status).toBe(200)
    await change(world, 'PUT', '/settings', { defaultTimezone: 'America/Los_Angeles' })
    expect((await world.read()).body).toMatchObject(unscheduled)
  })
})
