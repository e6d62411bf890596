// The sessions of all exams of an install: items, filters, order, and who sees which.
import { beforeAll, describe, expect, test } from 'vitest'
import { sidsOf } from '../../../support/catalog.ts'
import type { Call } from '../../../support/client.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { another, setRow } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld } from '../../../support/sessions.ts'
import { issueToken } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

const at = (hour: number) => new Date(Date.UTC(2030, 0, 1, hour))
const typeSid = `TS${'1'.repeat(32)}`

let world: SessionWorld
/** The sessions of Ada (the first), Bo and Cy; that of Cy is of another course. */
let ada: string
let bo: SessionWorld
let cy: SessionWorld

async function list(query = '', by: Call = world.admin) {
  const answer = await by('GET', world.path(`/sessions${query}`))
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 1 })
  return answer
}
const listed = async (query: string) => sidsOf(await list(query))

beforeAll(async () => {
  world = await makeSession()
  ada = world.sessionSid
  bo = await another(world)
  const { client, courseSid: biology } = world
  const { sid: courseSid } = await client.post('/v1/installs/{installSid}/courses', {
    body: { title: 'Chemistry 100%' },
  })
  const { sid: examSid } = await client.post('/v1/installs/{installSid}/courses/{courseSid}/exams', {
    params: { courseSid },
    body: { title: 'Final', configuration: { duration: 60 } },
  })
  expect(courseSid).not.toBe(biology)
  cy = await another({ ...world, courseSid, examSid })
  const people = [
    [world, { firstName: 'Ada', lastName: 'Young', email: 'one@school.example', username: 'user-one' }],
    [bo, { firstName: 'Bo', lastName: 'Ash', email: 'two@school.example', username: 'user-two' }],
    [cy, { firstName: 'Cy', lastName: 'Moss', email: 'three@school.example', username: 'user-three' }],
  ] as const
  for (const [{ userSid }, body] of people)
    expect((await world.admin('PUT', world.path(`/users/${userSid}`), { body })).status).toBe(200)
  const past = new Date(0)
  await setRow(world, ada, {
    status: 'Scheduled',
    appointmentDate: at(2),
    createdDate: at(3),
    inProgressDate: at(2),
  })
  await setRow(world, bo.sessionSid, {
    ...{ status: 'Processing', appointmentDate: at(1), createdDate: at(2), reviewByDate: past },
    ...{ inProgressDate: past, endedDate: past, proctorTypeSid: typeSid },
  })
  await setRow(world, cy.sessionSid, {
    ...{ status: 'Processing', appointmentDate: at(3), createdDate: at(1), reviewByDate: at(1) },
    ...{ inProgressDate: past, endedDate: past },
  })
})

test('an item has the members of the list of an exam, and those that a queue needs', async () => {
  const own = await world.admin('GET', world.path(`/exams/${world.examSid}/sessions`))
  const [, item] = (await list()).list('results')
  expect(item).toEqual({
    ...own.list('results').find(({ sid }) => sid === ada),
    ...{ examSid: world.examSid, courseSid: world.courseSid, firstName: 'Ada', lastName: 'Young' },
    ...{ examTitle: 'Midterm', courseTitle: 'Biology' },
    ...{ proctorTypeSid: null, auditStatus: null, reviewByDate: null },
  })
})

describe('filters', () => {
  test.each([
    ['status lists each of several', () => '?status=Scheduled&status=Closed', () => [ada]],
    ['status with commas', () => '?status=Scheduled,Processing', () => [bo.sessionSid, ada, cy.sessionSid]],
    ['examSid', () => `?examSid=${cy.examSid}`, () => [cy.sessionSid]],
    ['courseSid', () => `?courseSid=${world.courseSid}`, () => [bo.sessionSid, ada]],
    ['userSid', () => `?userSid=${bo.userSid}`, () => [bo.sessionSid]],
    ['proctorTypeSid', () => `?proctorTypeSid=${typeSid}`, () => [bo.sessionSid]],
    [
      'appointmentDateAfter includes its time',
      () => `?appointmentDateAfter=${at(2).toISOString()}`,
      () => [ada, cy.sessionSid],
    ],
    [
      'appointmentDateBefore excludes its time',
      () => `?appointmentDateBefore=${at(2).toISOString()}`,
      () => [bo.sessionSid],
    ],
    ['running=true', () => '?running=true', () => [ada]],
    ['running=false', () => '?running=false', () => [bo.sessionSid, cy.sessionSid]],
    [
      'reviewOverdue=true: Processing and reviewByDate is over',
      () => '?reviewOverdue=true',
      () => [bo.sessionSid],
    ],
    ['reviewOverdue=false', () => '?reviewOverdue=false', () => [ada, cy.sessionSid]],
    ['search in the first name', () => '?search=aDA', () => [ada]],
    ['search in the last name', () => '?search=mos', () => [cy.sessionSid]],
    ['search in the e-mail', () => '?search=two@school', () => [bo.sessionSid]],
    ['search in the username', () => '?search=user-three', () => [cy.sessionSid]],
    ['search in the title of the exam', () => '?search=midterm', () => [bo.sessionSid, ada]],
    [
      'search in the title of the course, with % as an ordinary character',
      () => '?search=0%25',
      () => [cy.sessionSid],
    ],
    ['several filters: all of them hold', () => `?status=Processing&search=midterm`, () => [bo.sessionSid]],
  ])('%s', async (_, query, expected) => {
    const answer = await list(query())
    expect([sidsOf(answer), answer.body['total']]).toEqual([expected(), expected().length])
  })

  test.each([
    ['status', 'closed'],
    ['examSid', 'x'],
    ['courseSid', 'x'],
    ['userSid', 'x'],
    ['proctorTypeSid', 'live'],
    ['appointmentDateAfter', 'x'],
    ['appointmentDateBefore', 'x'],
    ['running', 'yes'],
    ['reviewOverdue', 'yes'],
    ['search', ''],
    ['search', 'x'.repeat(101)],
    ['sortKeys', 'status'],
  ])('%s=%s is 400', async (name, value) => {
    const answer = await world.admin('GET', world.path(`/sessions?${name}=${value}`))
    expect(badPaths(answer).join()).toMatch(new RegExp(`^${name}`))
  })
})

test.each([
  ['appointmentDate', () => [bo.sessionSid, ada, cy.sessionSid]],
  ['createdDate', () => [cy.sessionSid, bo.sessionSid, ada]],
  ['lastName', () => [bo.sessionSid, cy.sessionSid, ada]],
])('sortKeys=%s orders by it, in both directions and over pages', async (key, expected) => {
  expect(await listed(`?sortKeys=${key}`)).toEqual(expected())
  expect(await listed(`?sortKeys=${key}&sortOrder=DESC`)).toEqual(expected().toReversed())
  const second = await list(`?sortKeys=${key}&limit=1&offset=1`)
  expect([sidsOf(second), second.body['total']]).toEqual([expected().slice(1, 2), 3])
})

describe('who sees which', () => {
  test.each([
    ['admin', 200],
    ['instructor', 200],
    ['proctor', 200],
    ['learner', 403],
  ] as const)('a credential of the role %s: %i', async (role, status) => {
    const { call } = await world.credential(allow(['sp:ListInstallSessions'], ['*']), role)
    expect((await call('GET', world.path('/sessions'))).status).toBe(status)
  })

  test('an element of a learner does not list it', async () => {
    const { call } = await issueToken(world, { targetUserSid: world.userSid })
    problemOf(await call('GET', world.path('/sessions')), 403)
  })

  test('an api token for a learner lists the sessions of that learner only, one for a proctor lists all', async () => {
    const policy = { version: '1', statements: allow(['sp:ListInstallSessions'], ['*']) }
    const proctor = await world.user()
    await world.admin('PUT', world.path(`/users/${proctor}`), { body: { role: 'proctor' } })
    const sees = async (targetUserSid: string) =>
      sidsOf(await list('', (await issueToken(world, { tokenType: 'api', policy, targetUserSid })).call))
    expect(await sees(bo.userSid)).toEqual([bo.sessionSid])
    expect(await sees(proctor)).toHaveLength(3)
  })

  test('another install has none of them, and its queue is 404 for the caller', async () => {
    const foreign = await makeSession()
    problemOf(await world.admin('GET', foreign.path('/sessions')), 404)
    expect(sidsOf(await foreign.admin('GET', foreign.path('/sessions')))).toEqual([foreign.sessionSid])
  })

  test('the sessions of erased people are not listed', async () => {
    const own = await makeSession()
    const erased = await another(own)
    expect((await own.admin('DELETE', own.path(`/users/${erased.userSid}`))).status).toBe(200)
    expect(sidsOf(await own.admin('GET', own.path('/sessions')))).toEqual([own.sessionSid])
  })
})
