// Cancellation policies: their versions, which one holds for an appointment, and what it allows a learner.
import { describe, expect, test } from 'vitest'
import { badPaths } from '../../../support/problem.ts'
import { listed, ofSession, run } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { issueToken, sidOf } from '../../../support/tokens.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const path = (world: World, rest = '') => world.path(`/cancellationPolicies${rest}`)

async function makePolicy(world: World, body: object = {}) {
  const made = await world.admin('POST', path(world), {
    body: { name: 'A day', leadTimeMinutes: 1440, ...body },
  })
  expect(made.status, made.raw).toBe(201)
  return made.body as { sid: string; versionSid: string }
}

const update = (world: World, sid: string, body: object) =>
  world.admin('PUT', path(world, `/${sid}`), { body })

const setExam = (world: SessionWorld, body: object) =>
  world.admin('PUT', world.path(`/courses/${world.courseSid}/exams/${world.examSid}`), { body })

const embedOf = async (world: SessionWorld) =>
  (await issueToken(world, { elementType: 'exam-session', targetUserSid: world.userSid })).call

describe('a policy', () => {
  test('has a name, a lead time, a limit and a version; other rules are a new version, a name is not', async () => {
    const world = await makeWorld()
    const { sid, versionSid } = await makePolicy(world)
    const renamed = await update(world, sid, { name: 'One day' })
    expect(renamed.body, renamed.raw).toMatchObject({ name: 'One day', version: 1, versionSid })
    const changed = await update(world, sid, { maxReschedules: 2 })
    expect(changed.body).toMatchObject({ version: 2, leadTimeMinutes: 1440, maxReschedules: 2 })
    expect((await update(world, sid, { maxReschedules: 2 })).body).toMatchObject({ version: 2 })
    const versions = await world.admin('GET', path(world, `/${sid}/versions`))
    expect(versions, versions.raw).toMatchObject({ status: 200, roundTrips: 1 })
    expect(versions.list('results')).toMatchObject([
      { sid: versionSid, version: 1, maxReschedules: null },
      { version: 2, maxReschedules: 2 },
    ])
  })

  test('is deleted, or retired if an exam refers to it; a retired one is unknown to others', async () => {
    const world = await makeSession()
    const [used, unused] = [await makePolicy(world), await makePolicy(world)]
    await setExam(world, { cancellationPolicySid: used.sid })
    const remove = (sid: string) => world.admin('DELETE', path(world, `/${sid}`))
    expect((await remove(unused.sid)).json).toBe('Cancellation policy deleted')
    expect((await remove(used.sid)).json).toBe('Cancellation policy retired')
    expect((await world.admin('GET', path(world))).list('results')).toEqual([])
    expect((await world.admin('GET', path(world, '?retired=true'))).list('results')).toMatchObject([
      { sid: used.sid, retiredDate: expect.any(String) },
    ])
    const other = await world.admin('POST', world.path(`/courses/${world.courseSid}/exams`), {
      body: { title: 'Final' },
    })
    const settings = { cancellationPolicySid: used.sid }
    await changingNoRow(world, async () => {
      expect(badPaths(await world.admin('PUT', world.path('/settings'), { body: settings }))).toEqual([
        'cancellationPolicySid',
      ])
      expect(
        badPaths(await setExam({ ...world, examSid: sidOf('EX', other.text('sid')) }, settings)),
      ).toEqual(['cancellationPolicySid'])
    })
  })

  test('that was retired stays with its exam and its install, also if a request repeats it', async () => {
    const world = await makeSession()
    const [ofExam, ofInstall] = [await makePolicy(world), await makePolicy(world)]
    const setInstall = (body: object) => world.admin('PUT', world.path('/settings'), { body })
    await setExam(world, { cancellationPolicySid: ofExam.sid })
    await setInstall({ cancellationPolicySid: ofInstall.sid })
    for (const { sid } of [ofExam, ofInstall])
      expect((await world.admin('DELETE', path(world, `/${sid}`))).json).toBe('Cancellation policy retired')
    const exam = await setExam(world, { title: 'Midterm', cancellationPolicySid: ofExam.sid })
    expect(exam, exam.raw).toMatchObject({ status: 200, roundTrips: 2 })
    expect(exam.body).toMatchObject({ title: 'Midterm', cancellationPolicySid: ofExam.sid })
    const { body } = await world.admin('GET', world.path('/settings'))
    expect(body).toMatchObject({ cancellationPolicySid: ofInstall.sid })
    const install = await setInstall({ cancellationPolicySid: body['cancellationPolicySid'] })
    expect(install, install.raw).toMatchObject({
      status: 200,
      body: { cancellationPolicySid: ofInstall.sid },
    })
    // Each keeps only its own.
    expect(badPaths(await setExam(world, { cancellationPolicySid: ofInstall.sid }))).toEqual([
      'cancellationPolicySid',
    ])
    expect(badPaths(await setInstall({ cancellationPolicySid: ofExam.sid }))).toEqual([
      'cancellationPolicySid',
    ])
    expect((await run(world, 'schedule', 3000)).body).toMatchObject({ cancellationPolicySid: ofExam.sid })
  })

  test.each([
    [{ leadTimeMinutes: -1 }, 'leadTimeMinutes'],
    [{ leadTimeMinutes: 43_201 }, 'leadTimeMinutes'],
    [{ maxReschedules: 101 }, 'maxReschedules'],
    [{ name: ' ' }, 'name'],
  ])('with %j is 400 at %s', async (body, at) => {
    const world = await makeWorld()
    const refused = await world.admin('POST', path(world), {
      body: { name: 'A day', leadTimeMinutes: 0, ...body },
    })
    expect(badPaths(refused)).toEqual([at])
  })
})

const left = (reschedulesLeft: number) => ({ cancellationPolicy: { maxReschedules: 2, reschedulesLeft } })

describe('the policy of an appointment', () => {
  test("is the exam's, or else the install's, in the version at the booking", async () => {
    const world = await makeSession()
    const [install, exam] = [await makePolicy(world), await makePolicy(world, { name: 'Exam' })]
    await world.admin('PUT', world.path('/settings'), { body: { cancellationPolicySid: install.sid } })
    const booked = await run(world, 'schedule', 3000)
    expect(booked.body).toMatchObject({
      cancellationPolicySid: install.sid,
      cancellationPolicyVersionSid: install.versionSid,
    })
    await update(world, install.sid, { leadTimeMinutes: 60 })
    await setExam(world, { cancellationPolicySid: exam.sid })
    expect((await run(world, 'reschedule', 3100)).body).toMatchObject({
      cancellationPolicyVersionSid: install.versionSid,
    })
    await run(world, 'cancel')
    const next = ofSession(world, String((await listed(world)).at(-1)?.['sid']))
    expect((await run(next, 'schedule', 3000)).body).toMatchObject({
      cancellationPolicySid: exam.sid,
      cancellationPolicyVersionSid: exam.versionSid,
    })
  })

  test("holds a learner's element to the lead time: 409 with what holds; an integration is free", async () => {
    const world = await makeSession()
    const { sid } = await makePolicy(world, { leadTimeMinutes: 60 })
    await setExam(world, { cancellationPolicySid: sid })
    await run(world, 'schedule', 50)
    const call = await embedOf(world)
    await changingNoRow(world, async () => {
      for (const [method, body] of [
        ['PUT', { appointmentDate: soon(300) }],
        ['DELETE', { reason: 'changed-time' }],
      ] as const) {
        const refused = await call(method, world.at(), { body })
        expect(refused, refused.raw).toMatchObject({ status: 409 })
        expect(refused.body).toMatchObject({
          code: 'cancellation_policy',
          policy: { leadTimeMinutes: 60, maxReschedules: null, reschedules: 0, until: expect.any(String) },
        })
      }
    })
    const late = (await run(world, 'reschedule', 120)).body
    const until = new Date(Date.parse(String(late['appointmentDate'])) - 60 * 60_000).toISOString()
    expect(late).toMatchObject({
      sessionInfo: {
        cancellationPolicy: { leadTimeMinutes: 60, reschedulesLeft: null, changeableUntil: until },
      },
    })
    expect((await call('PUT', world.at(), { body: { appointmentDate: soon(300) } })).status).toBe(200)
  })

  test("counts the changes of a learner's element over the sessions of a series, and limits them", async () => {
    const world = await makeSession()
    const { sid } = await makePolicy(world, { leadTimeMinutes: 0, maxReschedules: 2 })
    await setExam(world, { cancellationPolicySid: sid })
    await run(world, 'schedule', 300)
    await run(world, 'reschedule', 310) // an integration counts nothing
    const call = await embedOf(world)
    const moved = await call('PUT', world.at(), { body: { appointmentDate: soon(320) } })
    expect(moved.body, moved.raw).toMatchObject({ sessionInfo: { reschedules: 1, ...left(1) } })
    expect((await call('DELETE', world.at(), { body: { reason: 'changed-time' } })).status).toBe(200)
    const next = ofSession(world, String((await listed(world)).at(-1)?.['sid']))
    const booked = await call('POST', next.at(), { body: { appointmentDate: soon(330) } })
    expect(booked.body, booked.raw).toMatchObject({ sessionInfo: { reschedules: 2, ...left(0) } })
    const refused = await call('PUT', next.at(), { body: { appointmentDate: soon(340) } })
    expect(refused, refused.raw).toMatchObject({ status: 409 })
    expect(refused.body).toMatchObject({
      code: 'cancellation_policy',
      policy: { reschedules: 2 },
    })
    expect((await call('DELETE', next.at(), { body: { reason: 'changed-time' } })).status).toBe(200)
  })

  test("limits what a learner's element books again after its cancellations; an integration still can", async () => {
    const world = await makeSession()
    const { sid } = await makePolicy(world, { leadTimeMinutes: 0, maxReschedules: 1 })
    await setExam(world, { cancellationPolicySid: sid })
    const call = await embedOf(world)
    let current = world
    for (const minutes of [300, 310]) {
      const booked = await call('POST', current.at(), { body: { appointmentDate: soon(minutes) } })
      expect(booked.status, booked.raw).toBe(200)
      expect((await call('DELETE', current.at(), { body: { reason: 'changed-time' } })).status).toBe(200)
      current = ofSession(world, String((await listed(world)).at(-1)?.['sid']))
    }
    await changingNoRow(world, async () => {
      const refused = await call('POST', current.at(), { body: { appointmentDate: soon(320) } })
      expect(refused, refused.raw).toMatchObject({ status: 409 })
      expect(refused.body).toMatchObject({
        code: 'cancellation_policy',
        policy: { leadTimeMinutes: 0, maxReschedules: 1, reschedules: 2, until: null },
      })
    })
    await run(current, 'schedule', 320)
  })
})
