// The proctor type of an appointment: how it is chosen, and what it sets.
import { expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { badPaths } from '../../../support/problem.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { issueToken } from '../../../support/tokens.ts'

const offering = (...proctorTypes: string[]) => ({ configuration: { duration: 60, proctorTypes } })
const schedule = (world: SessionWorld, more: object = {}) =>
  world.admin('POST', world.at(), { body: { appointmentDate: soon(60), ...more } })
const reschedule = (world: SessionWorld, more: object = {}) =>
  world.admin('PUT', world.at(), { body: { appointmentDate: soon(90), ...more } })
const sidsOf = async (world: SessionWorld): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await world.admin('GET', world.path('/proctorTypes')))
      .list('results')
      .map(({ code, sid }) => [code, sid]),
  )
const without = {
  ...{ proctorTypeSid: null, sessionType: null, schedulingModule: null, workflowModule: null },
  ...{ reviewRequired: false, mandatoryRoomScanVideo: false },
}
const named = (code: string, sid: unknown) => ({
  ...{ proctorTypeSid: sid, sessionType: code, schedulingModule: code, workflowModule: code },
})

test('without a choice: the first of the proctorTypes that is the code of a type, with its review and room scan', async () => {
  const world = await makeSession(offering('Review by Ada', 'record-and-review', 'live'))
  expect((await world.read()).body).toMatchObject(without)
  const { body, roundTrips } = await schedule(world)
  expect(roundTrips).toBeLessThanOrEqual(2)
  const recorded = named('record-and-review', (await sidsOf(world))['record-and-review'])
  expect(body).toMatchObject({ ...recorded, reviewRequired: true, mandatoryRoomScanVideo: true })
})

test('texts that are no code mean nothing: no type and no review', async () => {
  const world = await makeSession(offering('Automated with Review', 'Live'))
  expect((await schedule(world)).body).toMatchObject({ ...without, status: 'Scheduled' })
})

test('a request chooses one of the offered types; rescheduling keeps it unless it chooses another', async () => {
  const world = await makeSession(offering('record-and-review', 'live', 'automated'))
  const sids = await sidsOf(world)
  const chosen = await schedule(world, { proctorType: 'live' })
  const live = { ...named('live', sids['live']), reviewRequired: false, mandatoryRoomScanVideo: false }
  expect(chosen.body, chosen.raw).toMatchObject(live)
  const moved = await reschedule(world)
  expect(moved.body, moved.raw).toMatchObject(live)
  const other = await reschedule(world, { proctorType: 'automated' })
  expect(other.body).toMatchObject(named('automated', sids['automated']))
})

test.each(['in-person', 'Live', 'Own words', 'nothing'])(
  'a type %s that the exam does not offer, or that is no type, is 400 at proctorType',
  async proctorType => {
    const world = await makeSession(offering('live', 'Own words'))
    expect(badPaths(await changingNoRow(world, () => schedule(world, { proctorType })))).toEqual([
      'proctorType',
    ])
  },
)

test('a type of another install with the same code is not chosen', async () => {
  const [world, other] = [await makeSession(offering('theirs')), await makeSession()]
  await other.admin('POST', other.path('/proctorTypes'), { body: { code: 'theirs', name: 'Theirs' } })
  expect((await schedule(world)).body).toMatchObject(without)
})

test('autoApprove skips the approval that the exam and the install require; other types wait', async () => {
  const world = await makeSession({ ...offering('quick', 'live'), exam: { requireApproval: true } })
  await world.admin('POST', world.path('/proctorTypes'), {
    body: { code: 'quick', name: 'Quick', autoApprove: true },
  })
  await world.admin('PUT', world.path('/settings'), { body: { requireManagerProctorApproval: true } })
  const approved = await schedule(world)
  expect(approved.body, approved.raw).toMatchObject({
    status: 'Scheduled',
    dateApproved: expect.stringMatching(/Z$/),
  })
  const waiting = await reschedule(world, { proctorType: 'live' })
  expect(waiting.body).toMatchObject({ status: 'Pending Approval', dateApproved: null })
})

test('a group is that of the request, or else of the exam; unknown, retired and foreign ones are 400', async () => {
  const world = await makeSession(offering('live'))
  const group = async (owner: SessionWorld, name: string) =>
    (await owner.admin('POST', owner.path('/proctorGroups'), { body: { name } })).text('sid')
  const [day, night, theirs] = [
    await group(world, 'Day'),
    await group(world, 'Night'),
    await group(await makeSession(), 'X'),
  ]
  const exam = world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)
  expect((await world.admin('PUT', exam, { body: { proctorGroupSid: day } })).body['proctorGroupSid']).toBe(
    day,
  )
  for (const proctorGroupSid of [theirs, newSid('PG')]) {
    expect(badPaths(await schedule(world, { proctorGroupSid }))).toEqual(['proctorGroupSid'])
    expect(badPaths(await world.admin('PUT', exam, { body: { proctorGroupSid } }))).toEqual([
      'proctorGroupSid',
    ])
  }
  expect((await schedule(world)).body).toMatchObject({
    proctorGroupSid: day,
    proctorGroups: [{ sid: day, name: 'Day' }],
  })
  const moved = await reschedule(world, { proctorGroupSid: night })
  expect(moved.body).toMatchObject({ proctorGroupSid: night, proctorGroups: [{ sid: night, name: 'Night' }] })
  expect((await reschedule(world)).body).toMatchObject({ proctorGroupSid: night })
  for (const sid of [day, night])
    expect((await world.admin('DELETE', world.path(`/proctorGroups/${sid}`))).raw).toBe(
      '"Proctor group retired"',
    )
  // Where it is chosen already, it stays.
  expect((await reschedule(world, { proctorGroupSid: night })).status).toBe(200)
  const other = await makeSession({}, world.stack)
  expect(badPaths(await schedule(other, { proctorGroupSid: night }))).toEqual(['proctorGroupSid'])
})

test("a learner's element chooses the type, and not the group", async () => {
  const world = await makeSession(offering('live', 'automated'))
  const token = await issueToken(world, { targetUserSid: world.userSid })
  const body = { appointmentDate: soon(60), proctorType: 'automated' }
  const refused = await token.call('POST', world.at(), { body: { ...body, proctorGroupSid: newSid('PG') } })
  expect(badPaths(refused)).toEqual(['proctorGroupSid'])
  const booked = await token.call('POST', world.at(), { body })
  expect(booked.body, booked.raw).toMatchObject({ sessionType: 'automated' })
})

test('the queue lists the sessions of a type', async () => {
  const world = await makeSession(offering('live'))
  await schedule(world)
  const sids = await sidsOf(world)
  const listed = async (sid: unknown) =>
    (await world.admin('GET', world.path(`/sessions?proctorTypeSid=${sid}`)))
      .list('results')
      .map(({ sid }) => sid)
  expect(await listed(sids['live'])).toEqual([world.sessionSid])
  expect(await listed(sids['automated'])).toEqual([])
})
