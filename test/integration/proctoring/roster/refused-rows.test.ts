// What the rows that the database refuses mean for the other rows of a bundle.
import { expect, test } from 'vitest'
import { bundle, type Tables } from '../../../support/one-roster.ts'
import { makeWorld, type World } from '../../../support/world.ts'

const school: Tables = {
  academicSessions: [{}],
  courses: [{}],
  classes: [{}],
  users: [{}, {}],
  enrollments: [{}, { userSourcedId: 'user-2' }],
}

const send = async (world: World, tables: Tables, query = '') => {
  const body = new Blob([bundle(tables)])
  const headers = { 'content-type': 'application/zip' }
  const answer = await world.admin('POST', world.path(`/provision/oneroster${query}`), { body, headers })
  expect(answer.status, answer.raw).toBe(200)
  return answer.body
}

test('the enrollment of a new user whose row is refused is reported', async () => {
  const world = await makeWorld()
  const refused: Tables = { ...school, users: [{}, { email: '' }] }
  const expected = {
    counts: { users: { created: 1 }, enrollments: { created: 1 } },
    errorCount: 2,
    errors: [
      { file: 'users.csv', line: 3, column: 'email', code: 'required' },
      {
        ...{ file: 'enrollments.csv', line: 3, column: 'userSourcedId', code: 'unresolved_reference' },
        message: 'user-2 is not imported, because its row in users.csv has an error.',
      },
    ],
  }
  expect(await send(world, refused, '?dryRun=true')).toMatchObject(expected)
  expect(await send(world, refused)).toMatchObject(expected)
})

test('a file with a row that the database refuses deletes nothing', async () => {
  const world = await makeWorld()
  const third = { sourcedId: 'user-3' }
  await send(world, {
    ...school,
    users: [{}, {}, third],
    enrollments: [...(school.enrollments ?? []), { userSourcedId: 'user-3' }],
  })
  const fourth = { sourcedId: 'user-4', email: '' }
  const listed: Tables = {
    ...school,
    users: [{}, {}, fourth],
    enrollments: [{}, { userSourcedId: 'user-2' }, { userSourcedId: 'user-4' }],
  }
  expect(await send(world, listed, '?mode=full')).toMatchObject({
    counts: { users: { deleted: 0 }, enrollments: { deleted: 0 } },
    errorCount: 2,
  })
  expect(await send(world, school, '?mode=full')).toMatchObject({
    counts: { users: { deleted: 1 } },
    errorCount: 0,
  })
})
