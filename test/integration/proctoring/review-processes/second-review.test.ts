// Review processes: when a review is due, and who completes it.
import { expect, test } from 'vitest'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { setRow, stepsOf } from '../../../support/session-steps.ts'
import { makeSession, type SessionWorld, soon } from '../../../support/sessions.ts'
import { issueToken } from '../../../support/tokens.ts'
import { allow } from '../../../support/world.ts'

const hourMs = 3_600_000
const reviewed = { configuration: { duration: 60, proctorTypes: ['record-and-review'] } }
const exam = (world: SessionWorld) => world.path(`/courses/${world.courseSid}/exams/${world.examSid}`)

/** A session that awaits its review by a process. */
async function processing(process: object) {
  const world = await makeSession(reviewed)
  const made = await world.admin('POST', world.path('/reviewProcesses'), {
    body: { name: 'Ours', ...process },
  })
  expect(made.status, made.raw).toBe(201)
  const reviewProcessSid = made.text('sid')
  await world.admin('PUT', exam(world), { body: { reviewProcessSid } })
  await world.act('POST', '', { appointmentDate: soon(10) })
  await world.act('POST', '/start')
  const { body } = await world.act('POST', '/end')
  return { world, body, reviewProcessSid }
}

const review = async (world: SessionWorld, outcome: string, by = world.admin) =>
  by('POST', world.at('/review'), { body: { outcome } })

async function reviewer(world: SessionWorld) {
  const targetUserSid = await world.user()
  await world.admin('PUT', world.path(`/users/${targetUserSid}`), { body: { role: 'proctor' } })
  const policy = { version: '1', statements: allow(['sp:*'], ['*']) }
  const token = await issueToken(world, { tokenType: 'api', targetUserSid, policy })
  return { userSid: targetUserSid, call: token.call }
}

const hoursUntil = (date: unknown) => (Date.parse(String(date)) - Date.now()) / hourMs

test('the review is due the hours of the process after the end; a process of the exam applies until the end', async () => {
  const { world, body, reviewProcessSid } = await processing({ hoursUntilDue: 5 })
  expect(body).toMatchObject({ status: 'Processing', proctorReviewProcessSid: reviewProcessSid })
  expect(hoursUntil(body['reviewByDate'])).toBeCloseTo(5, 1)
  const later = await makeSession(reviewed)
  await later.act('POST', '', { appointmentDate: soon(10) })
  const other = await later.admin('POST', later.path('/reviewProcesses'), {
    body: { name: 'X', hoursUntilDue: 9 },
  })
  await later.admin('PUT', exam(later), { body: { reviewProcessSid: other.text('sid') } })
  await later.act('POST', '/start')
  expect(hoursUntil((await later.act('POST', '/end')).body['reviewByDate'])).toBeCloseTo(9, 1)
  // A process in use is retired, and stays where it is.
  const path = world.path(`/reviewProcesses/${reviewProcessSid}`)
  expect((await world.admin('DELETE', path)).raw).toBe('"Review process retired"')
  expect((await world.read()).body['proctorReviewProcessSid']).toBe(reviewProcessSid)
  const kept = await world.admin('PUT', exam(world), { body: { reviewProcessSid } })
  expect(kept.status, kept.raw).toBe(200)
  const refused = await world.admin('POST', world.path(`/courses/${world.courseSid}/exams`), {
    body: { title: 'Other', reviewProcessSid },
  })
  expect(badPaths(refused)).toEqual(['reviewProcessSid'])
})

test('the review of an attempt that time ended is due the hours of the process of its exam', async () => {
  const world = await makeSession(reviewed)
  const made = await world.admin('POST', world.path('/reviewProcesses'), {
    body: { name: 'X', hoursUntilDue: 3 },
  })
  await world.act('POST', '', { appointmentDate: soon(10) })
  await world.act('POST', '/start')
  await world.admin('PUT', exam(world), { body: { reviewProcessSid: made.text('sid') } })
  await setRow(world, world.sessionSid, {
    appointmentEndDate: new Date(Date.now() - hourMs),
    inProgressDate: new Date(Date.now() - 2 * hourMs),
  })
  await world.admin('POST', '/__local/cron', { body: { worker: 'proctoring' } })
  const { body } = await world.read()
  expect(body).toMatchObject({
    status: 'Processing',
    statusReason: 'time-over',
    proctorReviewProcessSid: made.text('sid'),
  })
  expect(hoursUntil(body['reviewByDate'])).toBeCloseTo(3, 1)
})

test('with a second review, the first pass leaves it in Processing, the same reviewer is 409, another one closes it', async () => {
  const { world, body } = await processing({ secondReview: true, hoursUntilDue: 4 })
  const [ada, bo] = [await reviewer(world), await reviewer(world)]
  const first = await review(world, 'passed', ada.call)
  expect(first.roundTrips).toBeLessThanOrEqual(2)
  expect(first.body, first.raw).toMatchObject({
    ...{ status: 'Processing', reviewed: false, reviewCompletedDate: null, auditStatus: 'Second Review' },
    ...{ reviewByUserSid: ada.userSid, reviewByDate: body['reviewByDate'] },
  })
  const again = await review(world, 'passed', ada.call)
  expect([again.status, again.body['code']]).toEqual([409, 'second_reviewer_required'])
  const second = await review(world, 'passed', bo.call)
  expect(second.body, second.raw).toMatchObject({
    ...{ status: 'Closed', reviewed: true, auditStatus: 'Passed', reviewByUserSid: bo.userSid },
    reviewCompletedDate: expect.stringMatching(/Z$/),
  })
  const steps = await stepsOf(world, world.sessionSid)
  expect(steps.slice(-2).map(({ trigger, toStatus }) => [trigger, toStatus])).toEqual([
    ['pass', 'Processing'],
    ['pass', 'Closed'],
  ])
})

test('a first review that finds something is a first review: another reviewer completes it by passing', async () => {
  const { world } = await processing({ secondReview: true })
  const [ada, bo] = [await reviewer(world), await reviewer(world)]
  const found = await review(world, 'violation', ada.call)
  expect(found.body).toMatchObject({ status: 'Incident', reviewed: false, reviewCompletedDate: null })
  expect((await review(world, 'passed', ada.call)).body['code']).toBe('second_reviewer_required')
  expect((await review(world, 'passed', bo.call)).body).toMatchObject({ status: 'Closed', reviewed: true })
})

test('settling what the first review found leaves the second review to be done', async () => {
  const { world } = await processing({ secondReview: true })
  await review(world, 'suspicious')
  const [event] = (await world.admin('GET', world.at('/events'))).list('results')
  await world.act('PUT', `/events/${event?.['sid']}`, { status: 'Dismissed' })
  expect((await world.read()).body).toMatchObject({ status: 'Processing', reviewed: false })
})

test('two first reviews at once: one is the first, the other completes it, and the same person never does both', async () => {
  const { world } = await processing({ secondReview: true })
  const [ada, bo] = [await reviewer(world), await reviewer(world)]
  const answers = await Promise.all([ada, ada, bo].map(({ call }) => review(world, 'passed', call)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  expect((await world.read()).body).toMatchObject({ status: 'Closed', reviewed: true })
})

test('without a second review one person completes it, and without a type that requires a review there is none', async () => {
  const { world } = await processing({})
  expect((await review(world, 'passed')).body).toMatchObject({ status: 'Closed', reviewed: true })
  const plain = await makeSession()
  const made = await plain.admin('POST', plain.path('/reviewProcesses'), {
    body: { name: 'X', secondReview: true },
  })
  await plain.admin('PUT', exam(plain), { body: { reviewProcessSid: made.text('sid') } })
  await plain.act('POST', '', { appointmentDate: soon(10) })
  await plain.act('POST', '/start')
  expect((await plain.act('POST', '/end')).body).toMatchObject({ status: 'Closed', reviewByDate: null })
})

test('a process has bounded hours, 48 by default; PUT changes only what is sent', async () => {
  const world = await makeSession()
  const make = (body: object) =>
    world.admin('POST', world.path('/reviewProcesses'), { body: { name: 'P', ...body } })
  for (const hoursUntilDue of [0, 8785, 1.5, null])
    expect(badPaths(await make({ hoursUntilDue }))).toEqual(['hoursUntilDue'])
  const made = await make({})
  expect(made.body).toMatchObject({ hoursUntilDue: 48, secondReview: false })
  const path = world.path(`/reviewProcesses/${made.text('sid')}`)
  const changed = await world.admin('PUT', path, { body: { secondReview: true } })
  expect(changed.body).toMatchObject({ name: 'P', hoursUntilDue: 48, secondReview: true })
  expect((await world.admin('DELETE', path)).raw).toBe('"Review process deleted"')
  problemOf(await world.admin('GET', path), 404)
})

test('a reviewer whose user is merged into another one does not do both reviews', async () => {
  const { world } = await processing({ secondReview: true })
  const [ada, again] = [await reviewer(world), await reviewer(world)]
  await review(world, 'passed', ada.call)
  const merged = await world.admin('POST', world.path(`/users/${ada.userSid}/merge`), {
    body: { intoUserSid: again.userSid },
  })
  expect(merged.status, merged.raw).toBe(200)
  expect((await world.read()).body).toMatchObject({ reviewByUserSid: again.userSid })
  const second = await review(world, 'passed', again.call)
  expect([second.status, second.body['code']]).toEqual([409, 'second_reviewer_required'])
})

test('a reviewer who is merged after a review by another person does not do both reviews', async () => {
  const { world } = await processing({ secondReview: true })
  const [ada, again, bo] = [await reviewer(world), await reviewer(world), await reviewer(world)]
  await review(world, 'passed', ada.call)
  await review(world, 'suspicious', bo.call)
  const [event] = (await world.admin('GET', world.at('/events'))).list('results')
  await world.act('PUT', `/events/${event?.['sid']}`, { status: 'Resolved' })
  const merged = await world.admin('POST', world.path(`/users/${ada.userSid}/merge`), {
    body: { intoUserSid: again.userSid },
  })
  expect(merged.status, merged.raw).toBe(200)
  const second = await review(world, 'passed', again.call)
  expect([second.status, second.body['code']]).toEqual([409, 'second_reviewer_required'])
  expect((await review(world, 'passed', bo.call)).body).toMatchObject({ status: 'Closed', reviewed: true })
})
