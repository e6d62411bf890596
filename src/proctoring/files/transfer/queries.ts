import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../../db/client.ts'
import { file, usedDownload } from '../../../../db/schema/file.ts'
import type { SidOf } from '../../../../db/sid.ts'

/** A request that has started may take this long; then another one may start. */
const abandonedAfter = sql`interval '6 minutes'`

/** Builds the statement that starts an upload, if none has started and the URL has not expired. */
export const startUpload = (db: Database, sid: SidOf<'FI'>) =>
  db
    .update(file)
    .set({ uploadStartedDate: sql`now()` })
    .where(
      and(
        eq(file.sid, sid),
        isNull(file.uploadedDate),
        gt(file.uploadExpiresDate, sql`now()`),
        or(isNull(file.uploadStartedDate), sql`${file.uploadStartedDate} < now() - ${abandonedAfter}`),
      ),
    )
    .returning({ sid: file.sid, installSid: file.installSid, uploadStartedDate: file.uploadStartedDate })

type Started = { sid: SidOf<'FI'>; uploadStartedDate: Date | null }

const isStarted = ({ sid, uploadStartedDate }: Started) =>
  and(
    eq(file.sid, sid),
    sql`${file.uploadStartedDate} = ${sql.param(uploadStartedDate, file.uploadStartedDate)}`,
  )

/** Builds the statement that records that the object is stored. It updates no row that was deleted in the meantime. */
export const endUpload = (db: Database, started: Started) =>
  db
    .update(file)
    .set({ uploadedDate: sql`now()`, editDate: sql`now()` })
    .where(isStarted(started))
    .returning({ sid: file.sid })

/** Builds the statement that permits another request after one that failed. */
export const releaseUpload = (db: Database, started: Started) =>
  db
    .update(file)
    .set({ uploadStartedDate: null })
    .where(and(isStarted(started), isNull(file.uploadedDate)))

/**
 * Builds the statements of one batch that use a download URL: `uses` has a row for the first request with it. The statement that
 * selects the file follows, so a file that was deleted is not found.
 */
export const useDownload = (db: Database, sid: SidOf<'FI'>, id: SidOf<'FD'>, expiresAt: Date) => ({
  uses: db
    .insert(usedDownload)
    .values({ sid: id, expiresAt })
    .onConflictDoNothing()
    .returning({ sid: usedDownload.sid }),
  files: db
    .select()
    .from(file)
    .where(and(eq(file.sid, sid), sql`${file.completedDate} is not null`)),
})

/** Builds the statement that selects the sid of a file. */
export const findExistence = (db: Database, sid: SidOf<'FI'>) =>
  db.select({ sid: file.sid }).from(file).where(eq(file.sid, sid))
