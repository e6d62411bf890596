// Seals again, under the current key and in the current form, what was sealed under an old one: a part each minute, so
// that an old key can be dropped some time after a new one is in use (docs/guides/rotate-keys.md).

import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Database, type Statement, sendAll } from '../../../db/client.ts'
import { noTable } from '../../../db/guard.ts'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { totp } from '../../../db/schema/operator.ts'
import { sealedHead } from '../../../db/schema/sealed.ts'
import { webhookEndpoint } from '../../../db/schema/webhook.ts'
import type { SidOf } from '../../../db/sid.ts'
import type { Seal, SealedFor } from '../../shared/crypto/seal.ts'

/** At most so many texts of each column are sealed again in a minute, and so many are read at once. */
const mostAtOnce = 100

/**
 * At most so many pages of each column are read in a minute. Texts that cannot be opened stay, so the pages after them
 * must be read in the same minute: up to 10,000 of them keep no other text from being sealed again.
 */
const mostPages = 100

/** Under which heads a text is stale, and the sid that the page begins after. */
type Page<S> = { heads: readonly string[]; after: S | undefined }

/** What is in the column under one of these heads; there is an index of them. */
const isStale = <S>(column: PgColumn, sid: PgColumn, { heads, after }: Page<S>) =>
  and(
    ne(column, ''),
    inArray(sealedHead(column), [...heads]),
    after === undefined ? undefined : gt(sid, after),
  )

/** A column of sealed texts: `read` returns a page in the order of sids. */
type Column<S> = {
  of(sid: S): SealedFor
  read(db: Database, page: Page<S>): PromiseLike<{ sid: S; sealed: string | null }[]>
  /**
   * Unsent: writes the new text where the old one still is, so that a change meanwhile wins. The dates of the row stay,
   * because the record has not changed.
   */
  write(db: Database, sid: S, sealed: string, text: string): Statement
}

const { password } = examConfiguration
const { secret, previousSecret } = webhookEndpoint

const passwords: Column<SidOf<'EC'>> = {
  of: sid => ({ purpose: 'exam-password', sid }),
  read: (db, page) =>
    db
      .select({ sid: examConfiguration.sid, sealed: password })
      .from(examConfiguration)
      .where(isStale(password, examConfiguration.sid, page))
      .orderBy(examConfiguration.sid)
      .limit(mostAtOnce),
  write: (db, sid, sealed, text) =>
    db
      .update(examConfiguration)
      .set({ password: text })
      .where(and(eq(examConfiguration.sid, sid), eq(password, sealed))),
}

const ofEndpoint = (
  column: typeof secret | typeof previousSecret,
  set: (text: string) => { secret: string } | { previousSecret: string },
): Column<SidOf<'WH'>> => ({
  of: sid => ({ purpose: 'webhook-secret', sid }),
  read: (db, page) =>
    db
      .select({ sid: webhookEndpoint.sid, sealed: sql<string | null>`${column}` })
      .from(webhookEndpoint)
      .where(isStale(column, webhookEndpoint.sid, page))
      .orderBy(webhookEndpoint.sid)
      .limit(mostAtOnce),
  write: (db, sid, sealed, text) =>
    db
      .update(webhookEndpoint)
      .set(set(text))
      .where(and(eq(webhookEndpoint.sid, sid), eq(column, sealed))),
})

const apps: Column<SidOf<'TP'>> = {
  of: sid => ({ purpose: 'totp-secret', sid }),
  read: (db, page) =>
    db
      .select({ sid: totp.sid, sealed: totp.secret })
      .from(totp)
      .where(isStale(totp.secret, totp.sid, page))
      .orderBy(totp.sid)
      .limit(mostAtOnce),
  write: (db, sid, sealed, text) =>
    db
      .update(totp)
      .set({ secret: text })
      .where(and(eq(totp.sid, sid), eq(totp.secret, sealed))),
}

/** Unsent, first in a batch that changes no record for anybody: `audit_changes` leaves it alone. */
const unaudited = (db: Database): Statement =>
  db.select({ set: sql<string>`set_config('invigil.unaudited', 'on', true)` }).from(noTable)

type Env = { db: Database; sealed: Seal }
type Counts = { resealed: number; failed: number }

/** Seals texts of one column again, page by page, past those that cannot be opened. */
async function resealColumn<S>({ db, sealed: keys }: Env, { of, read, write }: Column<S>): Promise<Counts> {
  const counts = { resealed: 0, failed: 0 }
  let after: S | undefined
  for (let pages = 0; pages < mostPages && counts.resealed < mostAtOnce; pages += 1) {
    const stale = await read(db, { heads: keys.staleHeads, after })
    const results = await Promise.allSettled(
      stale.map(async ({ sid, sealed }) => {
        const text = await keys.seal(of(sid), await keys.open(of(sid), sealed ?? ''))
        // A statement that a promise resolves with would be sent: it is a thenable.
        return () => write(db, sid, sealed ?? '', text)
      }),
    )
    const opened = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const written = opened.slice(0, mostAtOnce - counts.resealed)
    if (written.length > 0) await sendAll(db, [unaudited(db), ...written.map(statement => statement())])
    counts.resealed += written.length
    counts.failed += results.length - opened.length
    if (stale.length < mostAtOnce) break
    after = stale.at(-1)?.sid
  }
  return counts
}

/**
 * Seals a part again.
 * @returns how many texts were sealed again, and how many could not be opened: they stay as they are
 */
export async function reseal(env: Env): Promise<Counts> {
  const columns = await Promise.all([
    resealColumn(env, passwords),
    resealColumn(
      env,
      ofEndpoint(secret, text => ({ secret: text })),
    ),
    resealColumn(
      env,
      ofEndpoint(previousSecret, text => ({ previousSecret: text })),
    ),
    resealColumn(env, apps),
  ])
  const sum = (count: keyof Counts) => columns.reduce((total, counts) => total + counts[count], 0)
  return { resealed: sum('resealed'), failed: sum('failed') }
}
