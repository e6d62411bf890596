// POST /v1/installs/{installSid}/users/{userSid}/merge: two users of one person become one.
import { expect, test } from 'vitest'
import { change, makeCourse, sessionsOf, statesOf } from '../../../support/catalog.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { changingNoRow } from '../../../support/tables.ts'
import { issueToken } from '../../../support/tokens.ts'
import { makeWorld, sisterOf, type World } from '../../../support/world.ts'

const merge = (world: World, userSid: string, intoUserSid: string) =>
  world.admin('POST', world.path(`/users/${userSid}/merge`), { body: { intoUserSid } })

const profile = (world: World, userSid: string) => world.admin('GET', world.path(`/users/${userSid}/profile`))

const enrollmentsOf = async (world: World, courseSid: string, userSid: string) =>
  (await world.admin('GET', world.path(`/courses/${courseSid}/enrollments?userSid=${userSid}`))).list(
    'results',
  )

test('enrollments, sessions and accommodations belong to the target, and the user does not exist any more', async () => {
  const world = await makeSession()
  const { courseSid, examSid, enrollmentSid, userSid } = world
  const configurations = `/courses/${courseSid}/exams/${examSid}/configurations`
  await world.admin('POST', world.path(configurations), { body: { enrollmentSid, duration: 90 } })
  await world.act('POST', '', { appointmentDate: soon(60) })
  const target = await world.user()
  const answer = await merge(world, userSid, target)
  expect([answer.status, answer.body['sid'], answer.roundTrips]).toEqual([200, target, 2])
  expect(await enrollmentsOf(world, courseSid, target)).toMatchObject([
    { sid: enrollmentSid, status: 'active' },
  ])
  expect((await world.read()).body).toMatchObject({ userSid: target, status: 'Scheduled', duration: 90 })
  expect((await profile(world, userSid)).status).toBe(404)
  const users = await world.admin('GET', world.path('/users'))
  expect(users.list('results').map(({ sid }) => sid)).toEqual([target])
  const churn = await world.admin('GET', world.path('/reports/churn'))
  expect(churn.list('results')).toMatchObject([{ userSid: target, enrollmentSid }])
})

test('an enrollment that both have becomes one, with the attempts of both', async () => {
  const world = await makeSession({ configuration: { duration: 60, attempts: 3 } })
  const { courseSid, examSid, userSid } = world
  await world.act('POST', '', { appointmentDate: soon(5) })
  await world.act('POST', '/start')
  await world.act('POST', '/end')
  const target = await world.user()
  const enrolled = await world.admin('POST', world.path(`/courses/${courseSid}/enrollments`), {
    body: { userSid: target },
  })
  // The first has a fresh session by now, or none: only one may be active.
  for (const { sid, status } of await sessionsOf(world, world.enrollmentSid))
    if (status === 'Needs Proctor')
      await change(world, 'DELETE', `/exams/${examSid}/sessions/${sid}`, { reason: 'withdrawn' })
  const into = enrolled.text('sid')
  expect((await merge(world, userSid, target)).status).toBe(200)
  expect(await enrollmentsOf(world, courseSid, userSid)).toEqual([])
  expect(await enrollmentsOf(world, courseSid, target)).toMatchObject([{ sid: into }])
  const states = (await statesOf(world, into)).map(([status]) => status)
  expect(states.toSorted()).toEqual(['Closed', 'Needs Proctor'])
  const effective = await world.admin(
    'GET',
    world.path(`/courses/${courseSid}/exams/${examSid}/configurations/effective?enrollmentSid=${into}`),
  )
  if (effective.status === 200) expect(effective.body).toMatchObject({ attemptsRemaining: 2 })
})

test('of two enrollments in a deleted course, the one that returns with the course decides', async () => {
  const course = await makeCourse(await makeWorld())
  const { world } = course
  const [source, target] = [await world.user(), await world.user()]
  await course.enroll({ userSid: source })
  const into = await course.enroll({ userSid: target, role: 'instructor' })
  await change(world, 'DELETE', course.at(`/enrollments/${into}`))
  await change(world, 'DELETE', course.at())
  expect((await merge(world, source, target)).status).toBe(200)
  await change(world, 'POST', course.at('/restore'))
  expect(await enrollmentsOf(world, course.sid, target)).toMatchObject([
    { sid: into, status: 'active', role: 'learner' },
  ])
})

test('two active sessions of one exam are 409 session_active, and nothing changes', async () => {
  const world = await makeSession()
  const target = await world.user()
  await world.admin('POST', world.path(`/courses/${world.courseSid}/enrollments`), {
    body: { userSid: target },
  })
  const answer = await changingNoRow(world, () => merge(world, world.userSid, target))
  expect([answer.status, answer.body['code']]).toEqual([409, 'session_active'])
})

/** The appointment of another learner in another course, so many minutes from now. */
async function otherAppointment(world: World, minutes: number) {
  const course = await makeCourse(world)
  const examSid = await course.exam({ configuration: { duration: 60 } })
  const target = await world.user()
  const [session] = await sessionsOf(world, await course.enroll({ userSid: target }))
  const path = world.path(`/exams/${examSid}/sessions/${session?.sid}`)
  const booked = await world.admin('POST', path, { body: { appointmentDate: soon(minutes) } })
  expect(booked.status, booked.raw).toBe(200)
  return { target, path }
}

test('appointments that overlap are 409 appointment_overlaps, and nothing changes, until one is cancelled', async () => {
  const world = await makeSession()
  await world.act('POST', '', { appointmentDate: soon(60) })
  const { target, path } = await otherAppointment(world, 90)
  const answer = await changingNoRow(world, () => merge(world, world.userSid, target))
  expect([answer.status, answer.body['code']]).toEqual([409, 'appointment_overlaps'])
  await world.admin('DELETE', path, { body: { reason: 'changed-time' } })
  expect((await merge(world, world.userSid, target)).status).toBe(200)
})

test('appointments that follow one another are merged', async () => {
  const world = await makeSession()
  await world.act('POST', '', { appointmentDate: soon(60) })
  const { target } = await otherAppointment(world, 121)
  expect((await merge(world, world.userSid, target)).status).toBe(200)
  expect((await world.read()).body).toMatchObject({ status: 'Scheduled', userSid: target })
})

test('the target keeps its ids and members and gets those that it lacks', async () => {
  const world = await makeWorld()
  const source = await world.user({
    ...{
      lmsId: 'L-1',
      sisId: 'S-1',
      username: 'ada',
      mobilePhone: '+1 1',
      homePhone: '+1 2',
      password: 'Correct4horse!',
    },
  })
  const target = await world.user({ lmsId: 'L-2', mobilePhone: '+1 3', firstName: 'Countess' })
  const { body } = await merge(world, source, target)
  expect(body).toMatchObject({
    ...{
      firstName: 'Countess',
      lmsId: 'L-2',
      sisId: 'S-1',
      username: 'ada',
      mobilePhone: '+1 3',
      homePhone: '+1 2',
    },
    authentication: { username: 'ada', passwordSet: false },
  })
})

test('the tokens of the merged user are revoked', async () => {
  const world = await makeWorld()
  const [source, target] = [await world.user(), await world.user()]
  const { call } = await issueToken(world, { targetUserSid: source })
  expect((await call('GET', world.path(`/users/${source}/profile`))).status).toBe(200)
  await merge(world, source, target)
  for (const userSid of [source, target])
    expect((await call('GET', world.path(`/users/${userSid}/profile`))).status).toBe(401)
})

test('an unknown target is 400, the user itself too, an erased one is 409, and another role is 403', async () => {
  const world = await makeWorld()
  const [source, erased] = [await world.user(), await world.user({ email: 'b@school.example' })]
  await change(world, 'DELETE', `/users/${erased}`)
  const foreign = await (await sisterOf(world)).user()
  for (const sid of [source, foreign]) {
    const answer = await merge(world, source, sid)
    expect([answer.status, answer.body['errors']]).toMatchObject([400, [{ path: 'intoUserSid' }]])
  }
  expect((await merge(world, source, erased)).text('code')).toBe('user_erased')
  const { call } = await world.credential(
    [{ effect: 'Allow', actions: ['sp:*'], resources: ['*'] }],
    'instructor',
  )
  const body = { intoUserSid: erased }
  expect((await call('POST', world.path(`/users/${source}/merge`), { body })).status).toBe(403)
})

test('of merges in both directions at once one is granted, and enrollments made meanwhile are not lost', async () => {
  const world = await makeWorld()
  const courses = await Promise.all([1, 2, 3, 4].map(() => makeCourse(world)))
  for (const course of courses) await course.exam()
  const [first, second] = [await world.user(), await world.user()]
  await courses[0]?.enroll({ userSid: first })
  await courses[1]?.enroll({ userSid: second })
  const enroll = (at: number, userSid: string) =>
    world.admin('POST', world.path(courses[at]?.at('/enrollments') ?? ''), { body: { userSid } })
  const [forth, back, ...enrolled] = await Promise.all([
    merge(world, first, second),
    merge(world, second, first),
    ...[2, 3].flatMap(at => [enroll(at, first)]),
  ])
  const statuses = [forth?.status, back?.status]
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  const kept = forth?.status === 200 ? second : first
  const granted = enrolled.filter(({ status }) => status === 201).length
  const found = await Promise.all(courses.map(async ({ sid }) => enrollmentsOf(world, sid, kept)))
  expect(found.flat()).toHaveLength(2 + granted)
  for (const one of found.flat())
    expect(await sessionsOf(world, String(one['sid']))).toMatchObject([{ userSid: kept }])
})
