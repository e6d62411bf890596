import { test } from 'vitest'
import { holds, tenantCount, timeout } from '../support/report-check.ts'
import { course, offering, texts } from '../support/report-filters.ts'
import { unscheduledLearners } from '../support/report-reference.ts'

const names = ['courseTitle', 'courseCode', 'examTitle', 'firstName', 'lastName', 'email']

test(
  `A11 lists the learners with an exam to schedule that match the filters, in order and in pages, on ${tenantCount} random tenants`,
  {
    timeout,
  },
  () =>
    holds({
      filters: [...texts(...names), course, offering],
      keys: ['createdDate'],
      report: 'unscheduledLearners',
      lines: unscheduledLearners,
    }),
)
