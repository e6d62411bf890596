import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ask,
  check,
  combinations,
  paired,
  settle,
  tenantCount,
  timeout,
  valued,
} from '../support/report-check.ts'
import { appointments, dataSets, zones } from '../support/report-data.ts'
import { course, exam, offering } from '../support/report-filters.ts'
import { appointmentVolume } from '../support/report-volume.ts'

const range = paired('appointmentDateAfter', 'appointmentDateBefore', appointments)
const zone = valued('timeZone', fc.constantFrom(...zones))

test(
  `A15 counts by the wall clock what the filters keep, and its three sums are equal, on ${tenantCount} random tenants`,
  {
    timeout,
  },
  () =>
    check(
      dataSets,
      settle,
      fc.tuple(combinations([course, exam, offering, range, range, zone, zone])),
      async (given, query) => {
        const { body } = await ask(given, given.world.path('/reports/appointmentVolume'), query)
        expect(body, JSON.stringify(query)).toEqual(appointmentVolume(given.rows, query))
      },
    ),
)
