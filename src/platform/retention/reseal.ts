// Reseals texts that were sealed under an old key or in the old format: encrypts them again under the current key. Each
// run processes a part, so that an old key can be removed some time after its successor is in use
// (docs/guides/rotate-keys.md).

import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { batch, type Database, type Statement } from '../../../db/client.ts'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { totp } from '../../../db/schema/operator.ts'
import { sealedHead } from '../../../db/schema/sealed.ts'
import { suppressionKey } from '../../../db/schema/suppression.ts'
import { webhookEndpoint } from '../../../db/schema/webhook.ts'
import type { SidOf } from '../../../db/sid.ts'
import { unaudited } from '../../../db/unaudited.ts'
import type { Seal, SealedFor } from '../../shared/crypto/seal.ts'

/** The maximum number of texts that are resealed per column and run. It is also the page size. */
const maxTexts = 100

/**
 * The maximum number of pages that are read per column and run. Texts that cannot be opened remain stale, so each run
 * must read past them. Up to 10,000 of them do not prevent other texts from being resealed.
 */
const maxPages = 100

/** The heads of stale texts, and the sid after which the page begins. */
type Page<S> = { heads: readonly string[]; after: S | undefined }

/** The condition that a sealed text begins with one of these heads. An index on the head supports it. */
const isStale = <S>(column: PgColumn, sid: PgColumn, { heads, after }: Page<S>) =>
  and(
    ne(column, ''),
    inArray(sealedHead(column), [...heads]),
    after === undefined ? undefined : gt(sid, after),
  )

/** A column of sealed texts. `read` returns a page in the order of sids. */
type Column<S> = {
  of(sid: S): SealedFor
  read(db: Database, page: Page<S>): PromiseLike<{ sid: S; sealed: string | null }[]>
  /**
   * Builds the update of a row. It requires that the old text is still stored, so a concurrent change wins. It does not
   * change the dates of the row, because the record is unchanged.
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
      .limit(maxTexts),
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
      .limit(maxTexts),
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
      .limit(maxTexts),
  write: (db, sid, sealed, text) =>
    db
      .update(totp)
      .set({ secret: text })
      .where(and(eq(totp.sid, sid), eq(totp.secret, sealed))),
}

const suppressionKeys: Column<SidOf<'AI'>> = {
  of: sid => ({ purpose: 'suppression-key', sid }),
  read: (db, page) =>
    db
      .select({ sid: suppressionKey.installSid, sealed: suppressionKey.key })
      .from(suppressionKey)
      .where(isStale(suppressionKey.key, suppressionKey.installSid, page))
      .orderBy(suppressionKey.installSid)
      .limit(maxTexts),
  write: (db, sid, sealed, text) =>
    db
      .update(suppressionKey)
      .set({ key: text })
      .where(and(eq(suppressionKey.installSid, sid), eq(suppressionKey.key, sealed))),
}

type Env = { db: Database; sealed: Seal }
type Counts = { resealed: number; failed: number }

/** Reseals texts of one column page by page. Skips texts that cannot be opened. */
async function resealColumn<S>({ db, sealed: keys }: Env, { of, read, write }: Column<S>): Promise<Counts> {
  const counts = { resealed: 0, failed: 0 }
  let after: S | undefined
  for (let pages = 0; pages < maxPages && counts.resealed < maxTexts; pages += 1) {
    const stale = await read(db, { heads: keys.staleHeads, after })
    const results = await Promise.allSettled(
      stale.map(async ({ sid, sealed }) => {
        const text = await keys.seal(of(sid), await keys.open(of(sid), sealed ?? ''))
        // Returns a function: a statement is a thenable, so resolving a promise with it would execute it.
        return () => write(db, sid, sealed ?? '', text)
      }),
    )
    const opened = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    const written = opened.slice(0, maxTexts - counts.resealed)
    if (written.length > 0)
      await batch(db, { unaudited: unaudited(db), written: written.map(statement => statement()) })
    counts.resealed += written.length
    counts.failed += results.length - opened.length
    if (stale.length < maxTexts) break
    after = stale.at(-1)?.sid
  }
  return counts
}

/**
 * Reseals a part of the stale texts.
 * @returns the number of resealed texts, and of texts that could not be opened and remain unchanged
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
    resealColumn(env, suppressionKeys),
  ])
  const sum = (count: keyof Counts) => columns.reduce((total, counts) => total + counts[count], 0)
  return { resealed: sum('resealed'), failed: sum('failed') }
}
