import fc from 'fast-check'
import { test } from 'vitest'
import { newSid } from '../../db/sid.ts'
import { type Given, holdsOn, makeTenant, tenantCount, timeout } from '../support/report-check.ts'
import { type DataSet, dataSets } from '../support/report-data.ts'
import { overlap, texts } from '../support/report-filters.ts'
import { accountName, anotherInstall, examListOf } from '../support/report-proctor.ts'
import { examList } from '../support/report-reference.ts'
import { insertRows, type Rows, rowsOf } from '../support/report-rows.ts'

type Linked = Given & { tenants: Rows[]; path: string }

/** A proctor account that is linked to one or both of two installs, each with exams. */
async function link(sets: { first: DataSet; second: DataSet; both: boolean }): Promise<Linked> {
  const { world, rows } = await makeTenant(sets.first)
  const more = rowsOf(await anotherInstall(world), sets.second)
  await insertRows(world, more)
  const tenants = sets.both ? [rows, more] : [rows]
  const path = await examListOf(
    world,
    tenants.map(({ installSid }) => installSid),
  )
  return { world, rows, tenants, path }
}

const ofInstall = fc.boolean().map(own => ({ installSid }: Rows) => ({
  installSid: own ? installSid : newSid('AI'),
}))

test(
  `A1 lists the exams of the linked installs that match the filters, in order and in pages, on ${tenantCount} random pairs of tenants`,
  {
    timeout,
  },
  () =>
    holdsOn(fc.record({ first: dataSets, second: dataSets, both: fc.boolean() }), link, {
      filters: [...texts('courseTitle', 'examTitle'), overlap, ofInstall],
      keys: ['accountName', 'courseTitle', 'examTitle', 'createdDate'],
      byDefault: ['accountName', 'courseTitle', 'examTitle'],
      path: ({ path }) => path,
      lines: ({ tenants }, query) => examList(tenants, accountName, query),
    }),
)
