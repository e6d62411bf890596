import { test } from 'vitest'
import { holds, tenantCount, timeout } from '../support/report-check.ts'
import { containment, offering, overlap } from '../support/report-filters.ts'
import { audit } from '../support/report-history.ts'

test(
  `A14 lists the configurations of written exams that match the filters, in order and in pages, on ${tenantCount} random tenants`,
  {
    timeout,
  },
  () =>
    holds({
      filters: [overlap, containment, offering],
      keys: ['createdDate'],
      report: 'audit',
      lines: audit,
    }),
)
