import { test } from 'vitest'
import { holds, tenantCount, timeout } from '../support/report-check.ts'
import { containment, offering, overlap } from '../support/report-filters.ts'
import { audit } from '../support/report-history.ts'

test(
  `A14 has the configurations of written exams that the filters keep, in order and in pages, on ${tenantCount} random tenants`,
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
