import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import type { Database } from '../../../db/client.ts'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { file } from '../../../db/schema/file.ts'
import { examSession } from '../../../db/schema/session.ts'
import { install } from '../../../db/schema/tenancy.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { RowOf } from '../../../db/statement.ts'
import { equals } from '../../shared/http/filter.ts'
import { orderOf, paged } from '../../shared/http/page.ts'
import type { FileQuery } from './schema.ts'

export type FilePath = { installSid: SidOf<'AI'>; fileSid: SidOf<'FI'> }
export type FileRow = RowOf<typeof findFile>
export type SessionParent = RowOf<typeof findSessionParent>
export type ConfigurationParent = RowOf<typeof findConfigurationParent>

const primary = alias(examConfiguration, 'primary_configuration')

/** Locking the primary configuration locks all configurations of the exam. */
const isLocked = sql<boolean>`(${examConfiguration.locked} or coalesce(${primary.locked}, false))`

const sessionColumns = {
  sid: examSession.sid,
  examSid: examSession.examSid,
  userSid: examSession.userSid,
  status: examSession.status,
  cancelledDate: examSession.cancelledDate,
  endedDate: examSession.endedDate,
}

const configurationColumns = {
  sid: examConfiguration.sid,
  examSid: examConfiguration.examSid,
  locked: isLocked,
}

/** Builds the statement that selects the session of a new file; undefined selects none. */
export const findSessionParent = (db: Database, installSid: SidOf<'AI'>, sid: SidOf<'ES'> | undefined) =>
  db
    .select(sessionColumns)
    .from(examSession)
    .where(sid ? and(eq(examSession.installSid, installSid), eq(examSession.sid, sid)) : sql`false`)

const ofPrimary = and(eq(primary.examSid, examConfiguration.examSid), eq(primary.type, 'primary'))

/** Builds the statement that selects the configuration of a new file; undefined selects none. */
export const findConfigurationParent = (
  db: Database,
  installSid: SidOf<'AI'>,
  sid: SidOf<'EC'> | undefined,
) =>
  db
    .select(configurationColumns)
    .from(examConfiguration)
    .leftJoin(primary, ofPrimary)
    .where(
      sid ? and(eq(examConfiguration.installSid, installSid), eq(examConfiguration.sid, sid)) : sql`false`,
    )

/** Builds the statement that selects a file with its session or configuration. */
export const findFile = (db: Database, { installSid, fileSid }: FilePath) =>
  db
    .select({ file, session: sessionColumns, configuration: configurationColumns, install })
    .from(file)
    .innerJoin(install, eq(install.sid, file.installSid))
    .leftJoin(examSession, eq(examSession.sid, file.sessionSid))
    .leftJoin(examConfiguration, eq(examConfiguration.sid, file.examConfigurationSid))
    .leftJoin(primary, ofPrimary)
    .where(and(eq(file.installSid, installSid), eq(file.sid, fileSid)))

export const listFileRows = (db: Database, installSid: SidOf<'AI'>, query: z.output<typeof FileQuery>) =>
  paged(
    db,
    () =>
      db
        .select()
        .from(file)
        .where(
          and(
            eq(file.installSid, installSid),
            equals(file.sessionSid, query.sessionSid),
            equals(file.examConfigurationSid, query.examConfigurationSid),
            equals(file.purpose, query.purpose),
          ),
        )
        .$dynamic(),
    orderOf(query, { createdDate: file.createdDate }, ['createdDate'], file.sid),
    query,
  )
