// The parts of db/sql that follow from the schema. A file marks such a part by two comments:
//   -- generated: <name>
//   -- end of generated

import { type Column, getTableColumns, type Table } from 'drizzle-orm'
import type * as z from 'zod'
import { assignment } from '../../db/schema/assignment.ts'
import { enrollment } from '../../db/schema/catalog.ts'
import { sessionEvent } from '../../db/schema/event.ts'
import { exam, examConfiguration } from '../../db/schema/exam.ts'
import { file } from '../../db/schema/file.ts'
import { examSession } from '../../db/schema/session.ts'
import { settings } from '../../db/schema/settings.ts'
import { user } from '../../db/schema/user.ts'
import { Enrollment } from '../../src/proctoring/catalog/enrollments/schema.ts'
import { Event } from '../../src/proctoring/events/schema.ts'
import { Assignment } from '../../src/proctoring/exams/assignments/schema.ts'
import { Configuration } from '../../src/proctoring/exams/configurations/schema.ts'
import { Exam } from '../../src/proctoring/exams/exam/schema.ts'
import { File } from '../../src/proctoring/files/schema.ts'
import { User } from '../../src/proctoring/people/users/schema.ts'
import { Session } from '../../src/proctoring/sessions/read/record.ts'

type Payload = {
  table: Table
  /** The record of the API. Its members that are columns are published. */
  record: z.ZodObject
  /** The members of the record that events do not have. */
  unpublished?: string[]
  /** The SQL of members that are not the column of the same name. */
  computed?: Record<string, string>
}

/** The payload of the events of each captured table, by the argument type of its function `event_payload`. */
const payloads: Record<string, Payload> = {
  users: { table: user, record: User },
  enrollment: { table: enrollment, record: Enrollment },
  exam: { table: exam, record: Exam },
  exam_configuration: {
    table: examConfiguration,
    record: Configuration,
    unpublished: ['password', 'updatedAutomatedSessions'],
  },
  assignment: {
    table: assignment,
    record: Assignment,
    computed: { installSid: "(SELECT sid_text('AI', e.install_sid) FROM exam e WHERE e.sid = r.exam_sid)" },
  },
  exam_session: {
    table: examSession,
    record: Session,
    unpublished: ['accessKey', 'instructorProctorSid'],
    computed: {
      series: "sid_text('ES', coalesce(r.series, r.sid))",
      running: 'is_running(r.status, r.in_progress_date, r.ended_date)',
    },
  },
  session_event: { table: sessionEvent, record: Event },
  file: { table: file, record: File },
}

/** The members that each payload has, whether or not the record does, if the table has the column. */
const references = ['sid', 'installSid', 'courseSid', 'examSid', 'enrollmentSid', 'userSid']

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Returns the SQL of a column as the API shows it: sids with their prefix, instants in ISO 8601. */
function shown(column: Column, name: string): string {
  const type = column.getSQLType()
  if (type === 'uuid') {
    // A sid column maps each uuid to a sid of its prefix.
    const prefix = String(column.mapFromDriverValue('00000000-0000-0000-0000-000000000000')).slice(0, 2)
    return `sid_text('${prefix}', r.${name})`
  }
  return type.startsWith('timestamp') ? `instant_text(r.${name})` : `r.${name}`
}

/** Postgres limits a call to 100 arguments. */
const maxPairs = 50

function payloadMembers({ table, record, unpublished = [], computed = {} }: Payload): string {
  const columns: Record<string, Column> = getTableColumns(table)
  const names = [...new Set([...references, ...Object.keys(record.shape)])].filter(
    name => !unpublished.includes(name) && (name in computed || name in columns),
  )
  const pairs = names.map(name => {
    const column = columns[name]
    return `'${name}', ${computed[name] ?? (column && shown(column, snakeCase(name)))}`
  })
  const objects = []
  for (let start = 0; start < pairs.length; start += maxPairs)
    objects.push(`jsonb_build_object(\n    ${pairs.slice(start, start + maxPairs).join(',\n    ')})`)
  return `  SELECT ${objects.join('\n  || ')}`
}

/** Each setting of the accommodation or, if that is null, of the primary configuration. */
const effectiveSettings = (): string =>
  Object.keys(settings())
    .map(snakeCase)
    .map(name => `  coalesce(c.${name}, p.${name}) AS ${name},`)
    .join('\n')

/** The generated parts by name. */
const parts = (): Record<string, string> => ({
  settings: effectiveSettings(),
  ...Object.fromEntries(
    Object.entries(payloads).map(([name, payload]) => [`payload of ${name}`, payloadMembers(payload)]),
  ),
})

/**
 * Returns the text of a file of db/sql with its generated parts as they follow from the current schema.
 * @throws Error if a part has an unknown name
 */
export function withGeneratedParts(text: string): string {
  const known = parts()
  return text.replaceAll(
    /^( *-- generated: (.+)\n)[\s\S]*?^( *-- end of generated$)/gm,
    (_, start, name, end) => {
      const part = known[name]
      if (part === undefined) throw new Error(`Unknown part of db/sql: ${name}`)
      return `${start}${part}\n${end}`
    },
  )
}
