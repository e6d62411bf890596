// What the rows that the database refuses mean for the other rows of a bundle.
import { expect, test } from 'vitest'
import type { Tables } from '../../../support/one-roster.ts'
import { classOfTwo, sendRoster } from '../../../support/roster-import.ts'
import { makeWorld } from '../../../support/world.ts'

test('the enrollment of a new user whose row is refused is reported', async () => {
  const world = await makeWorld()
  const refused: Tables = { ...classOfTwo, users: [{}, { email: '' }] }
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
  expect(await sendRoster(world, refused, '?dryRun=true')).toMatchObject(expected)
  expect(await sendRoster(world, refused)).toMatchObject(expected)
})

test('the enrollment of an imported user is applied, also if a row of the bundle gives the user no role', async () => {
  const world = await makeWorld()
  await sendRoster(world, classOfTwo, '', { version: '1.2' })
  const bundle: Tables = {
    classes: [{ sourcedId: 'class-2' }],
    users: [{ sourcedId: 'user-2', role: '' }],
    roles: [{ status: 'tobedeleted' }],
    enrollments: [{ classSourcedId: 'class-2', userSourcedId: 'user-2' }],
  }
  expect(await sendRoster(world, bundle, '', { version: '1.2' })).toMatchObject({
    counts: { enrollments: { created: 1 } },
    errorCount: 1,
    errors: [{ file: 'users.csv', line: 2, column: 'role', code: 'required' }],
  })
})

test('a file with a row that the database refuses deletes nothing', async () => {
  const world = await makeWorld()
  const third = { sourcedId: 'user-3' }
  await sendRoster(world, {
    ...classOfTwo,
    users: [{}, {}, third],
    enrollments: [...(classOfTwo.enrollments ?? []), { userSourcedId: 'user-3' }],
  })
  const fourth = { sourcedId: 'user-4', email: '' }
  const listed: Tables = {
    ...classOfTwo,
    users: [{}, {}, fourth],
    enrollments: [{}, { userSourcedId: 'user-2' }, { userSourcedId: 'user-4' }],
  }
  expect(await sendRoster(world, listed, '?mode=full')).toMatchObject({
    counts: { users: { deleted: 0 }, enrollments: { deleted: 0 } },
    errorCount: 2,
  })
  expect(await sendRoster(world, classOfTwo, '?mode=full')).toMatchObject({
    counts: { users: { deleted: 1 } },
    errorCount: 0,
  })
})
