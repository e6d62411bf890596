// The members of users and configurations that provisioning and rosters set, and the accommodation of an item.
import { expect, test } from 'vitest'
import { change } from '../../../support/catalog.ts'
import { bundle } from '../../../support/one-roster.ts'
import { itemOf, provision, provisionAll, refusedPaths, send } from '../../../support/provision.ts'
import { soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const read = async ({ admin, path }: World, rest: string) => {
  const answer = await admin('GET', path(rest))
  expect([answer.status, answer.roundTrips], answer.raw).toEqual([200, 1])
  return answer.body
}

const primaryOf = async (world: World, { course, exam }: { course: string; exam: string }) => {
  const [configuration] = (
    await world.admin('GET', world.path(`/courses/${course}/exams/${exam}/configurations?type=primary`))
  ).list('results')
  return configuration ?? {}
}

test('lastEnrollmentSync is when provisioning last changed an enrollment, and a repetition keeps it', async () => {
  const world = await makeWorld()
  const { sids } = await provision(world, itemOf('sync'))
  const profile = () => read(world, `/users/${sids.user}/profile`)
  const { lastEnrollmentSync } = await profile()
  expect(lastEnrollmentSync).toEqual(expect.stringMatching(/Z$/))
  await changingNoRow(world, () => send(world, itemOf('sync')))
  expect(await profile()).toMatchObject({ lastEnrollmentSync })
  await provision(world, itemOf('sync', { enrollment: { role: 'instructor' } }))
  expect(Date.parse(String((await profile())['lastEnrollmentSync']))).toBeGreaterThan(
    Date.parse(String(lastEnrollmentSync)),
  )
  expect(await read(world, `/users/${await world.user()}/profile`)).toMatchObject({
    lastEnrollmentSync: null,
  })
})

test('course and exam of a user are those of the latest active enrollment and its next appointment', async () => {
  const world = await makeWorld()
  const { sids } = await provision(world, itemOf('one', { exam: { title: 'Quiz', ids: { lms: 'q' } } }))
  const profile = () => read(world, `/users/${sids.user}/profile`)
  const course = { sid: sids.course, title: 'Biology' }
  expect(await profile()).toMatchObject({ course, exam: null })
  const sessions = await world.admin('GET', world.path(`/sessions?userSid=${sids.user}`))
  const sessionSid = String(sessions.list('results')[0]?.['sid'])
  const body = { appointmentDate: soon(60) }
  await world.admin('POST', world.path(`/exams/${sids.exam}/sessions/${sessionSid}`), { body })
  expect(await profile()).toMatchObject({ course, exam: { sid: sids.exam, title: 'Quiz' } })
  await change(world, 'DELETE', `/courses/${sids.course}/enrollments/${sids.enrollment}`)
  expect(await profile()).toMatchObject({ course: null, exam: null })
})

test('an administrator sets helpdeskUserId', async () => {
  const world = await makeWorld()
  const userSid = await world.user()
  await change(world, 'PUT', `/users/${userSid}`, { helpdeskUserId: 'H-1' })
  expect(await read(world, `/users/${userSid}/profile`)).toMatchObject({ helpdeskUserId: 'H-1' })
})

test('synchronization is what provisioning last did with the exam, and a change by hand shows in examSyncStatus', async () => {
  const world = await makeWorld()
  const { sids } = await provision(world, itemOf('exam'))
  const at = expect.stringMatching(/Z$/)
  expect(await primaryOf(world, sids)).toMatchObject({
    examSyncStatus: 'synchronized',
    synchronization: { source: 'provision', at, result: 'Created' },
  })
  await change(world, 'PUT', `/courses/${sids.course}/exams/${sids.exam}`, { title: 'By hand' })
  expect(await primaryOf(world, sids)).toMatchObject({ examSyncStatus: 'changed' })
  await provision(world, itemOf('exam'))
  expect(await primaryOf(world, sids)).toMatchObject({
    examSyncStatus: 'synchronized',
    synchronization: { source: 'provision', at, result: 'Updated' },
  })
})

test('synchronization of an exam of a roster is that of its course, and null for exams of the API', async () => {
  const world = await makeWorld()
  const body = new Blob([bundle({ courses: [{ sourcedId: 'c' }] })])
  const headers = { 'content-type': 'application/zip' }
  await world.admin('POST', world.path('/provision/oneroster'), { body, headers })
  const [rostered] = (await world.admin('GET', world.path('/courses?sisId=c'))).list('results')
  const manual = await world.admin('POST', world.path('/courses'), { body: { title: 'By hand' } })
  for (const [course, synchronization] of [
    [String(rostered?.['sid']), { source: 'roster', result: 'Created' }],
    [manual.text('sid'), null],
  ] as const) {
    const exam = (
      await world.admin('POST', world.path(`/courses/${course}/exams`), { body: { title: 'Quiz' } })
    ).text('sid')
    const configuration = await primaryOf(world, { course, exam })
    expect(configuration['examSyncStatus']).toBe(synchronization && 'synchronized')
    if (synchronization) expect(configuration).toMatchObject({ synchronization })
    else expect(configuration['synchronization']).toBeNull()
  }
})

const exam = { title: 'Midterm', ids: { lms: 'x' }, configuration: { duration: 45, attempts: 1 } }

test('an accommodation of an item extends the exam for its learner, and its repetition changes nothing', async () => {
  const world = await makeWorld()
  const item = { ...itemOf('adapted', { exam }), accommodation: { extraTimePercent: 50, extraAttempts: 1 } }
  const first = await send(world, item)
  expect([first.status, first.roundTrips], first.raw).toEqual([200, 2])
  const { sid } = Object(first.body['accommodation'])
  expect(first.body['accommodation']).toEqual({ sid, result: 'Created' })
  const { course, exam: made } = Object(first.body)
  const path = `/courses/${course.sid}/exams/${made.sid}/configurations/${sid}`
  // 45 minutes and a half, rounded up.
  expect(await read(world, path)).toMatchObject({ type: 'accommodation', duration: 68, attempts: 2 })
  const again = await changingNoRow(world, () => send(world, item))
  expect(again.body['accommodation']).toEqual({ sid, result: 'Found Existing' })
  const [more] = await provisionAll(world, [{ ...item, accommodation: { extraMinutes: 30 } }])
  expect(more).toMatchObject({ result: 'Updated', accommodation: { sid, result: 'Updated' } })
  expect(await read(world, path)).toMatchObject({ duration: 75, attempts: 2 })
})

test('an accommodation of a learner moves the appointment that does not fit any more', async () => {
  const world = await makeWorld()
  const item = itemOf('moved', { exam })
  const { sids } = await provision(world, item)
  const sessions = () => world.admin('GET', world.path(`/sessions?userSid=${sids.user}`))
  const sessionSid = String((await sessions()).list('results')[0]?.['sid'])
  const at = `/exams/${sids.exam}/sessions/${sessionSid}`
  await world.admin('POST', world.path(at), { body: { appointmentDate: soon(60) } })
  await send(world, { ...item, accommodation: { duration: 90 } })
  expect((await sessions()).list('results')).toMatchObject([{ status: 'Scheduled' }])
  expect(await read(world, at)).toMatchObject({ duration: 90 })
})

test('an accommodation that a configuration cannot have is refused alone, and needs an enrollment and an exam', async () => {
  const world = await makeWorld()
  const item = (name: string, accommodation: object) => ({
    ...itemOf(name, { exam: { ...exam, ids: { lms: name } } }),
    accommodation,
  })
  const [long, order, fine] = await provisionAll(world, [
    item('a', { extraMinutes: 10_080 }),
    item('b', { examOpenDate: '2027-01-02T00:00Z', examCloseDate: '2027-01-01T00:00Z' }),
    item('c', { duration: 50 }),
  ])
  expect([refusedPaths(long), refusedPaths(order)]).toEqual([
    ['accommodation'],
    ['accommodation.examCloseDate'],
  ])
  expect(fine).toMatchObject({ result: 'Created' })
  const { exam: _, ...without } = item('d', { duration: 50 })
  expect((await send(world, without)).body['errors']).toMatchObject([{ path: 'accommodation' }])
})

test('a locked accommodation changes only for administrators, and a proctor writes none', async () => {
  const world = await makeWorld()
  const item = { ...itemOf('locked', { exam }), accommodation: { duration: 60 } }
  const { body } = await send(world, item)
  const { course, exam: made, accommodation } = Object(body)
  await change(
    world,
    'POST',
    `/courses/${course.sid}/exams/${made.sid}/configurations/${accommodation.sid}/lock`,
  )
  const everything = [{ effect: 'Allow' as const, actions: ['sp:*'], resources: ['*'] }]
  const longer = { ...item, accommodation: { duration: 70 } }
  for (const [role, status] of [
    ['instructor', 403],
    ['proctor', 403],
    ['admin', 200],
  ] as const) {
    const { call } = await world.credential(everything, role)
    const answer = await call('POST', world.path('/provision'), { body: longer })
    expect([role, answer.status], answer.raw).toEqual([role, status])
  }
  const { call } = await world.credential(everything, 'proctor')
  const batch = await call('POST', world.path('/provision/batch'), { body: { items: [longer] } })
  expect(batch.list('results')).toMatchObject([
    { result: 'Refused', problem: { code: 'action_not_allowed' } },
  ])
})
