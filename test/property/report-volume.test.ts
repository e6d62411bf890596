import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch } from '../../db/client.ts'
import { addAppointmentChanges } from '../../src/shared/appointment-volume.ts'
import {
  ask,
  check,
  combinations,
  makeTenant,
  paired,
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
  `A15 counts the matching sessions by local time, and its three sums are equal, on ${tenantCount} random tenants`,
  {
    timeout,
  },
  () =>
    check(
      fc.tuple(dataSets, fc.boolean()),
      async ([data, areAdded]) => {
        const given = await makeTenant(data)
        // The cron adds the changes to the kept numbers before the requests, or not.
        if (areAdded) await batch(given.world.stack.db, { added: addAppointmentChanges({}) })
        return given
      },
      fc.tuple(combinations([course, exam, offering, range, range, zone, zone])),
      async (given, query) => {
        const { body } = await ask(given, given.world.path('/reports/appointmentVolume'), query)
        expect(body, JSON.stringify(query)).toEqual(appointmentVolume(given.rows, query))
      },
    ),
)
