// Functions that report the rows of a roster that are not applied.
import { expect, test } from 'vitest'
import { sids, sqlDatabase } from '../../support/sql.ts'

const { rows, value } = sqlDatabase()
const { install } = sids
const json = JSON.stringify

const amount = 1100
const range = Array.from({ length: amount }, (_, index) => index)
/** New users without an email address, each with an enrollment; and one erased person. */
const refused = {
  ...{ academicSessions: [], courses: [], classes: [] },
  users: range.map(index => ({
    ...{ id: `U${index}`, gone: false, line: index + 2, first_name: 'A', last_name: 'B', enabled: true },
    hashes: index === 0 ? ['erased'] : [],
  })),
  enrollments: range.map(index => ({ class: 'S', person: `U${index}`, gone: false, line: index + 2 })),
}
const suppress = () =>
  rows(`insert into suppression (sid, install_sid, hashes) values (uuid_v7(), $1, '{erased}')`, [install])

test.each([true, false])(
  'import_roster lists the first of many rows that are not applied, and counts all (dry run: %s)',
  async dry => {
    await suppress()
    const result = (await value(`select import_roster($1, $2, '[]', $3)`, [install, json(refused), dry])) as {
      faults: { file: string; line: number }[]
      suppressed: number
      refused: number
    }
    const linesOf = (name: string) =>
      result.faults.filter(({ file }) => file === name).map(({ line }) => line)
    expect(linesOf('users.csv')).toEqual(range.slice(0, 1001).map(index => index + 2))
    expect(linesOf('enrollments.csv')).toEqual(range.slice(1, 1001).map(index => index + 2))
    expect(result).toMatchObject({ suppressed: 1, refused: 2 * (amount - 1) })
  },
)

test('count_roster_faults counts refused users, their enrollments, and erased people', async () => {
  await suppress()
  await rows('select stage_roster_users($1, $2)', [install, json(refused.users)])
  const gone = refused.enrollments.map(row => ({ ...row, gone: true }))
  expect(await value('select count_roster_faults($1)', [json(gone)])).toEqual({
    suppressed: 1,
    refused: amount - 1,
  })
})
