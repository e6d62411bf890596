// A learner's embed can book, move and cancel an appointment of its own session, and of no other.
import { describe, expect, test } from 'vitest'
import { badPaths, problemOf } from '../../support/problem.ts'
import { another, needsReview, run, slotsOf } from '../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../support/sessions.ts'
import { changingNoRow } from '../../support/tables.ts'
import { issueToken } from '../../support/tokens.ts'

const embedOf = (world: SessionWorld, members: Record<string, unknown> = {}) =>
  issueToken(world, { elementType: 'exam-session', targetUserSid: world.userSid, ...members })

const reason = { reason: 'changed-time' }

describe("a learner's embed on its own user's session", () => {
  test('can read the availability, book, move and cancel, and the next session is accessible, too', async () => {
    const own = await makeSession()
    const { call } = await embedOf(own)
    expect(await call('GET', own.at('/availability'))).toMatchObject({ status: 200, roundTrips: 1 })
    const booked = await call('POST', own.at(), { body: { appointmentDate: soon(60) } })
    expect(booked.status, booked.raw).toBe(200)
    expect(booked.text('status')).toBe('Scheduled')
    const at = soon(120)
    const moved = await call('PUT', own.at(), { body: { appointmentDate: at } })
    expect(moved.text('appointmentDate'), moved.raw).toBe(at)
    const cancelled = await call('DELETE', own.at(), { body: reason })
    expect(cancelled.body, cancelled.raw).toMatchObject({ status: 'Closed', statusReason: 'changed-time' })
    const sessions = await call(
      'GET',
      own.path(`/enrollments/${own.enrollmentSid}/exams/${own.examSid}/sessions`),
    )
    expect(sessions.list('results').map(({ status }) => status)).toContain('Needs Proctor')
  })

  test('has the same permissions with an exam or a session as resource', async () => {
    for (const pick of ['examSid', 'sessionSid'] as const) {
      const own = await makeSession()
      const { call } = await embedOf(own, { resource: own[pick] })
      expect((await call('GET', own.at('/availability'))).status).toBe(200)
      expect((await call('POST', own.at(), { body: { appointmentDate: soon(60) } })).status).toBe(200)
    }
  })

  test('takes a seat if the exam has slots, also without naming one', async () => {
    const slot = { capacity: 1, startTime: soon(-60), endTime: soon(10_000) }
    const own = await makeSession({ configuration: { duration: 60, instructorAsProctor: [slot] } })
    const { call } = await embedOf(own)
    const booked = await call('POST', own.at(), { body: { appointmentDate: soon(60) } })
    const [offered] = await slotsOf(own)
    expect(booked.body, booked.raw).toMatchObject({ instructorProctorSid: offered?.instructorProctorSid })
    expect(offered).toMatchObject({ remaining: 0 })
  })

  test('cannot cancel with a reason that only staff or the system decide: 400 at reason; an integration can', async () => {
    const own = await makeSession()
    const { call } = await embedOf(own)
    await run(own, 'schedule')
    await changingNoRow(own, async () => {
      for (const forbidden of ['no-show', 'withdrawn', 'removed-by-limited-scope']) {
        const refused = await call('DELETE', own.at(), { body: { reason: forbidden } })
        expect(badPaths(refused), forbidden).toEqual(['reason'])
      }
    })
    const cancelled = await own.admin('DELETE', own.at(), { body: { reason: 'no-show' } })
    expect(cancelled.body, cancelled.raw).toMatchObject({ status: 'Closed', statusReason: 'no-show' })
  })

  test('needs the same approval as any caller', async () => {
    const own = await makeSession({ exam: { requireApproval: true } })
    const { call } = await embedOf(own)
    const booked = await call('POST', own.at(), { body: { appointmentDate: soon(60) } })
    expect(booked.text('status'), booked.raw).toBe('Pending Approval')
    problemOf(await call('POST', own.at('/approve')), 403)
  })

  test('cannot cancel an attempt that has started, is in review or is an incident: 409', async () => {
    const own = await makeSession(needsReview)
    const { call } = await embedOf(own)
    for (const transition of ['schedule', 'start', 'end', 'report'] as const) {
      await run(own, transition)
      if (transition === 'schedule') continue
      await changingNoRow(own, async () => problemOf(await call('DELETE', own.at(), { body: reason }), 409))
    }
  })
})

test('can make 30 changes of appointments in an hour over all sessions of its user, then 429; other callers can make more', async () => {
  const own = await makeSession()
  const { call } = await embedOf(own)
  await run(own, 'schedule')
  const statuses = new Set<number>()
  for (let change = 1; change <= 29; change += 1)
    statuses.add((await call('PUT', own.at(), { body: { appointmentDate: soon(60 + change) } })).status)
  statuses.add((await call('DELETE', own.at(), { body: reason })).status)
  expect(statuses).toEqual(new Set([200]))
  const sessions = own.path(`/enrollments/${own.enrollmentSid}/exams/${own.examSid}/sessions`)
  const listed = (await own.admin('GET', sessions)).list('results')
  const followUp = listed.find(({ status }) => status === 'Needs Proctor')
  const path = own.path(`/exams/${own.examSid}/sessions/${followUp?.['sid']}`)
  const body = { appointmentDate: soon(60) }
  const again = await embedOf(own)
  await changingNoRow(own, async () => {
    const refused = await again.call('POST', path, { body })
    expect([refused.status, refused.text('code')]).toEqual([429, 'too_many_attempts'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  })
  expect((await own.admin('POST', path, { body })).status).toBe(200)
})

test('cannot read, book, move or cancel the session of another learner: 404', async () => {
  const own = await makeSession()
  const other = await another(own)
  const { call } = await embedOf(own)
  await changingNoRow(own, async () => {
    problemOf(await call('GET', other.at('/availability')), 404)
    problemOf(await call('POST', other.at(), { body: { appointmentDate: soon(60) } }), 404)
    problemOf(await call('DELETE', other.at(), { body: reason }), 404)
  })
  await run(other, 'schedule')
  await changingNoRow(own, async () => {
    problemOf(await call('PUT', other.at(), { body: { appointmentDate: soon(60) } }), 404)
    problemOf(await call('DELETE', other.at(), { body: reason }), 404)
  })
})

test('an invalid body is 400 with the same errors for own, foreign and unknown sessions', async () => {
  const own = await makeSession()
  const other = await another(own)
  const { call } = await embedOf(own)
  const nothing = own.path(`/exams/${own.examSid}/sessions/ES${'0'.repeat(32)}`)
  await changingNoRow(own, async () => {
    for (const [method, body] of [
      ['POST', {}],
      ['PUT', { appointmentDate: 'soon' }],
      ['DELETE', { reason: 'none' }],
    ] as const) {
      const answers = [own.at(), other.at(), nothing].map(async path =>
        problemOf(await call(method, path, { body }), 400),
      )
      const [first, ...others] = await Promise.all(answers)
      for (const one of others) expect(one).toEqual(first)
    }
  })
})
