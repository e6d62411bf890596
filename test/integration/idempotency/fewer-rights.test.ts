// Repetitions by a caller who has fewer rights than at the first request.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import { issueToken, staffUser } from '../../support/tokens.ts'
import { allow } from '../../support/world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await makeSession()
})

const policy = { version: '1', statements: allow(['sp:*'], ['*']) }

test('a token whose user became a learner gets no stored answer about another learner', async () => {
  const { admin, path, examSid, sessionSid } = world
  const staff = await staffUser(world)
  const { call } = await issueToken(world, { tokenType: 'api', targetUserSid: staff, policy })
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { appointmentDate: soon(60) }
  const schedule = () => call('POST', path(`/exams/${examSid}/sessions/${sessionSid}`), { headers, body })
  const first = await schedule()
  expect(first.status, first.raw).toBe(200)
  expect((await admin('PUT', path(`/users/${staff}`), { body: { role: 'learner' } })).status).toBe(200)
  const second = await schedule()
  expect([second.status, second.text('code')]).toEqual([404, 'not_found'])
})
