// DELETE /v1/installs/{installSid}/users/{userSid} withdraws the person from everything that has not ended.
import { expect, test } from 'vitest'
import { change, statesOf } from '../../../support/catalog.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'

const erase = (world: SessionWorld, userSid: string = world.userSid) =>
  change(world, 'DELETE', `/users/${userSid}`)

const eventOf = async (world: SessionWorld, members: object) => {
  const { sid } = (await world.admin('POST', world.path('/eventTypes'), { body: { name: 'Note' } })).body
  const body = { eventTypeSid: sid, title: 'Note', ...members }
  return (await world.admin('POST', world.at('/events'), { body })).text('sid')
}

test('the enrollments are withdrawn and a session that has not started is closed', async () => {
  const world = await makeSession()
  await world.act('POST', '', { appointmentDate: soon(60) })
  const answer = await erase(world)
  expect(answer.json).toEqual({ erased: 'User erased', notErased: ['messages', 'documents'], mentions: [] })
  expect(answer.roundTrips).toBe(2)
  expect(await statesOf(world, world.enrollmentSid)).toEqual([['Closed', 'withdrawn']])
  const path = world.path(`/courses/${world.courseSid}/enrollments/${world.enrollmentSid}`)
  expect((await world.admin('GET', path)).body).toMatchObject({ status: 'withdrawn' })
})

test('a running session is closed as an attempt that ran', async () => {
  const world = await makeSession()
  await world.act('POST', '', { appointmentDate: soon(5) })
  await world.act('POST', '/start')
  await erase(world)
  const { body } = await world.read()
  expect(body).toMatchObject({ status: 'Closed', statusReason: 'withdrawn', running: false })
  expect(body['endedDate']).not.toBeNull()
})

test.each(['scheduled', 'running'])(
  'the seat of the person whose session is %s is free again',
  async state => {
    const slot = { location: 'Hall', startTime: soon(-60), endTime: soon(600), capacity: 1 }
    const world = await makeSession({ configuration: { duration: 60, instructorAsProctor: [slot] } })
    await world.act('POST', '', { appointmentDate: soon(5) })
    if (state === 'running') await world.act('POST', '/start')
    const userSid = await world.user()
    const body = { userSid }
    await world.admin('POST', world.path(`/courses/${world.courseSid}/enrollments`), { body })
    const sessions = await world.admin('GET', world.path(`/sessions?userSid=${userSid}`))
    const other = world.path(
      `/exams/${world.examSid}/sessions/${String(sessions.list('results')[0]?.['sid'])}`,
    )
    const book = () => world.admin('POST', other, { body: { appointmentDate: soon(90) } })
    expect((await book()).text('code')).toBe('slot_full')
    await erase(world)
    expect((await book()).status).toBe(200)
  },
)

test('erased people are in no work list, and the totals of the other reports stay', async () => {
  const world = await makeSession()
  const totals = async () =>
    Object.fromEntries(
      await Promise.all(
        ['/sessions', '/reports/unscheduledLearners', '/reports/churn', '/reports/audit'].map(async path => [
          path,
          (await world.admin('GET', world.path(`${path}?limit=0`))).count('total'),
        ]),
      ),
    )
  const before = await totals()
  expect(before).toMatchObject({ '/sessions': 1, '/reports/unscheduledLearners': 1, '/reports/churn': 1 })
  await erase(world)
  expect(await totals()).toEqual({ ...before, '/sessions': 0, '/reports/unscheduledLearners': 0 })
})

test('the response lists the events of other learners that name the person, and they are not changed', async () => {
  const world = await makeSession()
  const userSid = await world.user({ firstName: 'Zoë', lastName: 'Nguyễn', email: 'zoe@school.example' })
  const named = [
    await eventOf(world, { details: 'NGUYEN, Zoe passed a note.' }),
    await eventOf(world, { directWitness: 'Zoë Nguyễn' }),
    await eventOf(world, { correctiveActionDetails: 'Wrote to Zoe@School.example.' }),
  ]
  await eventOf(world, { details: 'Zoe Miller passed a note.' })
  const answer = await erase(world, userSid)
  expect(answer.body).toEqual({
    erased: 'User erased',
    notErased: ['messages', 'documents'],
    mentions: named.toReversed(),
  })
  expect((await world.admin('GET', world.at(`/events/${named[1]}`))).body).toMatchObject({
    directWitness: 'Zoë Nguyễn',
  })
})
