// A session is found under its own install and exam only.
import { beforeAll, describe, expect, test } from 'vitest'
import { newSid } from '../../../../db/sid.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { requestOf, run, slotsOf, storedOf, transitionNames } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { allow } from '../../../support/world.ts'

let own: SessionWorld
let foreign: SessionWorld
/** Another exam of the same course with a session of the same learner. */
let otherExam: string
let otherSession: string

beforeAll(async () => {
  own = await makeSession()
  foreign = await makeSession()
  const made = await own.admin('POST', own.path(`/courses/${own.courseSid}/exams`), {
    body: { title: 'Final' },
  })
  otherExam = made.text('sid')
  const path = own.path(`/enrollments/${own.enrollmentSid}/exams/${otherExam}/sessions`)
  otherSession = String((await own.admin('GET', path)).list('results')[0]?.['sid'])
})

/** Paths with an existing session under a wrong parent, or with an unknown one. */
const wrong = (): [string, string, SessionWorld][] => [
  ['of another exam', own.path(`/exams/${otherExam}/sessions/${own.sessionSid}`), own],
  ['that belongs there', own.path(`/exams/${own.examSid}/sessions/${otherSession}`), own],
  [
    'of another install under the own one',
    own.path(`/exams/${own.examSid}/sessions/${foreign.sessionSid}`),
    foreign,
  ],
  [
    'and exam of another install',
    own.path(`/exams/${foreign.examSid}/sessions/${foreign.sessionSid}`),
    foreign,
  ],
  ['that does not exist', own.path(`/exams/${own.examSid}/sessions/${newSid('ES')}`), own],
  ['of an exam that does not exist', own.path(`/exams/${newSid('EX')}/sessions/${own.sessionSid}`), own],
  ['under another install’s path', foreign.at(), foreign],
]

const places = [
  'of another exam',
  'that belongs there',
  'of another install under the own one',
  'and exam of another install',
  'that does not exist',
  'of an exam that does not exist',
  'under another install’s path',
]

describe.each(places)('a session %s', name => {
  test('is 404 for every operation, and nothing changes', async () => {
    const [, place, owner] = wrong().find(([known]) => known === name) ?? ['', '', own]
    const before = await storedOf(owner, owner.sessionSid)
    for (const rest of ['', '/availability']) problemOf(await own.admin('GET', `${place}${rest}`), 404)
    for (const transition of transitionNames) {
      const { method, rest, body } = requestOf(transition)
      const answer = await own.admin(method, `${place}${rest}`, body ? { body } : {})
      expect([name, transition, answer.status, answer.text('code')]).toEqual([
        name,
        transition,
        404,
        'not_found',
      ])
      expect(answer.raw).not.toContain('Needs Proctor')
    }
    expect(await storedOf(owner, owner.sessionSid)).toEqual(before)
  })
})

test('control: under the right path all operations find it', async () => {
  for (const sid of [own.at(), own.path(`/exams/${otherExam}/sessions/${otherSession}`)])
    expect((await own.admin('GET', sid)).status).toBe(200)
  expect((await foreign.read()).status).toBe(200)
})

test('A10 is 404 for an enrollment or exam of another install, an unknown one, and one of another course', async () => {
  const course = (await own.admin('POST', own.path('/courses'), { body: { title: 'Other' } })).text('sid')
  const body = { userSid: own.userSid }
  const elsewhere = await own.admin('POST', own.path(`/courses/${course}/enrollments`), { body })
  const pairs = [
    [foreign.enrollmentSid, own.examSid],
    [own.enrollmentSid, foreign.examSid],
    [foreign.enrollmentSid, foreign.examSid],
    [newSid('EN'), own.examSid],
    [own.enrollmentSid, newSid('EX')],
    [elsewhere.text('sid'), own.examSid],
  ]
  for (const [enrollmentSid, examSid] of pairs)
    problemOf(
      await own.admin('GET', own.path(`/enrollments/${enrollmentSid}/exams/${examSid}/sessions`)),
      404,
    )
  const theirs = foreign.path(`/enrollments/${foreign.enrollmentSid}/exams/${foreign.examSid}/sessions`)
  problemOf(await own.admin('GET', theirs), 404)
})

test('the list and the creation of sessions are 404 for a foreign exam, and the list contains no foreign session', async () => {
  for (const place of [foreign.path(''), own.path('')]) {
    const path = `${place}/exams/${foreign.examSid}/sessions`
    problemOf(await own.admin('GET', path), 404)
    problemOf(await own.admin('POST', path, { body: { enrollmentSid: own.enrollmentSid } }), 404)
  }
  const path = own.path(`/exams/${own.examSid}/sessions?enrollmentSid=${foreign.enrollmentSid}`)
  expect((await own.admin('GET', path)).body).toMatchObject({ total: 0, results: [] })
})

test('a slot of another exam, another install or another learner’s accommodation is 400 at its member', async () => {
  const slots = [{ capacity: 5, startTime: soon(-60), endTime: soon(300) }]
  const [here, there] = [
    await makeSession({ configuration: { instructorAsProctor: slots } }),
    await makeSession({ configuration: { instructorAsProctor: slots } }),
  ]
  const [slot] = await slotsOf(there)
  const path = here.path(`/courses/${here.courseSid}/exams`)
  const body = { title: 'Final', configuration: { instructorAsProctor: slots } }
  const beside = await here.admin('POST', path, { body })
  const configuration = await here.admin(
    'GET',
    `${path}/${beside.text('sid')}/configurations/${beside.text('examConfigurationSid')}`,
  )
  const foreignSlots = [
    slot?.instructorProctorSid,
    configuration.list('instructorAsProctor')[0]?.['sid'],
    newSid('IP'),
  ]
  const before = await storedOf(here, here.sessionSid)
  for (const instructorProctorSid of foreignSlots) {
    expect(instructorProctorSid).toMatch(/^IP/)
    const body = { appointmentDate: soon(30), instructorProctorSid }
    expect(badPaths(await here.admin('POST', here.at(), { body }))).toEqual(['instructorProctorSid'])
  }
  expect(await storedOf(here, here.sessionSid)).toEqual(before)
})

test('a credential is allowed only the transitions that its policy names', async () => {
  const world = await makeSession()
  const resource = `installs/${world.installSid}/exams/${world.examSid}/sessions/${world.sessionSid}`
  const reader = await world.credential(allow(['sp:ReadSession'], [resource]))
  expect((await reader.call('GET', world.at())).status).toBe(200)
  for (const transition of transitionNames) {
    const { method, rest, body } = requestOf(transition)
    const answer = await reader.call(method, world.at(rest), body ? { body } : {})
    expect([transition, answer.status]).toEqual([transition, 403])
  }
  expect((await world.read()).text('status')).toBe('Needs Proctor')
  await run(world, 'schedule')
})
