// Random tenants for the reports, as small choices: report-rows.ts converts them into rows.
import fc from 'fast-check'
import { enrollmentRoles, enrollmentStatuses } from '../../db/schema/catalog.ts'
import { eventStatuses } from '../../db/schema/event.ts'
import { examStatuses, examTypes } from '../../db/schema/exam.ts'
import { sessionStatuses } from '../../db/schema/session.ts'
import { zones as zonesWithChanges } from './effective-data.ts'

const hourMs = 3_600_000
/** The hour of the start of the run. Instants are a number of hours from it, and none is so near that it passes during the run. */
const base = Math.floor(Date.now() / hourMs) * hourMs
export const hoursFromBase = (hours: number): Date => new Date(base + hours * hourMs)

export const zones = ['UTC', 'Asia/Kolkata', ...zonesWithChanges]

/** Few, so that many are equal, and equal the bounds of filters. */
const hours = [-240, -24, -3, 3, 24, 48, 240, 480]
/** Around the changes of clocks, on both sides of midnights. */
const special = [
  '2026-03-08T04:59:59.999Z',
  '2026-03-08T06:59:00.000Z',
  '2026-03-08T07:00:00.000Z',
  '2026-04-04T15:00:00.000Z',
  '2026-04-23T22:00:00.000Z',
  '2026-10-03T15:30:00.000Z',
  '2026-10-29T20:59:59.999Z',
  '2026-11-01T04:30:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:30:00.000Z',
]

export const instants = fc.constantFrom(...hours).map(hoursFromBase)
export const appointments = fc.oneof(
  instants,
  fc.constantFrom(...special).map(text => new Date(text)),
)
const dates = fc
  .constantFrom(-10, -1, 0, 1, 2, 10)
  .map(days => new Date(base + days * 24 * hourMs).toISOString().slice(0, 10))

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 2 })
const inOrder = <T extends Date | string>(values: fc.Arbitrary<T>) =>
  fc
    .tuple(orNull(values), orNull(values))
    .map(([a, b]): [T | null, T | null] => (a !== null && b !== null && a > b ? [b, a] : [a, b]))
const few = <T>(values: fc.Arbitrary<T>, maxLength: number, minLength = 0) =>
  fc.array(values, { minLength, maxLength, size: 'max' })
const rarely = fc.nat(5).map(n => n === 5)
/** Few instants, so that many rows have the same. */
const made = fc.nat(2)

/** These sort equally in every collation. */
const titles = fc.constantFrom<string>('Algebra', 'Algebra Two', 'Biology', '10% Chemistry', 'Under_score')
const codes = fc.constantFrom<string>('AL-1', 'al_1', 'BIO 100%')
const names = fc.constantFrom<string>('Ada', 'Bo', 'Zoë', "O'Hara", 'Per%cent', 'Under_score', 'back\\slash')

/** Values of text filters: in any case, with the special characters of LIKE. */
export const parts = fc.constantFrom(
  'a',
  'A',
  'B',
  'o',
  'ALG',
  'zoë',
  '%',
  '_',
  '\\',
  "'",
  'TWO',
  'r_s',
  'b%y',
)

const configuration = fc.record({
  exam: inOrder(instants),
  schedule: inOrder(instants),
  attempts: orNull(fc.integer({ min: 1, max: 3 })),
  attached: fc.boolean(),
  made,
})

/** A number selects a row by its remainder. */
const pointer = fc.nat(11)

export const dataSets = fc.record({
  zone: fc.constantFrom(...zones),
  people: few(
    fc.record({ firstName: names, lastName: names, complete: fc.boolean(), erased: rarely, made }),
    6,
    3,
  ),
  courses: few(
    fc.record({ title: titles, code: orNull(codes), offering: orNull(fc.nat(1)), deleted: rarely, made }),
    3,
    1,
  ),
  enrollments: few(
    fc.record({
      ...{ course: pointer, person: pointer, made },
      role: fc.constantFrom('learner' as const, 'learner' as const, ...enrollmentRoles),
      status: fc.constantFrom('active' as const, 'active' as const, ...enrollmentStatuses),
      sections: fc.subarray([0, 1]),
    }),
    12,
    6,
  ),
  exams: few(
    fc.record({
      ...{ course: pointer, title: titles, made, primary: configuration },
      type: fc.constantFrom(...examTypes),
      limitedScope: fc.constantFrom(false, false, true),
      status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, ...examStatuses),
    }),
    4,
    2,
  ),
  accommodations: few(fc.record({ pair: pointer, configuration }), 3),
  assignments: few(
    fc.record({
      ...{ exam: pointer, made, window: inOrder(dates), scheduling: inOrder(dates) },
      enrollments: few(pointer, 2),
      sections: fc.subarray([0, 1]),
    }),
    3,
  ),
  sessions: few(
    fc.record({
      ...{ pair: pointer, made },
      status: fc.constantFrom('Closed' as const, 'Closed' as const, ...sessionStatuses),
      cancelled: fc.boolean(),
      running: fc.boolean(),
      appointment: orNull(appointments),
    }),
    15,
  ),
  events: few(
    fc.record({
      ...{ session: pointer, type: fc.nat(1), made, time: instants, complete: fc.boolean() },
      status: fc.constantFrom(...eventStatuses),
    }),
    8,
  ),
})

type Given<T> = T extends fc.Arbitrary<infer U> ? U : never
export type DataSet = Given<typeof dataSets>
export type Configuration = Given<typeof configuration>
