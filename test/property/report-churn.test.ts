import fc from 'fast-check'
import { test } from 'vitest'
import { holds, tenantCount, timeout, valued } from '../support/report-check.ts'
import { containment, flag, offering, overlap, texts } from '../support/report-filters.ts'
import { churn } from '../support/report-history.ts'

const filters = [
  ...texts('courseTitle', 'examTitle', 'studentEmail', 'studentFirstName', 'studentLastName'),
  ...[overlap, containment, offering, flag('includeCancelled'), flag('includeClosed')],
  valued('currentStatus', fc.constantFrom('Needs Proctor', 'Closed', 'Scheduled')),
]

test(
  `A13 lists the pairs with a session that match the filters, in order and in pages, on ${tenantCount} random tenants`,
  {
    timeout,
  },
  () =>
    holds({
      filters,
      keys: ['courseTitle', 'examTitle', 'createdDate'],
      byDefault: ['createdDate'],
      report: 'churn',
      lines: churn,
    }),
)
