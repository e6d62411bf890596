// Provisioning applies accommodations in SQL (provision_accommodation), the batch in TypeScript (adjust.ts): one rule, twice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areEqual,
  changesOf,
  valueErrors,
  valuesAfter,
} from '../../src/proctoring/exams/accommodations/adjust.ts'
import { rounds } from '../support/rounds.ts'
import { id, sids, sqlDatabase } from '../support/sql.ts'

const { rows, run, refused } = sqlDatabase('postgres')
const numRuns = rounds({ quick: 12, all: 400 })

/** Few instants, so that windows are often empty or in the wrong order. */
const day = fc.option(fc.integer({ min: 1, max: 4 }).map(n => new Date(Date.UTC(2027, 0, n))))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const windows = { examOpenDate: day, examCloseDate: day, scheduleOpenDate: day, scheduleCloseDate: day }
const time = fc.constantFrom('extraTimePercent', 'extraMinutes', 'duration', undefined)

const item = fc
  .record({
    time,
    amount: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(1, 25, 1000)),
    extraAttempts: maybe(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(999))),
    windows: fc.record(windows, { requiredKeys: [] }),
  })
  .map(({ time: name, amount, extraAttempts, windows: given }) => ({
    ...(name && { [name]: amount }),
    ...(extraAttempts !== undefined && { extraAttempts }),
    ...given,
  }))
const primary = fc.record({
  duration: fc.option(fc.constantFrom(1, 45, 90, 9000)),
  attempts: fc.option(fc.constantFrom(1, 2, 999)),
})
const inOrder = (from: Date | null, to: Date | null) => from === null || to === null || from <= to
const before = maybe(
  fc
    .record({
      duration: fc.option(fc.constantFrom(46, 90, 120)),
      attempts: fc.option(fc.constantFrom(2, 3)),
      ...windows,
    })
    .filter(
      had =>
        inOrder(had.examOpenDate, had.examCloseDate) && inOrder(had.scheduleOpenDate, had.scheduleCloseDate),
    ),
)

const column = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const byColumn = (members: object) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [column(name), value]))
const call = 'select * from provision_accommodation($1, $2, $3, $4)'
const columns = 'duration, attempts, exam_open_date, exam_close_date, schedule_open_date, schedule_close_date'

test('provision_accommodation decides as the batch of accommodations for every accommodation', async () => {
  await fc.assert(
    fc.asyncProperty(item, primary, before, async (given, root, had) => {
      await run(`delete from exam_configuration where type = 'accommodation'`)
      await rows('update exam_configuration set duration = $1, attempts = $2', [root.duration, root.attempts])
      if (had)
        await rows(
          `insert into exam_configuration (sid, install_sid, exam_sid, enrollment_sid, type, approved, ${columns})
            values ('${id(40)}', '${sids.install}', '${sids.exam}', '${sids.enrollment}', 'accommodation', true, $1, $2, $3,
              $4, $5, $6)`,
          ['duration', 'attempts', ...Object.keys(windows)].map(name => Object(had)[name]),
        )
      const change = { may_be_locked: true, revokes_approval: false }
      const body = JSON.stringify({ change, approved: true, ...byColumn(given) })
      const parameters = [sids.install, sids.exam, sids.enrollment, body]

      const changes = changesOf(
        { ...given, enrollmentSid: undefined } as Parameters<typeof changesOf>[0],
        root,
      )
      const after = valuesAfter(had, changes)
      const codes = Object.keys(changes).length === 0 ? ['invalid_value'] : errorCodes(given, after)
      if (codes.length > 0) {
        expect(codes).toContain((await refused(call, parameters)).message)
        return
      }
      const [applied] = await rows(call, parameters)
      const result = had ? (areEqual(had, after) ? 'Found Existing' : 'Updated') : 'Created'
      expect(applied).toMatchObject({ result })
      expect(await rows(`select ${columns} from exam_configuration where type = 'accommodation'`)).toEqual([
        byColumn(after),
      ])
    }),
    { numRuns, endOnFailure: true },
  )
})

const errorCodes = (given: object, after: Parameters<typeof valueErrors>[1]): string[] =>
  valueErrors(given as Parameters<typeof valueErrors>[0], after).map(({ code }) => code)
