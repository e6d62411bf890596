// Operators change records of area A: the history and the audit name them.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { rowsFrom } from '../../../support/audit.ts'
import { callerOf } from '../../../support/client.ts'
import { everything, makeExam } from '../../../support/configurations.ts'
import { signedInAs } from '../../../support/platform.ts'
import { problemOf } from '../../../support/problem.ts'
import { makeSession, soon } from '../../../support/sessions.ts'
import { makeWorld } from '../../../support/world.ts'

test('the history of a session names the operator', async () => {
  const session = await makeSession()
  const { call, id } = await signedInAs(session, 'admin')
  const body = { appointmentDate: soon(60) }
  const scheduled = await call('POST', session.at(), { body })
  expect(scheduled, scheduled.raw).toMatchObject({ status: 200, roundTrips: 2 })
  const history = await call('GET', session.at('/history'))
  expect(history).toMatchObject({ status: 200, roundTrips: 1 })
  const actor = { kind: 'operator', sid: id, onBehalfOf: null }
  expect(history.list('results').at(-1)).toMatchObject({ trigger: 'schedule', actor })
})

test('the configuration and its history name the operator who approved it', async () => {
  const exam = await makeExam(everything)
  const { call, id } = await signedInAs(exam, 'admin')
  const sid = (await exam.accommodate(everything)).text('sid')
  const approved = await call('POST', exam.at(sid, 'approve'))
  expect(approved.status, approved.raw).toBe(200)
  expect(approved.body).toMatchObject({ approved: true, approvedBy: id })
  expect((await call('POST', exam.at(sid, 'lock'))).body).toMatchObject({ locked: true })
  const history = await call('GET', exam.at(sid, 'history'))
  expect(history.status, history.raw).toBe(200)
  expect(history.list('results').map(({ actor }) => actor)).toContainEqual({
    ...{ kind: 'operator', sid: id, onBehalfOf: null },
  })
})

test('an operator is a reviewer: the second one must be another', async () => {
  const world = await makeSession({ configuration: { duration: 60, proctorTypes: ['record-and-review'] } })
  const process = { name: 'Twice', secondReview: true }
  const made = await world.admin('POST', world.path('/reviewProcesses'), { body: process })
  const body = { reviewProcessSid: made.text('sid') }
  await world.admin('PUT', world.path(`/courses/${world.courseSid}/exams/${world.examSid}`), { body })
  await world.act('POST', '', { appointmentDate: soon(10) })
  await world.act('POST', '/start')
  await world.act('POST', '/end')
  const [first, second] = [await signedInAs(world, 'admin'), await signedInAs(world, 'owner')]
  const pass = (call: typeof first.call) => call('POST', world.at('/review'), { body: { outcome: 'passed' } })
  expect((await pass(first.call)).body).toMatchObject({ status: 'Processing', reviewed: false })
  problemOf(await pass(first.call), 409)
  expect((await pass(second.call)).body).toMatchObject({ status: 'Closed', reviewed: true })
})

test('the audit names the operator, the operation and the request', async () => {
  const world = await makeWorld()
  const { call, id } = await signedInAs(world, 'admin')
  const rows = await rowsFrom(world, () => call('PUT', world.path(''), { body: { name: 'Renamed' } }))
  expect(rows).toMatchObject([
    {
      ...{ kind: 'install', action: 'updated', recordSid: world.installSid, changes: ['name'] },
      ...{ actor: id, actorKind: 'session', operation: 'updateInstall' },
    },
  ])
})

test('a key belongs to the operator: in all sessions of the operator, and not to others', async () => {
  const world = await makeWorld()
  const [first, other] = [await signedInAs(world, 'owner'), await signedInAs(world, 'owner')]
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { title: 'Botany' }
  const create = (call: typeof first.call) => call('POST', world.path('/courses'), { headers, body })
  const made = await create(first.call)
  expect(made, made.raw).toMatchObject({ status: 201, roundTrips: 2 })
  const again = await create(first.call)
  expect(again).toMatchObject({ status: 201, raw: made.raw, roundTrips: 1 })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const cookie = { cookie: `session=${first.token}`, origin: world.stack.baseUrl }
  const byCookie = await callerOf(world.stack)('POST', world.path('/courses'), {
    headers: { ...headers, ...cookie },
    body,
  })
  expect([byCookie.raw, byCookie.headers.get('idempotency-replayed')]).toEqual([made.raw, 'true'])
  for (const call of [other.call, world.admin]) {
    const own = await create(call)
    expect([own.status, own.headers.has('idempotency-replayed')]).toEqual([201, false])
    expect(own.text('sid')).not.toBe(made.text('sid'))
  }
})

test('If-Match of an operator is compared in the transaction of the write', async () => {
  const world = await makeWorld()
  const { call } = await signedInAs(world, 'admin')
  const read = await call('GET', world.path(''))
  const etag = read.headers.get('etag') ?? ''
  const rename = (name: string) =>
    call('PUT', world.path(''), { headers: { 'If-Match': etag }, body: { name } })
  expect(await rename('First')).toMatchObject({ status: 200, roundTrips: 2 })
  const second = await rename('Second')
  problemOf(second, 412)
  expect((await call('GET', world.path(''), { headers: { 'If-None-Match': etag } })).status).toBe(200)
})
