// The entries of a configuration: the instructors who proctor. They have a table because seats refer to them.

import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../../../db/client.ts'
import { instructorProctor } from '../../../../db/schema/exam.ts'
import { newSid, type SidOf, sidFromUuid } from '../../../../db/sid.ts'

export type EntryInput = {
  sid?: SidOf<'IP'> | undefined
  location?: string | null | undefined
  startTime?: Date | null | undefined
  endTime?: Date | null | undefined
  capacity?: number | null | undefined
}

type Entry = {
  sid: SidOf<'IP'>
  location: string | null
  startTime: Date | null
  endTime: Date | null
  capacity: number | null
}

/** The values of the members that a slot does not set. */
export const unsetSlot = { location: null, startTime: null, endTime: null, capacity: null }

type JsonEntry = { [K in keyof Entry]: Entry[K] extends Date | null ? string | null : Entry[K] }

const parseDate = (text: string | null) => (text === null ? null : new Date(text))

/** Returns the select column with the entries of a configuration, in order. */
export const entriesOf = (configurationSid: PgColumn | SQL): SQL<Entry[]> =>
  sql`(
    select coalesce(json_agg(json_build_object(
      'sid', ${instructorProctor.sid}, 'location', ${instructorProctor.location},
      'startTime', ${instructorProctor.startTime}, 'endTime', ${instructorProctor.endTime},
      'capacity', ${instructorProctor.capacity}) order by ${instructorProctor.position}), '[]')
    from ${instructorProctor} where ${instructorProctor.configurationSid} = ${configurationSid})`.mapWith(
    (entries: JsonEntry[]): Entry[] =>
      entries.map(({ sid, startTime, endTime, ...entry }) => ({
        ...entry,
        sid: sidFromUuid('IP', sid),
        startTime: parseDate(startTime),
        endTime: parseDate(endTime),
      })),
  )

/** Builds the statements that replace the entries of a configuration. An entry with an existing sid keeps its seats. */
export const replaceEntries = (db: Database, configurationSid: SidOf<'EC'>, entries: EntryInput[]) => {
  const keptSids = entries.flatMap(({ sid }) => sid ?? [])
  const ofConfiguration = eq(instructorProctor.configurationSid, configurationSid)
  const rows = entries.map(({ sid = newSid('IP'), ...entry }, position) => ({
    ...unsetSlot,
    ...entry,
    ...{ sid, configurationSid, position },
  }))
  return {
    deleted: db
      .delete(instructorProctor)
      .where(
        and(ofConfiguration, keptSids.length > 0 ? not(inArray(instructorProctor.sid, keptSids)) : undefined),
      ),
    ...(rows.length > 0 && {
      entries: db
        .insert(instructorProctor)
        .values(rows)
        .onConflictDoUpdate({
          target: instructorProctor.sid,
          set: {
            position: sql`excluded.position`,
            location: sql`excluded.location`,
            startTime: sql`excluded.start_time`,
            endTime: sql`excluded.end_time`,
            capacity: sql`excluded.capacity`,
          },
          setWhere: ofConfiguration,
        }),
    }),
  }
}
