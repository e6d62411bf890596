// What other systems and the learner's device report about a session: system check, recording, partner, external appointment.
import { describe, expect, test } from 'vitest'
import { badPaths } from '../../../support/problem.ts'
import { inState, refused, run, setRow } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { sharedStack } from '../../../support/stack.ts'
import { issueToken } from '../../../support/tokens.ts'

const send = (world: SessionWorld, method: string, rest: string, body: object) =>
  world.admin(method, world.at(rest), { body })

async function granted(world: SessionWorld, method: string, rest: string, body: object) {
  const answer = await send(world, method, rest, body)
  expect(answer, answer.raw).toMatchObject({ status: 200, roundTrips: 2 })
  return answer
}

describe('a system check', () => {
  const check = { passed: true, details: { camera: true }, platformVersion: 'Chrome 154', locale: 'de-AT' }

  test('sets its dates, the platform, the language and its result; the last one counts', async () => {
    const world = await inState('Scheduled')
    const { body } = await granted(world, 'POST', '/systemCheck', check)
    expect(body).toMatchObject({
      ...{ platformVersion: 'Chrome 154', examLocale: 'de-AT' },
      systemCheckStartDate: expect.any(String),
      systemCheckEndDate: expect.any(String),
      sessionInfo: { systemCheck: { passed: true, details: { camera: true } } },
    })
    const again = await granted(world, 'POST', '/systemCheck', { passed: false })
    expect(again.body).toMatchObject({
      ...{ platformVersion: null, examLocale: null, systemCheckStartDate: body['systemCheckStartDate'] },
      sessionInfo: { systemCheck: { passed: false, details: null } },
    })
  })

  test("is recorded by the learner's element for its own session only", async () => {
    const [own, other] = [await inState('Scheduled'), await makeSession()]
    const { call } = await issueToken(own, { elementType: 'exam-session', targetUserSid: own.userSid })
    expect((await call('POST', own.at('/systemCheck'), { body: check })).status).toBe(200)
    expect((await call('POST', other.at('/systemCheck'), { body: check })).status).toBe(404)
    for (const rest of ['/recording', '/partner', '/externalAppointment'])
      expect((await call('PUT', own.at(rest), { body: {} })).status, rest).toBe(403)
  })

  test('that passed is required before the start where the install demands it: 409 system_check_required', async () => {
    const world = await inState('Scheduled')
    await world.admin('PUT', world.path('/settings'), { body: { requireSystemCheck: true } })
    await refused(world, 'system_check_required', () => send(world, 'POST', '/start', {}))
    await granted(world, 'POST', '/systemCheck', { passed: false })
    await refused(world, 'system_check_required', () => send(world, 'POST', '/start', {}))
    await granted(world, 'POST', '/systemCheck', { passed: true })
    await run(world, 'start')
  })

  test.each([
    [{}, 'passed'],
    [{ passed: true, locale: 'de_AT' }, 'locale'],
    [{ passed: true, details: { text: 'x'.repeat(4096) } }, 'details'],
    [{ passed: true, platformVersion: 'x'.repeat(501) }, 'platformVersion'],
  ])('with %j is 400 at %s', async (body, path) => {
    expect(badPaths(await send(await inState('Scheduled'), 'POST', '/systemCheck', body))).toEqual([path])
  })
})

describe('a recording', () => {
  test('sets its start, its address and what an automated check found; another one replaces it', async () => {
    const world = await inState('running')
    const startedAt = soon(0)
    const found = { startedAt, url: 'https://recordings.example/1', score: 12.5, flags: ['second-person'] }
    const { body } = await granted(world, 'PUT', '/recording', found)
    expect(body).toMatchObject({
      ...{ recordingStartDate: startedAt, automated: { score: 12.5, flags: ['second-person'] } },
      sessionInfo: { recordingUrl: 'https://recordings.example/1' },
    })
    const next = await granted(world, 'PUT', '/recording', { startedAt })
    expect(next.body).toMatchObject({ automated: null, sessionInfo: { recordingUrl: null } })
  })

  test('is refused before the start, and accepted after the end', async () => {
    const world = await inState('Scheduled')
    await refused(world, 'session_state_conflict', () =>
      send(world, 'PUT', '/recording', { startedAt: soon(0) }),
    )
    await granted(await inState('Closed'), 'PUT', '/recording', { startedAt: soon(-60) })
  })

  test.each([
    [{ startedAt: soon(20) }, 'startedAt'],
    [{ startedAt: soon(0), score: 101 }, 'score'],
    [{ startedAt: soon(0), url: 'ftp://recordings.example' }, 'url'],
    [{ startedAt: soon(0), url: 'https://user:secret@recordings.example/1' }, 'url'],
    [{ startedAt: soon(0), flags: Array(101).fill('x') }, 'flags'],
  ])('with %j is 400 at %s', async (body, path) => {
    expect(badPaths(await send(await inState('running'), 'PUT', '/recording', body))).toEqual([path])
  })
})

describe('the address of the exam', () => {
  test('is that of the effective configuration when the appointment is made, or that of the partner', async () => {
    const world = await makeSession({ configuration: { duration: 60, url: 'https://exams.example/1' } })
    expect((await world.read()).body).toMatchObject({ URL: null })
    expect((await run(world, 'schedule')).body).toMatchObject({ URL: 'https://exams.example/1' })
    const addresses = {
      url: 'https://exams.example/2',
      partnerProvisionedExamUrl: 'https://partner.example/3',
    }
    const { body } = await granted(world, 'PUT', '/partner', addresses)
    expect(body).toMatchObject({
      URL: addresses.url,
      partnerProvisionedExamUrl: addresses.partnerProvisionedExamUrl,
    })
    const cleared = await granted(world, 'PUT', '/partner', { url: null })
    expect(cleared.body).toMatchObject({
      URL: null,
      partnerProvisionedExamUrl: addresses.partnerProvisionedExamUrl,
    })
    expect((await run(world, 'reschedule')).body).toMatchObject({ URL: 'https://exams.example/1' })
  })

  test('is set neither after the end nor with a URL that is not http or has a password: 409, 400', async () => {
    const world = await inState('Closed')
    await refused(world, 'session_state_conflict', () => send(world, 'PUT', '/partner', {}))
    const scheduled = await inState('Scheduled')
    const url = 'https://user:secret@exams.example/1'
    for (const body of [{ url: 'data:text/html,x' }, { url }, { partnerProvisionedExamUrl: url }])
      expect(badPaths(await send(scheduled, 'PUT', '/partner', body))).toEqual(Object.keys(body))
  })
})

describe('the appointment in another system', () => {
  const reservation = { reservedId: 'reservation-1', reservedUntil: soon(30) }

  test('sets its id, a reservation and the time of the synchronization; an id ends the reservation', async () => {
    const world = await inState('Scheduled')
    const { body } = await granted(world, 'PUT', '/externalAppointment', reservation)
    expect(body).toMatchObject({
      ...{ externalAppointmentId: null, externalReservedAppointmentId: 'reservation-1' },
      externalReservedAppointmentExpires: reservation.reservedUntil,
      externalAppointmentSyncDate: expect.any(String),
    })
    const next = await granted(world, 'PUT', '/externalAppointment', { id: 'appointment-1' })
    expect(next.body).toMatchObject({
      ...{ externalAppointmentId: 'appointment-1', externalReservedAppointmentId: null },
      externalReservedAppointmentExpires: null,
    })
  })

  test('cannot run out without a reservation: 400 at reservedUntil', async () => {
    const world = await inState('Scheduled')
    const answer = await send(world, 'PUT', '/externalAppointment', { reservedUntil: soon(30) })
    expect(badPaths(answer)).toEqual(['reservedUntil'])
  })

  test('that has run out frees the seat, keeps the status, and is in the history by time', async () => {
    const slot = { capacity: 1, startTime: soon(-60), endTime: soon(10_000) }
    const world = await makeSession({ configuration: { duration: 60, instructorAsProctor: [slot] } })
    await run(world, 'schedule', 600)
    await granted(world, 'PUT', '/externalAppointment', reservation)
    const until = new Date(reservation.reservedUntil)
    const stack = await sharedStack()
    await stack.runScheduled('proctoring', new Date(until.getTime() - 1))
    expect((await world.read()).body).toMatchObject({ externalReservedAppointmentId: 'reservation-1' })
    await stack.runScheduled('proctoring', until)
    expect((await world.read()).body).toMatchObject({
      ...{ status: 'Scheduled', instructorProctorSid: null, externalReservedAppointmentId: null },
      externalReservedAppointmentExpires: null,
    })
    const history = await world.admin('GET', world.at('/history?limit=100'))
    expect(history.list('results').at(-1)).toMatchObject({
      trigger: 'reservationExpired',
      actor: { kind: 'time' },
    })
  })

  test('is not set after the end: 409', async () => {
    const world = await inState('running')
    await setRow(world, world.sessionSid, { endedDate: new Date(), status: 'Closed' })
    await refused(world, 'session_state_conflict', () =>
      send(world, 'PUT', '/externalAppointment', reservation),
    )
  })
})
