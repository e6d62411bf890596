import fc from 'fast-check'
import { test } from 'vitest'
import { eventStatuses } from '../../db/schema/event.ts'
import { holds, paired, pointing, tenantCount, timeout, valued } from '../support/report-check.ts'
import { instants } from '../support/report-data.ts'
import { containment, course, exam, offering, texts } from '../support/report-filters.ts'
import { sessionEvents } from '../support/report-history.ts'

const filters = [
  ...texts('courseTitle', 'examTitle', 'studentFirstName', 'studentLastName'),
  ...texts('instructorFirstName', 'instructorLastName'),
  ...[containment, offering, course, exam, paired('eventWindowStart', 'eventWindowEnd', instants)],
  pointing('eventTypeSid', 'ET', rows => rows.eventTypes),
  pointing('eventSid', 'ER', rows => rows.events),
  valued('eventStatus', fc.constantFrom(...eventStatuses)),
]

test(
  `A12 lists the events that match the filters, in order and in pages, on ${tenantCount} random tenants`,
  {
    timeout,
  },
  () =>
    holds({
      filters,
      keys: ['createdDate'],
      report: 'examSessionEvents',
      lines: sessionEvents,
    }),
)
