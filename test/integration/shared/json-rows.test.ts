// Rows that a statement returns as JSON (`rowReader`) have the values that the same rows have in columns.
import { eq, getTableColumns, getViewSelectedFields, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { course, enrollment } from '../../../db/schema/catalog.ts'
import { exam, instructorProctor } from '../../../db/schema/exam.ts'
import { examSession } from '../../../db/schema/session.ts'
import { account, install } from '../../../db/schema/tenancy.ts'
import { effectiveConfiguration } from '../../../db/schema/views.ts'
import { rowReader } from '../../../db/sql-statement.ts'
import { makeSession, soon } from '../../support/sessions.ts'

test('a row that is read from JSON has the values that its columns have', async () => {
  const slot = { location: 'Room 12', capacity: 3, startTime: soon(-60), endTime: soon(300) }
  const {
    stack: { db },
    ...world
  } = await makeSession({
    configuration: {
      ...{ duration: 60, proctorTypes: ['live', 'a, "b"'], modalityOptions: { live: { ratio: 0.5 } } },
      ...{ examCloseDate: soon(600), instructorAsProctor: [slot] },
    },
  })
  await world.act('POST', '', { appointmentDate: soon(10) })
  for (const table of [account, install, course, exam, enrollment, examSession, instructorProctor]) {
    const columns = getTableColumns(table)
    const row = sql`to_json(${table})`.mapWith(rowReader(columns))
    const rows = await db.select({ columns, row }).from(table).limit(500)
    expect(rows).not.toEqual([])
    expect(rows.map(each => each.row)).toEqual(rows.map(each => each.columns))
  }
  const view = getViewSelectedFields(effectiveConfiguration)
  const row = sql`to_json(${effectiveConfiguration})`.mapWith(rowReader(view))
  const [selected] = await db
    .select({ columns: view, row })
    .from(examSession)
    .innerJoin(effectiveConfiguration, eq(effectiveConfiguration.enrollmentSid, examSession.enrollmentSid))
    .where(eq(examSession.sid, world.sessionSid))
  expect(selected?.row).toMatchObject({ duration: 60, proctorTypes: ['live', 'a, "b"'] })
  expect(selected?.row).toEqual(selected?.columns)
})
