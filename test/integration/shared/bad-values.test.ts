import { expect, test } from 'vitest'
import { bundle } from '../../support/one-roster.ts'
import { badPaths } from '../../support/problem.ts'
import { makeSession } from '../../support/sessions.ts'
import { makeWorld } from '../../support/world.ts'

// Values of the correct shape that Postgres or a calendar does not accept.

const course = { ids: { lms: 'c' }, title: 'Course' }

test.each(['https://a.example/\u0000', 'https://a.example/\ud800'])(
  'a url with characters that cannot be stored is 400',
  async url => {
    const world = await makeWorld()
    const exam = { ids: { lms: 'x' }, title: 'Exam', configuration: { url } }
    const answer = await world.admin('POST', world.path('/provision'), { body: { course, exam } })
    expect(badPaths(answer)).toContain('exam.configuration.url')
  },
)

test('a user with a null enabled is 400, and its batch is not applied', async () => {
  const world = await makeWorld()
  const user = { ids: { lms: 'u' }, firstName: 'A', lastName: 'B', email: 'a@b.example', enabled: null }
  const answer = await world.admin('POST', world.path('/provision'), { body: { course, user } })
  expect(badPaths(answer)).toEqual(['user.enabled'])
})

test('an appointment at the end of the calendar is 400', async () => {
  const world = await makeSession()
  const body = { appointmentDate: '9999-12-31T23:59:00.000Z' }
  expect(badPaths(await world.admin('POST', world.at(), { body }))).toEqual(['appointmentDate'])
})

test('a roster can refer to more records than a statement has parameters', { timeout: 60_000 }, async () => {
  const world = await makeWorld()
  const enrollments = Array.from({ length: 66_000 }, (_, n) => ({ userSourcedId: `nobody-${n}` }))
  const answer = await world.admin('POST', world.path('/provision/oneroster'), {
    body: new Blob([bundle({ courses: [{}], classes: [{ termSourcedIds: '' }], enrollments })]),
    headers: { 'content-type': 'application/zip' },
  })
  expect(answer.status, answer.raw.slice(0, 300)).toBe(200)
  expect(answer.count('errorCount')).toBe(66_000)
})
